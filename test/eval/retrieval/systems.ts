import { quietRun } from '../../../electron/engine/run.ts';
import type { Answer, Hit } from '../../../shared/model.ts';
import type { Embedder, ParsedDocument, Tokenizer } from '../../../electron/engine/ports.ts';
import { ask } from '../../../electron/engine/answer/ask.ts';
import { embeddingText } from '../../../electron/engine/chunk/embeddingText.ts';
import { searchPassages } from '../../../electron/engine/retrieve/searchPassages.ts';
import type { Span } from '../../../shared/span.ts';
import { FixedIndex, fixedChunks } from '../baseline/fixed.ts';
import type { Arm, Cut } from '../baseline/fixed.ts';
import type { EvalCase } from '../convert/case.ts';
import type { Documents } from './documents.ts';
import { MemoryStore } from './memoryStore.ts';
import type { VectorCache } from './vectors.ts';

/** Passages asked of our search: enough for any budget. */
const PASSAGES = 60;

/** Our pipeline and the baselines over single contracts, all from the same text and the same vectors. */
export class Systems {
  readonly #documents: Documents;
  readonly #cache: VectorCache;
  readonly #tokenizer: Tokenizer;
  readonly #embedder: Embedder;
  readonly #stores = new Map<string, MemoryStore>();
  readonly #fixed = new Map<string, FixedIndex>();

  constructor(documents: Documents, cache: VectorCache, embedder: Embedder, tokenizer: Tokenizer) {
    this.#documents = documents;
    this.#cache = cache;
    this.#tokenizer = tokenizer;
    this.#embedder = { ...embedder, embed: (texts, kind) => cache.embed(texts, kind) };
  }

  document(file: string): Promise<ParsedDocument> {
    return this.#documents.get(file);
  }

  /** A store that holds this one contract. */
  async store(file: string): Promise<MemoryStore> {
    const known = this.#stores.get(file);
    if (known !== undefined) return known;
    const parsed = await this.document(file);
    const store = new MemoryStore(this.#embedder.id);
    const texts = parsed.chunks.map((chunk) => embeddingText(parsed.source.text, chunk));
    store.add(parsed, await this.#cache.embed(texts, 'passage'));
    this.#stores.set(file, store);
    return store;
  }

  async ask(each: EvalCase): Promise<Answer> {
    const ports = {
      store: await this.store(each.file),
      embedder: this.#embedder,
      clock: { now: () => performance.now() },
    };
    return ask(each.question, ports, { documents: null }, quietRun);
  }

  async search(each: EvalCase): Promise<Hit[]> {
    const ports = { store: await this.store(each.file), embedder: this.#embedder };
    return searchPassages(each.question, ports, { documents: null, limit: PASSAGES }, quietRun);
  }

  /** Spans of the fixed-chunk baseline for a question, best first. */
  async fixed(each: EvalCase, cut: Cut, arm: Arm): Promise<Span[]> {
    const key = `${cut} ${each.file}`;
    let index = this.#fixed.get(key);
    if (index === undefined) {
      const { source } = await this.document(each.file);
      const spans = fixedChunks(source.text, cut, each.contract, this.#tokenizer);
      this.#fixed.set(key, (index = await FixedIndex.make(source.text, spans, this.#cache)));
    }
    const [vector] = await this.#cache.embed([each.question], 'query');
    return vector === undefined ? [] : index.rank(each.question, vector, arm);
  }
}
