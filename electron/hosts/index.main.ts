import { createApp } from '../app.ts';
import type { App, AppConfig } from '../app.ts';
import { once, reportBug, serveHost } from './host.ts';
import type { IndexMethods, SupervisorMethods } from './protocol.ts';
import { remotePorts } from './remotePorts.ts';

const app = once<App>('request');

const supervisor = serveHost<IndexMethods, SupervisorMethods>({
  start: async ({ config, embedder }) => {
    const ports = remotePorts(supervisor, embedder);
    return app.set(
      // The config comes from the privileged side of the same build.
      await createApp(config as AppConfig, {
        parser: ports.parser,
        embedder: ports.embedder,
        generator: (path, run) => ports.generator(path, {}, run),
        clock: { now: () => Date.now() },
        emit: ports.emit,
        onBug: reportBug,
      }),
    );
  },
  request: ({ route, input }) => app.get().request(route, input),
  stop: async () => {
    await app.get().close();
    return null;
  },
});
