import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { app, dialog, protocol, session } from 'electron';
import { toErrorJson } from '../../shared/error.ts';
import { privateRoutes } from '../../shared/ipc.ts';
import type { Output } from '../../shared/ipc.ts';
import { en } from '../../shared/locale/en.ts';
import { zhCN } from '../../shared/locale/zh-CN.ts';
import type { AppConfig } from '../app.ts';
import { startSupervisor } from '../hosts/supervisor.ts';
import { embeddedPack } from '../resources.ts';
import { SCHEME } from './address.ts';
import { createProtocolHandler } from './applicationProtocol.ts';
import { bindRequests, sendEvent } from './ipc.ts';
import { lockSession } from './lockdown.ts';
import { setMenu } from './menu.ts';
import { spawnUtilityProcess } from './utilityProcess.ts';
import { focusWindow, openWindow } from './window.ts';

// Before the app is ready, as Electron wants it. Without `standard` the page would have no origin of its own.
protocol.registerSchemesAsPrivileged([
  { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
]);

// Two instances on one library would each hold half the truth.
if (app.requestSingleInstanceLock()) {
  app.on('second-instance', focusWindow);
  app.on('window-all-closed', () => app.quit());
  start().catch(failToStart);
} else {
  app.quit();
}

/** Without a window there is only a system box to say why. */
function failToStart(error: unknown): void {
  const { errors } = app.getLocale().startsWith('zh') ? zhCN : en;
  const { code, data } = toErrorJson(error);
  dialog.showErrorBox('Proviso', errors[code](data ?? {}));
  app.exit(1);
}

async function start(): Promise<void> {
  await app.whenReady();
  const config: AppConfig = { library: join(app.getPath('userData'), 'library'), create: true, models: {} };
  const supervisor = await startSupervisor({ spawn: spawnUtilityProcess, pack: embeddedPack(), config });
  supervisor.onEvent(sendEvent);
  bindRequests(async (route, input) => {
    if (privateRoutes.has(route)) return { ok: false, error: { code: 'BAD_INPUT', message: 'not for pages' } };
    return supervisor.call(route, input);
  });

  lockSession(session.defaultSession);
  protocol.handle(
    SCHEME,
    createProtocolHandler({
      page: join(import.meta.dirname, '../renderer'),
      pdfjs: dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
      original: async (document) => {
        const reply = await supervisor.call('document.original', { document });
        return reply.ok ? (reply.value as Output<'document.original'>).path : null;
      },
    }),
  );
  setMenu(process.platform);
  openWindow();

  let closed = false;
  app.on('before-quit', (event) => {
    if (closed) return;
    // The library is closed before the process ends.
    event.preventDefault();
    void supervisor.close().finally(() => {
      closed = true;
      app.quit();
    });
  });
}
