import { serveHost } from '../../../electron/hosts/host.ts';
import type { EmbedderMethods } from '../../../electron/hosts/protocol.ts';

/** The vector of a text is its length. */
serveHost<EmbedderMethods>({
  start: () => null,
  embed: ({ texts }, run) => {
    run.report({ stage: 'embed', done: texts.length, total: texts.length });
    return texts.map((text) => new Float32Array([text.length]));
  },
});
