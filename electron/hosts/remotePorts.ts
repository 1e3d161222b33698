import type { Embedder, Generator, Parser } from '../engine/ports.ts';
import { quietRun } from '../engine/run.ts';
import type { Run } from '../engine/run.ts';
import type { GeneratorOptions } from '../models/generator.ts';
import type { Peer } from './peer.ts';
import type { EmbedderInfo, GeneratorCalls, GeneratorModel, SupervisorMethods } from './protocol.ts';

/** Calls the generator host, straight or by way of the supervisor. */
export type CallGenerator = <K extends keyof GeneratorCalls>(
  method: K,
  params: GeneratorCalls[K]['params'],
  run: Run,
  onText?: (text: string) => void,
) => Promise<GeneratorCalls[K]['value']>;

/** A generator in another process. Loads the model; each later call names it, so a restarted host loads it again. */
export async function remoteGenerator(model: GeneratorModel, call: CallGenerator, run: Run): Promise<Generator> {
  const { name, window } = await call('generator.load', model, run);
  return {
    name,
    window,
    count: (text) => call('generator.count', { ...model, text }, quietRun),
    generate: (request, generateRun, onText) => call('generator.generate', { ...model, request }, generateRun, onText),
  };
}

/** The ports of the application in the index host: each is a call to the supervisor. */
export interface RemotePorts {
  readonly parser: Parser;
  readonly embedder: Embedder;
  readonly generator: (path: string, options?: GeneratorOptions, run?: Run) => Promise<Generator>;
  readonly emit: (name: string, payload: unknown) => void;
}

export function remotePorts(peer: Peer<SupervisorMethods>, embedder: EmbedderInfo): RemotePorts {
  return {
    parser: { parse: (request, run) => peer.call('parse', request, run) },
    embedder: { ...embedder, embed: (texts, kind, run) => peer.call('embed', { texts, kind }, run) },
    generator: (path, options = {}, run = quietRun) =>
      remoteGenerator(
        { path, options },
        (method, params, callRun, onText) => peer.call(method, params, callRun, onText),
        run,
      ),
    emit: (name, payload) => peer.notify('event', { name, payload }),
  };
}
