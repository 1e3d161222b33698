import { join } from 'node:path';
import { BrowserWindow, nativeTheme } from 'electron';
import { START_PAGE } from './address.ts';
import { lockContents } from './lockdown.ts';

/** Opens the one kind of window: isolated, sandboxed, without Node. Shown when its first frame is ready. */
export function openWindow(): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 960,
    minHeight: 640,
    show: false,
    autoHideMenuBar: true,
    title: 'Proviso',
    // The page's own ground (tokens in renderer/ui/styles.css), so that nothing flashes while it loads.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1b1d20' : '#f4f3f0',
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  lockContents(window.webContents);
  window.once('ready-to-show', () => window.show());
  void window.loadURL(START_PAGE);
  return window;
}

export function focusWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (!window) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}
