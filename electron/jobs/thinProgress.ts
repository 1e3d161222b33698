/** Shortest time between two progress events of a job. */
export const PROGRESS_MS = 100;

/** Passes on at most ten values a second, and always the last one. */
export class ThinProgress<T> {
  readonly #send: (value: T) => void;
  readonly #now: () => number;
  #sentAt = Number.NEGATIVE_INFINITY;
  #waiting: { readonly value: T; readonly timer: NodeJS.Timeout } | null = null;

  constructor(send: (value: T) => void, now: () => number) {
    this.#send = send;
    this.#now = now;
  }

  push(value: T): void {
    if (this.#waiting !== null) {
      this.#waiting = { value, timer: this.#waiting.timer };
      return;
    }
    const wait = this.#sentAt + PROGRESS_MS - this.#now();
    if (wait <= 0) this.#sendNow(value);
    else this.#waiting = { value, timer: setTimeout(() => this.flush(), wait) };
  }

  /** Sends the value that waits, if one does. */
  flush(): void {
    const waiting = this.#waiting;
    if (waiting === null) return;
    clearTimeout(waiting.timer);
    this.#waiting = null;
    this.#sendNow(waiting.value);
  }

  #sendNow(value: T): void {
    this.#sentAt = this.#now();
    this.#send(value);
  }
}
