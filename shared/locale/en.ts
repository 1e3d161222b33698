import type { ErrorCode, ErrorData } from '../error.ts';
import type { Evidence, ExclusionReason } from '../model.ts';

/** `data.name` where the error names a file, else a neutral subject. */
const file = (data: ErrorData): string => (typeof data['name'] === 'string' ? `“${data['name']}”` : 'This file');
const host = (data: ErrorData): string => (typeof data['host'] === 'string' ? ` (${data['host']})` : '');

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const noLibrary: Readonly<Record<string, string>> = {
  'not-a-library': 'The folder holds something else and is not a library. Choose an empty or new folder.',
  'not-a-folder': 'The path of the library is a file, not a folder.',
  'no-access': 'The library folder cannot be opened or written. Check its path and permissions.',
};

/** One clear sentence per code. Facts come from `AppError.data`: `name`, `host`. */
const errors: Record<ErrorCode, (data: ErrorData) => string> = {
  USAGE: () => 'This command was not understood.',
  INTERNAL: () => 'Something went wrong inside Proviso. Your documents are unchanged.',
  CANCELLED: () => 'Cancelled.',
  BAD_INPUT: () => 'This request is not valid.',
  FILE_NOT_FOUND: (data) => `${file(data)} was not found.`,
  FILE_IS_FOLDER: (data) => `${file(data)} is a folder. Add the files inside it.`,
  FILE_UNREADABLE: (data) => `${file(data)} may not be opened. Check its permissions.`,
  FILE_EMPTY: (data) => `${file(data)} is empty.`,
  FILE_TOO_LARGE: (data) => `${file(data)} is larger than Proviso can open.`,
  FILE_DAMAGED: (data) => `${file(data)} is damaged or incomplete.`,
  FILE_LOCKED: (data) => `${file(data)} is protected by a password.`,
  FILE_NO_TEXT: (data) => `${file(data)} has no readable text.`,
  FORMAT_UNSUPPORTED: (data) => `${file(data)} is in a format Proviso cannot read.`,
  LIMIT_EXCEEDED: (data) => `${file(data)} exceeds a safety limit and was not opened.`,
  LIBRARY_NOT_FOUND: (data) => noLibrary[String(data['reason'])] ?? 'The library folder was not found.',
  LIBRARY_IN_USE: () => 'The library is open in another window or program.',
  LIBRARY_NEWER: () => 'The library was written by a newer version of Proviso.',
  LIBRARY_DAMAGED: () => 'The library is damaged.',
  LIBRARY_EMPTY: () => 'The library has no documents yet.',
  DOCUMENT_NOT_FOUND: () => 'This document is no longer in the library.',
  DISK_FULL: () => 'The disk is full. Free some space and try again.',
  MODEL_NOT_FOUND: () => 'The model was not found.',
  MODEL_INVALID: () => 'The model files are incomplete or altered.',
  MODEL_TOO_LARGE: () => 'The model does not fit into the memory of this computer.',
  MODEL_MISMATCH: () => 'The index was made with another model.',
  CONTEXT_OVERFLOW: () => 'The text is too long for the model.',
  HOST_EXITED: (data) => `A background process stopped${host(data)} and was started again. Please try again.`,
  TIMEOUT: () => 'This took too long and was stopped.',
  QUESTION_EMPTY: () => 'Type a question first.',
  QUESTION_TOO_LONG: () => 'The question is too long.',
  CITATION_MISMATCH: () => 'A citation does not match the document and is not shown.',
};

const roles: Record<Evidence['role'], string> = {
  clause: 'Clause',
  'lead-in': 'Lead-in',
  definition: 'Definition',
  exception: 'Exception',
  condition: 'Condition',
  annex: 'Annex',
  related: 'Related',
  superseded: 'Superseded',
};

const exclusions: Record<ExclusionReason, string> = {
  header: 'Header',
  footer: 'Footer',
  'page-number': 'Page number',
  'line-number': 'Line number',
  toc: 'Table of contents',
  hidden: 'Hidden text',
  watermark: 'Watermark',
  stamp: 'Stamp',
  overprint: 'Overprint',
  other: 'Not part of the contract',
};

/** The English interface; every other language has the same keys. Texts with facts in them are functions. */
export const en = {
  language: 'English',
  app: {
    notAdvice: 'Not legal advice. Check every answer against the clause it cites.',
    offline: 'Works offline. Nothing leaves this computer.',
    skipToDocument: 'Skip to the document',
    dismiss: 'Dismiss',
  },
  settings: {
    language: 'Language',
    theme: 'Appearance',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
  },
  library: {
    title: 'Documents',
    add: 'Add files…',
    drop: 'Drop contracts to add them',
    emptyTitle: 'Drop a contract anywhere in this window',
    emptyBody: 'PDF, Word, Markdown or text, in English or Chinese. Files are read on this computer and stay here.',
    emptyAction: 'Choose files…',
    loading: 'Opening the library…',
    none: 'No documents yet.',
    pages: (count: number) => plural(count, 'page', 'pages'),
    clauses: (count: number) => plural(count, 'clause', 'clauses'),
    partial: 'Read in part',
    failed: 'Could not be read',
    indexing: (done: number, total: number) => `Indexing ${done} of ${total}`,
    remove: (name: string) => `Remove ${name}`,
    removeTitle: 'Remove this document?',
    removeBody: (name: string) => `“${name}” leaves the library. The original file is not touched.`,
    removeConfirm: 'Remove',
    keep: 'Keep',
    noPath: 'Only files from this computer can be added.',
  },
  job: {
    title: 'Adding files',
    stages: {
      queued: 'Waiting',
      copy: 'Copying',
      read: 'Reading',
      layout: 'Reading',
      structure: 'Finding clauses',
      chunk: 'Finding clauses',
      embed: 'Indexing',
      store: 'Saving',
    } as Readonly<Record<string, string>>,
    working: 'Working',
    progress: (done: number, total: number) => `${done} of ${total}`,
    cancel: (name: string) => `Cancel ${name}`,
    cancelling: 'Cancelling…',
    failed: 'Not added',
    cancelled: 'Cancelled',
    clear: (name: string) => `Clear ${name} from the list`,
  },
  document: {
    none: 'No document open',
    soon: 'The first document opens here as soon as it is read.',
    page: (page: number, total: number) => `Page ${page} of ${total}`,
    pageCount: (page: number, total: number) => `${page} / ${total}`,
    pageShort: (page: number) => `p. ${page}`,
    pagesShort: (first: number, last: number) => (first === last ? `p. ${first}` : `pp. ${first}–${last}`),
    loading: 'Opening…',
    pageFailed: 'This page could not be drawn.',
    original: 'Pages',
    reading: 'Text',
    view: 'View',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fitWidth: 'Fit width',
    region: (name: string) => `Document: ${name}`,
    excluded: (reason: ExclusionReason) => exclusions[reason],
  },
  outline: {
    title: 'Clauses',
    empty: 'No clauses were found in this document.',
    kinds: {
      table: 'Table',
      note: 'Note',
      recital: 'Recital',
      signature: 'Signatures',
      definition: 'Definition',
      annex: 'Annex',
      part: 'Part',
      clause: 'Clause',
      item: 'Item',
      paragraph: 'Paragraph',
      root: 'Document',
    },
  },
  ask: {
    title: 'Ask',
    placeholder: 'Ask about your contracts…',
    label: 'Question',
    send: 'Ask',
    stop: 'Stop',
    scope: 'Search in',
    scopeAll: 'All documents',
    scopeOne: 'This document',
    hint: 'Answers quote the contract and say where the words stand.',
    examples: ['When does the agreement end, and who may end it?', 'Is liability limited, and to what amount?'],
    searching: 'Searching…',
    stages: { search: 'Searching…', read: 'Reading the clauses…', conclude: 'Writing the answer…' } as Readonly<
      Record<string, string>
    >,
    enter: 'Enter to ask, Shift+Enter for a new line',
  },
  answer: {
    region: 'Answer',
    status: {
      answered: 'Answered',
      conflicting: 'The documents disagree',
      insufficient: 'Not found in these documents',
      'empty-library': 'No documents to search',
    },
    insufficientBody: 'Nothing in the documents answers this clearly enough to cite.',
    risk: { high: 'High risk', medium: 'Medium risk', low: 'Low risk' },
    evidence: 'Evidence',
    further: (count: number) => plural(count, 'further passage', 'further passages'),
    nearest: 'Nearest passages, not verified',
    conflicts: 'Conflicts',
    missing: 'Missing',
    roles,
    open: (where: string) => `Open ${where}`,
    more: 'Show all',
    less: 'Show less',
    unnumbered: 'Unnumbered text',
    coverage: (checked: number, clauses: number) => `${checked} of ${clauses} clauses checked`,
    unreadable: (pages: number) => plural(pages, 'page unreadable', 'pages unreadable'),
    pending: (count: number) =>
      count === 1 ? 'One document is not yet fully indexed.' : `${count} documents are not yet fully indexed.`,
    extractive: 'Quoted from the documents, without a language model',
    model: (name: string) => `Written with ${name}`,
    cancelled: 'Stopped.',
  },
  errors,
};

/** The shape every language has. A missing or extra key is a compile error. */
export type Messages = typeof en;
