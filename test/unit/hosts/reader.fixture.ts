import { AppError } from '../../../shared/error.ts';
import type { ParsedDocument } from '../../../electron/engine/ports.ts';
import { serveHost } from '../../../electron/hosts/host.ts';
import type { ReaderMethods } from '../../../electron/hosts/protocol.ts';

let running = 0;

/** Parses by name: `slow`, `locked`, `crash`, `memory`, `spin`; anything else gives its name and how many run. */
serveHost<ReaderMethods>({
  start: () => null,
  parse: async ({ name }, run) => {
    running++;
    try {
      run.report({ stage: 'read', done: 1, total: 1 });
      if (name === 'locked') throw new AppError('FILE_LOCKED', 'locked');
      if (name === 'crash') process.exit(9);
      if (name === 'memory') process.abort();
      if (name === 'spin') for (;;);
      if (name === 'slow') await new Promise((resolve) => setTimeout(resolve, 100));
      return { info: { name }, running } as unknown as ParsedDocument;
    } finally {
      running--;
    }
  },
});
