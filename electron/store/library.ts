import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError, invariant } from '../../shared/error.ts';
import type { DocumentSummary } from '../../shared/model.ts';
import type { Clock, IndexRow, ParsedDocument, ScoredChunk, SearchScope, Store } from '../engine/ports.ts';
import { type Run, throwIfCancelled } from '../engine/run.ts';
import type { Database } from './database.ts';
import * as documentRows from './documentRows.ts';
import type { TreeSync } from './files.ts';
import { holdFolder, type HeldFolder } from './folder.ts';
import { currentFormat, sameEngine, writeFormat } from './format.ts';
import { freeSpace, type FreeSpace, requireSpace, SMALL_RESERVE_BYTES } from './freeSpace.ts';
import { JobRows } from './jobRows.ts';
import { Journal } from './journal.ts';
import { type LiveDocument, LiveDocuments } from './journalRecord.ts';
import { Maintenance } from './maintenance.ts';
import { openIndex, setIndexAside } from './openIndex.ts';
import { type Original, Originals } from './originals.ts';
import { encodeParsed, decodeParsed } from './parsedCodec.ts';
import { RecentDocuments } from './recentDocuments.ts';
import { searchDense, searchLexical } from './searchRows.ts';
import * as vectorRows from './vectorRows.ts';
import { WriteQueue } from './writeQueue.ts';

export interface LibraryOptions {
  /** Make the library if the folder is absent or empty. */
  readonly create: boolean;
  /** Lives until it is closed: no fsync, and the folder goes away. It must be absent or empty before. Default false. */
  readonly temporary?: boolean;
  readonly clock: Clock;
  /** Folder of the index template. Default `resources/index-template` of the source tree. */
  readonly template?: string;
  /** Default asks the file system. */
  readonly freeSpace?: FreeSpace;
}

const TEMPLATE = fileURLToPath(new URL('../../resources/index-template/', import.meta.url));

/** Growth of data, indexes and write-ahead log per byte written, as an upper bound for the free-space check. */
const GROWTH = 4;

/**
 * Opens the library in the folder `dir`. One process at a time. Throws LIBRARY_NOT_FOUND, LIBRARY_IN_USE (with the
 * `pid`), LIBRARY_NEWER, LIBRARY_DAMAGED (with the `part`) or DISK_FULL, and then leaves the folder unlocked.
 */
export async function openLibrary(dir: string, options: LibraryOptions): Promise<Library> {
  const root = resolve(dir);
  const temporary = options.temporary ?? false;
  const free = options.freeSpace ?? freeSpace;
  const durable = !temporary;
  const now = new Date(options.clock.now()).toISOString();
  const held = await holdFolder(root, { create: options.create, mustBeNew: temporary, now });
  const cleanUp: (() => Promise<unknown>)[] = [
    () => held.lock.release(),
    ...(temporary ? [() => rm(root, { recursive: true, force: true })] : []),
  ];
  try {
    const { paths } = held;
    await requireSpace(root, 0, free, SMALL_RESERVE_BYTES);
    const { journal, records } = await Journal.open(paths.journal, { clock: options.clock, durable });
    cleanUp.unshift(() => journal.close());
    const live = new LiveDocuments();
    for (const record of records) live.apply(record);
    if (records.length === 0) await journal.append({ kind: 'library-created' });

    if (!sameEngine(held.format)) await setIndexAside(paths, held.format.pglite);
    const { database, files } = await openIndex(paths, {
      template: options.template ?? TEMPLATE,
      durable,
      closed: !held.lock.takenOver,
    });
    cleanUp.unshift(() => database.close());
    await updateFormat(held);

    const originals = new Originals({ ...paths, durable, free });
    const maintenance = await Maintenance.of(database);
    const library = new Library({
      maintenance,
      held,
      journal,
      live,
      database,
      files,
      originals,
      free,
      temporary,
      clock: options.clock,
    });
    await library.recover();
    return library;
  } catch (error) {
    for (const step of cleanUp) await step();
    throw error;
  }
}

async function updateFormat({ paths, format }: HeldFolder): Promise<void> {
  const current = currentFormat(format.createdAt);
  if (JSON.stringify(current) !== JSON.stringify(format)) await writeFormat(paths.format, current);
}

interface Parts {
  readonly held: HeldFolder;
  readonly journal: Journal;
  readonly live: LiveDocuments;
  readonly database: Database;
  readonly files: TreeSync;
  readonly maintenance: Maintenance;
  readonly originals: Originals;
  readonly free: FreeSpace;
  readonly temporary: boolean;
  readonly clock: Clock;
}

/**
 * One open library: originals, journal and index. The journal is written before the index, so a document is either
 * wholly there or can be made again from its original (`missing`).
 */
export class Library implements Store {
  readonly root: string;
  readonly jobs: JobRows;
  readonly #parts: Parts;
  readonly #writes = new WriteQueue();
  readonly #recent = new RecentDocuments();
  #summaries: Promise<DocumentSummary[]> | null = null;
  #model: string | null = null;
  #closing: Promise<void> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.root = parts.held.paths.root;
    this.jobs = new JobRows(parts.database);
  }

  /** Brings index, originals and journal together after a stop in the middle of a write. Part of opening. */
  async recover(): Promise<void> {
    const { database, live, originals } = this.#parts;
    await documentRows.deleteHidden(database);
    const visible = await documentRows.visibleIds(database);
    for (const id of visible) if (live.get(id) === undefined) await documentRows.deleteDocument(database, id);
    const needed = [...live.all().map(({ sha256 }) => sha256), ...(await this.jobs.unfinishedOriginals())];
    await originals.sweep(new Set(needed), live.removed);
    await this.jobs.prune();
    this.#model = await vectorRows.newestModel(database);
  }

  // What retrieval reads

  async documents(): Promise<DocumentSummary[]> {
    const summaries = (this.#summaries ??= documentRows.summaries(this.#parts.database, this.#model));
    try {
      return await summaries;
    } catch (error) {
      if (this.#summaries === summaries) this.#summaries = null;
      throw error;
    }
  }

  async load(document: string): Promise<ParsedDocument> {
    return this.#recent.get(document, async () => {
      const body = await documentRows.parsedBody(this.#parts.database, document);
      if (body === null) throw notFound(document);
      return decodeParsed(body);
    });
  }

  dense(vector: Float32Array, model: string, scope: SearchScope): Promise<ScoredChunk[]> {
    return searchDense(this.#parts.database, vector, model, scope);
  }

  lexical(terms: readonly string[], scope: SearchScope): Promise<ScoredChunk[]> {
    return searchLexical(this.#parts.database, terms, scope);
  }

  // Documents

  /**
   * Keeps a copy of a file, on the disk when it returns. Throws FILE_NOT_FOUND, FILE_IS_FOLDER, FILE_UNREADABLE,
   * FILE_EMPTY or DISK_FULL.
   */
  keep(path: string, run: Run): Promise<Original> {
    return this.#parts.originals.keep(path, run);
  }

  /** The kept copy with this hash, or null. */
  async kept(sha256: string): Promise<string | null> {
    return (await this.#parts.originals.has(sha256)) ? this.#parts.originals.pathOf(sha256) : null;
  }

  /** Deletes a kept copy that belongs to no document. */
  async discard(sha256: string): Promise<void> {
    if (this.#parts.live.all().some((document) => document.sha256 === sha256)) return;
    await this.#parts.originals.discard(sha256);
  }

  /** The document made of a file with this hash, or null. */
  async find(sha256: string): Promise<DocumentSummary | null> {
    return (await this.documents()).find((document) => document.sha256 === sha256) ?? null;
  }

  /**
   * Stores a document with its original and its index rows: after it returns, all of it is found; before, and after a
   * failure or a cancellation, nothing of it. A document of the same bytes is replaced.
   */
  put(
    parsed: ParsedDocument,
    original: { readonly path: string },
    rows: readonly IndexRow[],
    run: Run,
  ): Promise<DocumentSummary> {
    return this.#write(async () => {
      const { info } = parsed;
      const kept = await this.keep(original.path, run);
      if (kept.sha256 !== info.sha256 || !info.id.endsWith(kept.sha256.slice(0, 16)))
        throw new AppError('FILE_UNREADABLE', 'the file changed while it was read', { name: info.name });
      const body = await encodeParsed(parsed);
      const words = rows.reduce((sum, { text, terms }) => sum + text.length + terms.length, 0);
      await requireSpace(this.root, GROWTH * (body.length + 3 * words), this.#parts.free);
      await this.#store(parsed, kept, body, rows, run);
      await this.#settle();
      const summary = await this.find(kept.sha256);
      invariant(summary !== null, 'a stored document is listed');
      return summary;
    });
  }

  async #store(
    parsed: ParsedDocument,
    kept: Original,
    body: Buffer,
    rows: readonly IndexRow[],
    run: Run,
  ): Promise<void> {
    const { database, journal, live } = this.#parts;
    const { info, chunks } = parsed;
    const known = live.get(info.id);
    const importedAt = known?.at ?? new Date(this.#parts.clock.now()).toISOString();
    const nodes = new Map(chunks.map(({ id, node }) => [id, node]));
    const key = await documentRows.insertHidden(database, documentRows.rowOf(parsed, importedAt, kept.bytes), body);
    try {
      for (let at = 0; at < rows.length; at += documentRows.CHUNK_SLICE) {
        throwIfCancelled(run);
        await documentRows.insertChunks(database, key, rows.slice(at, at + documentRows.CHUNK_SLICE), nodes);
        run.report({ stage: 'store', done: Math.min(rows.length, at + documentRows.CHUNK_SLICE), total: rows.length });
      }
      throwIfCancelled(run);
      if (known === undefined) {
        const { sha256, bytes } = kept;
        live.apply(await journal.append({ kind: 'document-added', document: info.id, sha256, name: info.name, bytes }));
      }
      const replaced = await documentRows.makeVisible(database, key, info.id);
      this.#parts.maintenance.added(rows.length);
      if (replaced) this.#parts.maintenance.deleted(rows.length);
    } catch (error) {
      await documentRows.deleteHidden(database);
      throw error;
    }
    this.#changed(info.id);
  }

  /** Takes a document out of the library; its original goes to the trash. False if there is no such document. */
  remove(document: string): Promise<boolean> {
    return this.#write(async () => {
      const { database, journal, live, originals } = this.#parts;
      const known = live.get(document);
      if (known === undefined) return false;
      await requireSpace(this.root, 0, this.#parts.free, SMALL_RESERVE_BYTES);
      const { sha256 } = known;
      const chunks = (await this.find(sha256))?.chunks ?? 0;
      live.apply(await journal.append({ kind: 'document-removed', document, sha256 }));
      await documentRows.deleteDocument(database, document);
      this.#parts.maintenance.deleted(chunks);
      this.#changed(document);
      await originals.moveToTrash(sha256);
      await this.#settle();
      return true;
    });
  }

  /** Path of the original file. Throws DOCUMENT_NOT_FOUND. */
  async original(document: string): Promise<string> {
    const known = this.#parts.live.get(document);
    if (known === undefined) throw notFound(document);
    return this.#parts.originals.pathOf(known.sha256);
  }

  /** Documents of the journal that the index lacks: a crash came in between, or the index is new. */
  async missing(): Promise<LiveDocument[]> {
    const visible = await documentRows.visibleIds(this.#parts.database);
    return this.#parts.live.all().filter(({ document }) => !visible.has(document));
  }

  // Vectors

  /** The model whose vectors `documents` counts. By default the one used last. */
  useModel(model: string): void {
    if (this.#model === model) return;
    this.#model = model;
    this.#summaries = null;
  }

  /** Texts that have no vector of `model` yet, each once, longest first; of one document or of all. */
  pendingVectors(model: string, limit: number, document: string | null = null): Promise<vectorRows.PendingText[]> {
    return vectorRows.pendingTexts(this.#parts.database, model, limit, document);
  }

  /** Adds vectors by text hash; those that are there or no longer needed are passed over. Returns how many were added. */
  putVectors(model: string, rows: readonly vectorRows.VectorRow[]): Promise<number> {
    return this.#write(async () => {
      const bytes = rows.reduce((sum, { vector }) => sum + vector.byteLength, 0);
      await requireSpace(this.root, GROWTH * bytes, this.#parts.free);
      const added = await vectorRows.insertVectors(this.#parts.database, model, rows);
      this.#parts.maintenance.added(added);
      if (added > 0) this.#summaries = null;
      return added;
    });
  }

  /** Different texts, and how many of them have a vector of `model`; of one document or of all. */
  embeddedCount(model: string, document: string | null = null): Promise<{ embedded: number; total: number }> {
    return vectorRows.countEmbedded(this.#parts.database, model, document);
  }

  // Life

  /** Makes all written so far survive a power loss. Imports end with it; a batch of vectors does not. */
  settle(): Promise<void> {
    return this.#write(() => this.#settle());
  }

  /** Finishes the writes that were asked for, then closes. Safe to call twice. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { database, journal, files, temporary, held } = this.#parts;
    await this.#writes.idle();
    try {
      await database.close();
      if (!temporary) await files.sync();
    } finally {
      await journal.close();
      await held.lock.release();
      if (temporary) await rm(this.root, { recursive: true, force: true });
    }
  }

  #write<T>(write: () => Promise<T>): Promise<T> {
    invariant(this.#closing === null, 'the library is open');
    return this.#writes.run(write);
  }

  async #settle(): Promise<void> {
    await this.#parts.maintenance.run();
    await this.#parts.database.checkpoint();
    if (!this.#parts.temporary) await this.#parts.files.sync();
  }

  #changed(document: string): void {
    this.#recent.forget(document);
    this.#summaries = null;
  }
}

const notFound = (document: string): AppError =>
  new AppError('DOCUMENT_NOT_FOUND', 'no such document in the library', { document });
