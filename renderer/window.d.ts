import type { PageApi } from '../shared/ipc.ts';

declare global {
  interface Window {
    /** Set by the preload before any script of the page runs. */
    readonly proviso: PageApi;
  }
}
