import { z } from 'zod';
import type { ErrorJson } from './error.ts';

/** A path inside the pack: forward slashes, no way out of the folder. */
const PackPath = z
  .string()
  .regex(/^[^/\\:]+(\/[^/\\:]+)*$/)
  .refine((path) => path.split('/').every((part) => part !== '..' && part !== '.'));

const common = {
  format: z.literal(1),
  name: z.string().min(1).max(100),
  files: z
    .array(
      z.strictObject({
        path: PackPath,
        /** Bytes. */
        size: z.int().positive(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1),
  licence: z.string().min(1),
  source: z.string().min(1),
};

const EmbedderManifest = z.strictObject({
  ...common,
  kind: z.literal('embedder'),
  dimension: z.int().positive(),
  /** Longest input in tokens, special tokens and prefix included. */
  window: z.int().positive(),
  prefixes: z.strictObject({ query: z.string(), passage: z.string() }),
});
const RerankerManifest = z.strictObject({ ...common, kind: z.literal('reranker'), window: z.int().positive() });
const GeneratorManifest = z.strictObject({ ...common, kind: z.literal('generator') });

/** `manifest.json` of a model pack. */
export const Manifest = z.discriminatedUnion('kind', [EmbedderManifest, RerankerManifest, GeneratorManifest]);
export type Manifest = z.infer<typeof Manifest>;
export type EmbedderManifest = z.infer<typeof EmbedderManifest>;

/** One model on disk, as listed. `problem` is set where it cannot be used; the files are not hashed for a list. */
export interface ModelEntry {
  readonly name: string;
  readonly kind: Manifest['kind'] | null;
  /** The pack's folder, or the GGUF file. */
  readonly path: string;
  /** Bytes of its files. */
  readonly size: number;
  readonly licence: string | null;
  readonly source: string | null;
  readonly problem: ErrorJson | null;
}
