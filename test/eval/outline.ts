import path from 'node:path';
import { structure } from '../../electron/engine/structure/structure.ts';
import { load } from './structure/load.ts';

/** Prints the clause tree of a file: `node test/eval/outline.ts FILE`. */
const file = process.argv[2];
if (file === undefined) {
  console.error('usage: outline.ts FILE');
  process.exit(2);
}
const source = await load(file);
const tree = structure(source, { name: path.basename(file) });
console.log(
  `${tree.kind} ${tree.language} nodes ${tree.nodes.length} exclusions ${tree.exclusions
    .map((e) => e.reason)
    .join(' ')
    .slice(0, 80)}`,
);
for (const node of tree.nodes) {
  const words = node.own
    .map(([s, e]) => source.text.slice(s, e))
    .join(' / ')
    .replace(/\s+/g, ' ');
  console.log(
    `${'  '.repeat(node.level)}${node.kind} [${node.number ?? '-'}] {${node.path.at(-1) ?? ''}} ${node.heading === null ? '' : `<${node.heading}> `}${words.length > 90 ? `${words.slice(0, 60)} … ${words.slice(-25)}` : words}`,
  );
}
