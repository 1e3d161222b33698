/** How a host ended. `code` is null when a signal ended it, `signal` is null where the platform does not say. */
export interface HostExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * One end of a channel between two processes. Messages are structured-cloned and arrive in the order they were posted.
 * Adapters: `childProcess.ts` (CLI, tests), an Electron `utilityProcess` in `main/`, and `hostTransport.ts` inside hosts.
 */
export interface Transport {
  /** Throws when the message cannot be cloned; a message to a process that has ended is dropped. */
  post(message: unknown): void;
  /** One listener. Messages that arrive before it is set are kept for it. */
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, when the other side is gone; at once if it already is. */
  onExit(listener: (exit: HostExit) => void): void;
  /** Ends the other process without asking it (SIGKILL); inside a host, ends the host itself. Safe to call twice. */
  kill(): void;
}
