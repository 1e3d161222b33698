import type { Reply } from '../../shared/error.ts';
import type { GenerateRequest, ParsedDocument } from '../engine/ports.ts';

/** The processes that things run in. Each has an entry `<name>.main.ts`. */
export const hostNames = ['reader', 'index', 'embedder', 'generator'] as const;
export type HostName = (typeof hostNames)[number];

export interface ParseParams {
  readonly path: string;
  readonly name: string;
  readonly password?: string;
}

export interface EmbedParams {
  readonly texts: readonly string[];
  readonly kind: 'query' | 'passage';
}

export interface GeneratorOptions {
  /** Longest prompt and answer together, in tokens; the model's own maximum is the limit. Defaults to 4096. */
  readonly contextSize?: number;
  /** Compute backend. Defaults to the processor alone. */
  readonly gpu?: false | 'metal' | 'vulkan' | 'cuda';
}

/** First call to every host, again after each restart; what it holds is the same for the life of the supervisor. */
export type ReaderMethods = {
  start: { params: { readonly pack: string }; value: null };
  parse: { params: ParseParams; value: ParsedDocument };
};

export type EmbedderMethods = {
  start: { params: { readonly pack: string }; value: null };
  embed: { params: EmbedParams; value: Float32Array[] };
};

export interface GeneratorInfo {
  readonly name: string;
  readonly window: number;
}

export type GeneratorMethods = {
  start: { params: null; value: null };
  /** Loads the file, in place of another one. */
  load: { params: { readonly path: string; readonly options: GeneratorOptions }; value: GeneratorInfo };
  count: { params: { readonly text: string }; value: number };
  /** Streams the text by `emit`. */
  generate: { params: GenerateRequest; value: string };
};

export interface EmbedderInfo {
  readonly id: string;
  readonly dimension: number;
}

export type IndexMethods = {
  /** `config` is the application's own; it is passed on as it is. */
  start: { params: { readonly config: unknown; readonly embedder: EmbedderInfo }; value: null };
  request: { params: { readonly route: string; readonly input: unknown }; value: Reply<unknown> };
};

/** What the index host calls on the supervisor, which routes it to the other hosts. */
export type SupervisorMethods = {
  parse: { params: ParseParams; value: ParsedDocument };
  embed: { params: EmbedParams; value: Float32Array[] };
  'generator.load': { params: { readonly path: string; readonly options: GeneratorOptions }; value: GeneratorInfo };
  'generator.count': {
    params: { readonly path: string; readonly options: GeneratorOptions; readonly text: string };
    value: number;
  };
  'generator.generate': {
    params: { readonly path: string; readonly options: GeneratorOptions; readonly request: GenerateRequest };
    value: string;
  };
  /** Sent by `notify`. */
  event: { params: { readonly name: string; readonly payload: unknown }; value: null };
};
