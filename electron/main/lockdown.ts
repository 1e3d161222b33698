import type { Session, WebContents } from 'electron';
import { isOwnAddress } from './address.ts';

/** Refuses every permission and every request that leaves the product. Electron grants both unless told otherwise. */
export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, done) => done(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, done) => {
    const { url } = details;
    done({ cancel: !(isOwnAddress(url) || url.startsWith('devtools://')) });
  });
}

/** The page stays where it is: no navigation, no second window, no embedded view. */
export function lockContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
