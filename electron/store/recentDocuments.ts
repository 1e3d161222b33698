import type { ParsedDocument } from '../engine/ports.ts';

/** UTF-16 units of text whose parsed documents are kept; with positions and trees about twenty times as many bytes. */
export const MAX_TEXT = 8_000_000;

/** The parsed documents used last. One is kept whatever its size. */
export class RecentDocuments {
  readonly #documents = new Map<string, Promise<ParsedDocument>>();
  readonly #sizes = new Map<string, number>();

  /** The same promise for calls that come together; a failed load is not kept. */
  get(id: string, load: () => Promise<ParsedDocument>): Promise<ParsedDocument> {
    const known = this.#documents.get(id);
    if (known !== undefined) {
      this.#documents.delete(id);
      this.#documents.set(id, known);
      return known;
    }
    const loading = load();
    this.#documents.set(id, loading);
    loading.then(
      ({ source }) => {
        if (this.#documents.get(id) !== loading) return;
        this.#sizes.set(id, source.text.length);
        this.#shrink();
      },
      () => {
        if (this.#documents.get(id) === loading) this.forget(id);
      },
    );
    return loading;
  }

  forget(id: string): void {
    this.#documents.delete(id);
    this.#sizes.delete(id);
  }

  #shrink(): void {
    let total = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const id of this.#documents.keys()) {
      if (total <= MAX_TEXT || this.#documents.size === 1) return;
      total -= this.#sizes.get(id) ?? 0;
      this.forget(id);
    }
  }
}
