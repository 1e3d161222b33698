/**
 * A stand-in for the part of Electron that main uses, shown in a Chromium of the system. It proves what the product asks of
 * Electron (addresses, policies, refusals, channels, hosts), not what Electron makes of it; `notRun.ts` lists the rest.
 */
import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Electron from 'electron';
import type { Page, Request as WebRequest, Route } from 'playwright-core';
import { Bridge } from './bridge.ts';
import { WEB_ORIGIN, fromWeb, startBrowser, toWeb } from './browser.ts';
import type { Browser } from './browser.ts';
import { onlyKeys, strict } from './strict.ts';

const argument = (name: string): string | undefined =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3);

const userData = argument('user-data-dir') ?? mkdtempSync(join(tmpdir(), 'proviso-'));
mkdirSync(userData, { recursive: true });

let ready = false;
let browser: Promise<Browser> | null = null;
const theBrowser = (): Promise<Browser> => (browser ??= startBrowser(userData));

class PreventableEvent {
  defaultPrevented = false;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

// app

class App extends EventEmitter {
  #leaving = false;

  whenReady(): Promise<void> {
    return new Promise((done) => {
      setImmediate(() => {
        ready = true;
        done();
      });
    });
  }

  getPath(name: string): string {
    if (name !== 'userData') throw new Error(`app.getPath('${name}') is not in the stand-in`);
    return userData;
  }

  /** Holds for one data folder, as Electron's does. Passing the news on to the first instance is not played. */
  requestSingleInstanceLock(): boolean {
    const lock = join(userData, 'instance.pid');
    let other = 0;
    try {
      other = Number(readFileSync(lock, 'utf8'));
      process.kill(other, 0);
      return other === process.pid;
    } catch {
      writeFileSync(lock, String(process.pid));
      return true;
    }
  }

  getLocale(): string {
    return process.env['PROVISO_LOCALE'] ?? 'en-US';
  }

  exit(code: number): void {
    process.exit(code);
  }

  quit(): void {
    const event = new PreventableEvent('');
    this.emit('before-quit', event);
    if (event.defaultPrevented || this.#leaving) return;
    this.#leaving = true;
    void Promise.resolve(browser?.then(({ context }) => context.close())).finally(() => process.exit(0));
  }
}
const theApp = new App();
process.on('SIGTERM', () => theApp.quit());
process.on('SIGINT', () => theApp.quit());

// session and protocol

type BeforeRequest = (
  details: { url: string; method: string; resourceType: string },
  done: (response: { cancel?: boolean }) => void,
) => void;

let beforeRequest: BeforeRequest | null = null;
let checkPermission: ((contents: null, permission: string) => boolean) | null = null;
let requestPermission: ((contents: null, permission: string, done: (granted: boolean) => void) => void) | null = null;
let handler: ((request: Request) => Promise<Response> | Response) | null = null;

const webRequest = strict('session.webRequest', {
  onBeforeRequest: (listener: BeforeRequest) => {
    beforeRequest = listener;
  },
});
const defaultSession = strict('session.defaultSession', {
  webRequest,
  setPermissionRequestHandler: (listener: typeof requestPermission) => {
    requestPermission = listener;
  },
  setPermissionCheckHandler: (listener: typeof checkPermission) => {
    checkPermission = listener;
  },
  // No device can be plugged into the stand-in.
  setDevicePermissionHandler: (_listener: () => boolean) => undefined,
});

const isCancelled = (request: WebRequest): Promise<boolean> =>
  new Promise((done) => {
    if (!beforeRequest) return done(false);
    const details = { url: fromWeb(request.url()), method: request.method(), resourceType: request.resourceType() };
    beforeRequest(details, ({ cancel }) => done(cancel === true));
  });

/** Permissions that Chromium can be told to grant; Electron grants whatever nobody refuses. */
const PERMISSIONS = { geolocation: 'geolocation', notifications: 'notifications', 'clipboard-read': 'clipboard-read' };

const isGranted = async (permission: string): Promise<boolean> => {
  if (checkPermission && !checkPermission(null, permission)) return false;
  if (!requestPermission) return true;
  const ask = requestPermission;
  return new Promise((done) => ask(null, permission, done));
};

// windows

class Contents extends EventEmitter {
  readonly #window: Window;
  page: Page | null = null;
  bridge: Bridge | null = null;
  openHandler: ((details: { url: string }) => { action: 'allow' | 'deny' }) | null = null;
  readonly mainFrame: { readonly url: string };

  constructor(window: Window) {
    super();
    this.#window = window;
    const url = (): string => fromWeb(this.page?.url() ?? '');
    this.mainFrame = strict('webFrameMain', {
      get url() {
        return url();
      },
    });
  }

  send(channel: string, ...args: unknown[]): void {
    this.bridge?.receive(channel, args);
  }

  setWindowOpenHandler(listener: typeof this.openHandler): void {
    this.openHandler = listener;
  }

  async show(page: Page, preload: string): Promise<void> {
    this.page = page;
    this.bridge = new Bridge(page, preload, (channel, args) => this.#invoke(channel, args));
    await page.route('**/*', (route, request) => this.#answer(route, request));
    page.on('popup', (popup) => {
      if (this.openHandler?.({ url: popup.url() }).action === 'deny') void popup.close();
    });
    page.on('close', () => this.#window.gone());
    await this.bridge.install();
  }

  async #invoke(channel: string, args: unknown[]): Promise<unknown> {
    const listener = invokeHandlers.get(channel);
    if (!listener) throw new Error(`No handler registered for '${channel}'`);
    const contents = strictContents(this);
    return listener({ sender: contents, senderFrame: this.mainFrame }, ...args);
  }

  async #answer(route: Route, request: WebRequest): Promise<void> {
    const url = fromWeb(request.url());
    // A first load is what main asked for; every other navigation is the page's.
    if (request.isNavigationRequest() && request.url() !== this.#window.loading) {
      const event = new PreventableEvent(url);
      const isMain = request.frame().parentFrame() === null;
      this.emit(isMain ? 'will-navigate' : 'will-frame-navigate', event);
      if (event.defaultPrevented) return route.abort('aborted');
    }
    this.#window.loading = null;
    if (await isCancelled(request)) return route.abort('blockedbyclient');
    if (!url.startsWith('proviso:') || !handler) {
      // Nothing refused it: in Electron it would be on its way. Tests look for this page.
      return route.fulfill({ status: 200, contentType: 'text/plain', body: `escaped: ${url}` });
    }
    const headers = new Headers(await request.allHeaders().catch(() => request.headers()));
    const response = await handler(new Request(url, { method: request.method(), headers }));
    return route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }
}

const stricts = new WeakMap<Contents, Contents>();
function strictContents(contents: Contents): Contents {
  const known = stricts.get(contents) ?? strict('webContents', contents);
  stricts.set(contents, known);
  return known;
}

const OPTIONS = [
  'width',
  'height',
  'minWidth',
  'minHeight',
  'show',
  'autoHideMenuBar',
  'title',
  'backgroundColor',
  'webPreferences',
];
const PREFERENCES = ['preload', 'contextIsolation', 'sandbox', 'nodeIntegration', 'webviewTag', 'spellcheck'];
const windows = new Set<Window>();

class Window extends EventEmitter {
  readonly #options: Electron.BrowserWindowConstructorOptions;
  readonly #contents = new Contents(this);
  loading: string | null = null;

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    if (!ready) throw new Error('Cannot create BrowserWindow before app is ready');
    onlyKeys('BrowserWindow', options, OPTIONS);
    const preferences = options.webPreferences ?? {};
    onlyKeys('webPreferences', preferences, PREFERENCES);
    if (
      preferences.contextIsolation === false ||
      preferences.sandbox === false ||
      preferences.nodeIntegration === true
    ) {
      throw new Error('the stand-in plays only isolated, sandboxed windows without Node');
    }
    this.#options = options;
    windows.add(this);
    return strict('BrowserWindow', this);
  }

  static getAllWindows(): Window[] {
    return [...windows].map((window) => strict('BrowserWindow', window));
  }

  get webContents(): Contents {
    return strictContents(this.#contents);
  }

  async loadURL(url: string): Promise<void> {
    const { context, endpoint } = await theBrowser();
    const blank = context.pages().find((page) => page.url() === 'about:blank');
    const page = blank ?? (await context.newPage());
    await page.setViewportSize({ width: this.#options.width ?? 800, height: this.#options.height ?? 600 });
    await this.#contents.show(page, this.#options.webPreferences?.preload ?? '');
    const granted = await Promise.all(
      Object.entries(PERMISSIONS).map(async ([name, web]) => ((await isGranted(name)) ? [web] : [])),
    );
    await context.grantPermissions(granted.flat(), { origin: WEB_ORIGIN });
    this.loading = toWeb(url);
    await page.goto(this.loading);
    this.emit('ready-to-show');
    process.stdout.write(`${JSON.stringify({ standIn: endpoint })}\n`);
  }

  // Chromium shows its page from the start.
  show(): void {}
  focus(): void {}
  restore(): void {}
  isMinimized(): boolean {
    return false;
  }

  gone(): void {
    windows.delete(this);
    this.emit('closed');
    if (windows.size === 0) theApp.emit('window-all-closed');
  }
}

// channels and hosts

type InvokeListener = (event: unknown, ...args: unknown[]) => unknown;
const invokeHandlers = new Map<string, InvokeListener>();

class Host extends EventEmitter {
  readonly #child;
  constructor(path: string, args: string[], options: Electron.ForkOptions) {
    super();
    if (!ready) throw new Error('utilityProcess cannot be created before app is ready');
    onlyKeys('utilityProcess.fork', options, ['serviceName', 'execArgv', 'stdio']);
    // stdout of the stand-in is read by tests.
    this.#child = fork(path, args, {
      serialization: 'advanced',
      execArgv: options.execArgv ?? [],
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1));
    this.#child.on('spawn', () => this.emit('spawn'));
  }
  get pid(): number | undefined {
    return this.#child.pid;
  }
  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object, () => undefined);
  }
  kill(): boolean {
    return this.#child.kill();
  }
}

// What `import … from 'electron'` finds. A name that is not here fails when the module is linked.

export const app = strict('app', theApp);
export const session = strict('session', { defaultSession });
export const BrowserWindow = Window;
export const dialog = strict('dialog', {
  showErrorBox: (title: string, content: string) => process.stderr.write(`${title}: ${content}\n`),
});
export const nativeTheme = strict('nativeTheme', { shouldUseDarkColors: false });
export const Menu = strict('Menu', {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => template,
  setApplicationMenu: (_menu: unknown) => undefined,
});
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => {
    if (ready) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    const own = schemes.find(({ scheme }) => scheme === 'proviso');
    if (!own?.privileges?.standard || !own.privileges.secure || !own.privileges.supportFetchAPI) {
      throw new Error('without standard, secure and supportFetchAPI the page has no origin and cannot fetch');
    }
  },
  handle: (scheme: string, listener: typeof handler) => {
    if (scheme !== 'proviso') throw new Error(`protocol.handle('${scheme}') is not in the stand-in`);
    handler = listener;
  },
});
export const ipcMain = strict('ipcMain', {
  handle: (channel: string, listener: InvokeListener) => {
    if (invokeHandlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    invokeHandlers.set(channel, listener);
  },
});
export const utilityProcess = strict('utilityProcess', {
  fork: (path: string, args: string[] = [], options: Electron.ForkOptions = {}) =>
    strict('utilityProcess', new Host(path, args, options)),
});
