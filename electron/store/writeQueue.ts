/** Runs writes that take several statements one after another, in order. Reads go between their statements. */
export class WriteQueue {
  #tail: Promise<unknown> = Promise.resolve();

  run<T>(write: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(write);
    // The caller gets the failure; the next write starts all the same.
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Resolves when nothing is left that was queued before the call. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
