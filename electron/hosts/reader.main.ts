import type { Tokenizer } from '../engine/ports.ts';
import { loadTokenizer } from '../models/tokenizer.ts';
import { createReader } from '../readers/read.ts';
import { READER_MEMORY_MB } from './entry.ts';
import { startGuard } from './guard.ts';
import { once, serveHost } from './host.ts';
import { parseFile } from './parse.ts';
import type { ReaderMethods } from './protocol.ts';

startGuard({ memoryMb: READER_MEMORY_MB });
const reader = createReader();
const tokenizer = once<Tokenizer>('parse');

serveHost<ReaderMethods>({
  start: async ({ pack }) => tokenizer.set(await loadTokenizer(pack)),
  parse: (params, run) => parseFile(params, reader, tokenizer.get(), run),
});
