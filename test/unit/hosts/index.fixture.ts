import { toErrorJson } from '../../../shared/error.ts';
import { quietRun } from '../../../electron/engine/run.ts';
import { once, serveHost } from '../../../electron/hosts/host.ts';
import type { Peer } from '../../../electron/hosts/peer.ts';
import type { IndexMethods, SupervisorMethods } from '../../../electron/hosts/protocol.ts';
import { remotePorts } from '../../../electron/hosts/remotePorts.ts';
import type { RemotePorts } from '../../../electron/hosts/remotePorts.ts';

const ports = once<RemotePorts>('request');
let config: unknown;

/** Uses each port of the application as the input says. */
const supervisor: Peer<SupervisorMethods> = serveHost<IndexMethods, SupervisorMethods>({
  start: (options) => {
    config = options.config;
    return ports.set(remotePorts(supervisor, options.embedder));
  },
  request: async ({ route, input }) => {
    const { parser, embedder, generator, emit } = ports.get();
    try {
      if (route === 'config') return { ok: true, value: config };
      if (route === 'parse')
        return { ok: true, value: await parser.parse({ path: '/', name: String(input) }, quietRun) };
      if (route === 'embed') {
        const [vector] = await embedder.embed([String(input)], 'query', quietRun);
        return { ok: true, value: { id: embedder.id, dimension: embedder.dimension, first: vector?.[0] } };
      }
      if (route === 'generate') {
        const words: string[] = [];
        const model = await generator('model');
        const request = { system: '', prompt: String(input), schema: {}, maxTokens: 9 };
        const text = await model.generate(request, quietRun, (word) => words.push(word));
        return { ok: true, value: { name: model.name, text, words, count: await model.count(text) } };
      }
      if (route === 'emit') emit('job.changed', input);
      if (route === 'crash') process.exit(9);
      return { ok: true, value: null };
    } catch (error) {
      return { ok: false, error: toErrorJson(error) };
    }
  },
  stop: () => {
    ports.get().emit('stopped', null);
    return null;
  },
});
