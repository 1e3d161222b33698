import { z } from 'zod';
import type { Span } from './span.ts';

const offset = z.int().nonnegative();
export const SpanJson: z.ZodType<Span> = z.tuple([offset, offset]).readonly();

export const DocumentId = z.string().regex(/^doc-[0-9a-f]{16}$/);
/** Stable over a re-parse that gives the same tree: preorder position, `n0` is the root. */
export const NodeId = z.string().regex(/^n\d+$/);
export const ChunkId = z.string().regex(/^c\d+$/);
export const JobId = z.string().min(1).max(64);

export const Format = z.enum(['pdf', 'docx', 'doc', 'html', 'markdown', 'text', 'image']);
export type Format = z.infer<typeof Format>;

export const Language = z.enum(['en', 'zh', 'mixed']);
export type Language = z.infer<typeof Language>;

export const Issue = z.strictObject({
  code: z.string(),
  stage: z.enum(['read', 'layout', 'structure', 'chunk', 'embed']),
  page: z.int().positive().optional(),
});
export type Issue = z.infer<typeof Issue>;

export const exclusionReasons = [
  'header',
  'footer',
  'page-number',
  'line-number',
  'toc',
  'hidden',
  'watermark',
  'stamp',
  'overprint',
  'other',
] as const;
export const Exclusion = z.strictObject({ reason: z.enum(exclusionReasons), start: offset, end: offset });
export type Exclusion = z.infer<typeof Exclusion>;
export type ExclusionReason = Exclusion['reason'];

export const nodeKinds = [
  'root',
  'part',
  'clause',
  'item',
  'paragraph',
  'recital',
  'definition',
  'annex',
  'table',
  'note',
  'signature',
] as const;

export const ClauseNode = z.strictObject({
  id: NodeId,
  parent: NodeId.nullable(),
  kind: z.enum(nodeKinds),
  /** What the page shows, e.g. `12.2`, `(a)`, `第十二条`; null where it shows none. */
  label: z.string().nullable(),
  /** How a reader cites it, e.g. `12.2(a)`; null for unnumbered nodes. */
  number: z.string().nullable(),
  /** One entry per ancestor below the root, then the node itself; empty for the root. */
  path: z.array(z.string()),
  /** Length of `path`. */
  level: z.int().nonnegative(),
  /** The clause's own title, run-in or on its line. */
  heading: z.string().nullable(),
  /** Its own text: ordered, disjoint, never a child's. Label and heading are part of it. */
  own: z.array(SpanJson),
  /** Hull of its own text and its descendants. */
  start: offset,
  end: offset,
  /** First and last page, from 1; null without pages. */
  pages: z.tuple([z.int().positive(), z.int().positive()]).nullable(),
});
export type ClauseNode = z.infer<typeof ClauseNode>;
export type NodeKind = ClauseNode['kind'];

export const Definition = z.strictObject({
  term: z.string(),
  aliases: z.array(z.string()),
  /** `document`, or the id of the node the definition is limited to ("for the purposes of this Section"). */
  scope: z.union([z.literal('document'), NodeId]),
  start: offset,
  end: offset,
  /** Node that holds the definition. */
  node: NodeId,
  language: z.enum(['en', 'zh']),
});
export type Definition = z.infer<typeof Definition>;

export const Reference = z.strictObject({
  text: z.string(),
  start: offset,
  end: offset,
  kind: z.enum(['clause', 'annex', 'document', 'law']),
  role: z.enum(['plain', 'subject-to', 'notwithstanding', 'except', 'prevails']),
  /** Node that holds the reference. */
  node: NodeId,
  targets: z.array(NodeId),
  status: z.enum(['resolved', 'dangling', 'external']),
});
export type Reference = z.infer<typeof Reference>;

export const Bridge = z.strictObject({
  /** For a contrast: the proviso. */
  from: NodeId,
  /** For a contrast: the rule. */
  to: NodeId,
  relation: z.enum(['contrast', 'addition', 'cause', 'example', 'summary']),
  evidence: z.array(SpanJson),
  confidence: z.number().min(0).max(1),
});
export type Bridge = z.infer<typeof Bridge>;

export const Party = z.strictObject({
  name: z.string(),
  /** Short names and roles: `Provider`, `甲方`. */
  aliases: z.array(z.string()),
  start: offset,
  end: offset,
});
export type Party = z.infer<typeof Party>;

/** Front matter of a contract; null or empty where the text does not say. */
export const FrontMatter = z.strictObject({
  title: z.string().nullable(),
  parties: z.array(Party),
  date: z.strictObject({ text: z.string(), start: offset, end: offset }).nullable(),
  governingLaw: NodeId.nullable(),
  term: NodeId.nullable(),
});
export type FrontMatter = z.infer<typeof FrontMatter>;

export const DocumentKind = z.enum(['contract', 'general']);
export type DocumentKind = z.infer<typeof DocumentKind>;

/** The structure of one document. `nodes[0]` is the root; parents precede children; siblings are in reading order. */
export const ClauseTree = z.strictObject({
  kind: DocumentKind,
  /** Why the classifier chose `kind`. */
  kindReasons: z.array(z.string()),
  language: Language,
  nodes: z.array(ClauseNode),
  definitions: z.array(Definition),
  references: z.array(Reference),
  bridges: z.array(Bridge),
  exclusions: z.array(Exclusion),
  front: FrontMatter,
  issues: z.array(Issue),
});
export type ClauseTree = z.infer<typeof ClauseTree>;

export const Chunk = z.strictObject({
  id: ChunkId,
  node: NodeId,
  path: z.array(z.string()),
  /** Exact slices of the text, inside one clause; usually one. */
  slices: z.array(SpanJson),
  /** Lead-in of the parent ("… does not apply to:"), embedded with the chunk. */
  leadIn: z.array(SpanJson),
  kind: z.enum(['clause', 'flush', 'part', 'definition', 'table', 'block']),
  /** Tokens of the text that is embedded: path, lead-in and slices. */
  tokens: z.int().nonnegative(),
  structureScore: z.number().min(0).max(1),
  reason: z.string(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
});
export type Chunk = z.infer<typeof Chunk>;

export const DocumentStatus = z.enum(['complete', 'partial', 'failed']);

export const DocumentInfo = z.strictObject({
  id: DocumentId,
  /** File name without folders. */
  name: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  format: Format,
  language: Language,
  kind: DocumentKind,
  /** Number of pages; 0 without pages. */
  pages: z.int().nonnegative(),
  status: DocumentStatus,
  issues: z.array(Issue),
});
export type DocumentInfo = z.infer<typeof DocumentInfo>;

/** A row of the library. */
export const DocumentSummary = DocumentInfo.extend({
  title: z.string().nullable(),
  importedAt: z.string(),
  bytes: z.int().nonnegative(),
  clauses: z.int().nonnegative(),
  chunks: z.int().nonnegative(),
  /** Chunks that already have a vector; text search works before they do. */
  embedded: z.int().nonnegative(),
});
export type DocumentSummary = z.infer<typeof DocumentSummary>;

export const PageBoxes = z.strictObject({
  page: z.int().positive(),
  boxes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
});
export type PageBoxes = z.infer<typeof PageBoxes>;

export const evidenceRoles = [
  'clause',
  'lead-in',
  'definition',
  'exception',
  'condition',
  'annex',
  'related',
  'superseded',
] as const;

export const Evidence = z.strictObject({
  role: z.enum(evidenceRoles),
  document: DocumentId,
  file: z.string(),
  node: NodeId,
  /** Number of the node, or of its nearest numbered ancestor; null when there is none. */
  number: z.string().nullable(),
  path: z.array(z.string()),
  /** The slices joined by one space. */
  quote: z.string(),
  slices: z.array(SpanJson),
  start: offset,
  end: offset,
  pages: z.array(PageBoxes),
});
export type Evidence = z.infer<typeof Evidence>;

export const Coverage = z.strictObject({
  clauses: z.int().nonnegative(),
  checked: z.int().nonnegative(),
  unreadablePages: z.int().nonnegative(),
});
export type Coverage = z.infer<typeof Coverage>;

export const Answer = z.strictObject({
  status: z.enum(['answered', 'conflicting', 'insufficient', 'empty-library']),
  conclusion: z.string(),
  riskLevel: z.enum(['high', 'medium', 'low']).nullable(),
  evidence: z.array(Evidence),
  conflicts: z.array(z.strictObject({ sides: z.array(z.int().nonnegative()), note: z.string() })),
  missing: z.array(z.string()),
  revision: z.string().nullable(),
  /** Nearest passages of a refusal: shown as unverified, never as evidence. */
  nearest: z.array(Evidence),
  coverage: Coverage.nullable(),
  /** Documents that are not yet fully indexed. */
  pending: z.array(DocumentId),
  /** `extractive`, or the name of the language model. */
  model: z.string(),
  /** Milliseconds by stage. */
  timings: z.record(z.string(), z.number()),
});
export type Answer = z.infer<typeof Answer>;

export const Hit = z.strictObject({
  document: DocumentId,
  file: z.string(),
  node: NodeId,
  number: z.string().nullable(),
  path: z.array(z.string()),
  slices: z.array(SpanJson),
  start: offset,
  end: offset,
  score: z.number(),
  parts: z.strictObject({ dense: z.number(), lexical: z.number(), structure: z.number() }),
  context: z.array(z.strictObject({ role: z.enum(evidenceRoles), node: NodeId, slices: z.array(SpanJson) })),
});
export type Hit = z.infer<typeof Hit>;

export const Job = z.strictObject({
  id: JobId,
  kind: z.enum(['import', 'embed']),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** Name of the file it works on. */
  name: z.string(),
  stage: z.string(),
  done: z.int().nonnegative(),
  total: z.int().nonnegative(),
  document: DocumentId.nullable(),
  error: z
    .strictObject({
      code: z.string(),
      message: z.string(),
      data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    })
    .nullable(),
});
export type Job = z.infer<typeof Job>;
