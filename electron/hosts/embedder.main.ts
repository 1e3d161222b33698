import type { Embedder } from '../engine/ports.ts';
import { loadEmbedder } from '../models/embedder.ts';
import { once, serveHost } from './host.ts';
import type { EmbedderMethods } from './protocol.ts';

const embedder = once<Embedder>('embed');

serveHost<EmbedderMethods>({
  start: async ({ pack }) => embedder.set(await loadEmbedder(pack)),
  embed: ({ texts, kind }, run) => embedder.get().embed(texts, kind, run),
});
