import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { IpcRendererEvent } from 'electron';
import type { PageApi } from '../../shared/ipc.ts';

/**
 * A page never names a path. It hands over the `File` that a person dropped or chose, and only here its path is read,
 * so no script in the page can have another file imported.
 */
function withPaths(input: unknown): unknown {
  const { files, password } = input as { readonly files: readonly File[]; readonly password?: string };
  const paths = files.map((file) => webUtils.getPathForFile(file));
  // A folder that was dropped stands for the files in it.
  return { paths, folders: true, ...(password === undefined ? {} : { password }) };
}

const api: PageApi = {
  request: (route, input) =>
    ipcRenderer.invoke('request', route, route === 'library.import' ? withPaths(input) : input),
  on: (event, listener) => {
    const heard = (_event: IpcRendererEvent, name: string, payload: unknown): void => {
      if (name === event) listener(payload as Parameters<typeof listener>[0]);
    };
    ipcRenderer.on('event', heard);
    return () => {
      ipcRenderer.off('event', heard);
    };
  },
};

contextBridge.exposeInMainWorld('proviso', api);
