import type { Reply } from '../../shared/error.ts';
import type { GenerateRequest, ParsedDocument } from '../engine/ports.ts';
import type { GeneratorOptions } from '../models/generator.ts';

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

/** `start` is the first call to every host, again after each restart; its parameters stay the same. */
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

/** A model file and how to load it. The host holds one at a time and loads what a call names. */
export interface GeneratorModel {
  readonly path: string;
  readonly options: GeneratorOptions;
}

export type GeneratorCalls = {
  'generator.load': { params: GeneratorModel; value: GeneratorInfo };
  'generator.count': { params: GeneratorModel & { readonly text: string }; value: number };
  /** Streams the text by `emit`. */
  'generator.generate': { params: GeneratorModel & { readonly request: GenerateRequest }; value: string };
};

export type GeneratorMethods = { start: { params: null; value: null } } & GeneratorCalls;

export interface EmbedderInfo {
  readonly id: string;
  readonly dimension: number;
}

export type IndexMethods = {
  /** `config` is the application's own; it is passed on as it is. */
  start: { params: { readonly config: unknown; readonly embedder: EmbedderInfo }; value: null };
  /** Never rejects for the caller's mistakes: those are in the reply. */
  request: { params: { readonly route: string; readonly input: unknown }; value: Reply<unknown> };
  /** Closes the library. */
  stop: { params: null; value: null };
};

/** What the index host calls on the supervisor, which routes it to the other hosts. */
export type SupervisorMethods = {
  parse: { params: ParseParams; value: ParsedDocument };
  embed: { params: EmbedParams; value: Float32Array[] };
  /** Sent by `notify`. */
  event: { params: { readonly name: string; readonly payload: unknown }; value: null };
} & GeneratorCalls;
