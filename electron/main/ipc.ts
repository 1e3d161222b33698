import { BrowserWindow, ipcMain } from 'electron';
import type { IpcMainInvokeEvent } from 'electron';
import type { Reply } from '../../shared/error.ts';
import { isOwnAddress } from './address.ts';

/** Binds the two channels of the product. `request` is answered with a `Reply` and never rejects. */
export function bindRequests(answer: (route: string, input: unknown) => Promise<Reply<unknown>>): void {
  ipcMain.handle('request', async (event, route: unknown, input: unknown): Promise<Reply<unknown>> => {
    if (!isOurPage(event) || typeof route !== 'string') {
      return { ok: false, error: { code: 'BAD_INPUT', message: 'request from a foreign sender' } };
    }
    return answer(route, input);
  });
}

/** Sends one event of the application to every window. */
export function sendEvent(name: string, payload: unknown): void {
  for (const window of BrowserWindow.getAllWindows()) window.webContents.send('event', name, payload);
}

/** The top frame of one of our windows, showing our own page. A frame that is gone has no say. */
function isOurPage(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && isOwnAddress(frame.url);
}
