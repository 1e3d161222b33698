import path from 'node:path';
import { structure } from '../../electron/engine/structure/structure.ts';
import { outlineText } from '../golden/outlineText.ts';
import { load } from './structure/load.ts';

/** Prints the clause tree of a file: `node test/eval/outline.ts FILE`. */
const file = process.argv[2];
if (file === undefined) {
  console.error('usage: outline.ts FILE');
  process.exit(2);
}
const source = await load(file);
console.log(outlineText(source.text, structure(source, { name: path.basename(file) })));
