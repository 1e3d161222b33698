/** A process that imports files into a library until it is killed: node importChild.ts LIBRARY FILE... */
import { createImports } from '../../../electron/jobs/imports.ts';
import { openLibrary } from '../../../electron/store/library.ts';
import { HashEmbedder, lineParser, rowsOf } from '../store/documentDoubles.ts';

const [dir = '', ...files] = process.argv.slice(2);
const clock = { now: (): number => Date.now() };
const library = await openLibrary(dir, { create: true, clock });
const imports = createImports({
  library,
  parser: lineParser,
  embedder: new HashEmbedder(),
  rows: rowsOf,
  clock,
  changed: ({ kind, state, stage }) => process.stdout.write(`${kind} ${state} ${stage}\n`),
  onBug: (error) => {
    throw error;
  },
});
await imports.resume();
if (files.length > 0) await imports.add(files);
await imports.idle();
process.stdout.write('finished\n');
await library.close();
