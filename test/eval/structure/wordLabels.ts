import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { numberTokens } from '../../../electron/engine/structure/number.ts';
import { parse } from './load.ts';

export interface LabelFigures {
  readonly files: number;
  readonly labels: number;
  /** A node starts there and shows the label. */
  readonly started: number;
  /** Its number also ends in the label's tokens. */
  readonly composed: number;
  readonly misses: readonly string[];
}

const squeeze = (text: string): string => text.replace(/\s+/gu, '');

/** Automatic labels as an independent word processor shows them, against the nodes that start at their paragraphs. */
export async function measureWordLabels(data: string, folders: readonly string[]): Promise<LabelFigures> {
  let files = 0;
  let labels = 0;
  let started = 0;
  let composed = 0;
  const misses: string[] = [];
  for (const folder of folders) {
    const base = path.join(data, 'expected/docx-labels', folder);
    if (!existsSync(base)) continue;
    for (const name of readdirSync(base, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.json'))) {
      const file = path.join(data, folder, name.replace(/\.json$/, '.docx'));
      if (!existsSync(file)) continue;
      const gold = JSON.parse(readFileSync(path.join(base, name), 'utf8')) as { label: string; text: string }[];
      const { source, tree } = await parse(file);
      files++;
      let next = 0;
      for (const { label, text } of gold) {
        // Bullets are no numbers.
        if (!/[\p{L}\p{N}]/u.test(label)) continue;
        labels++;
        const at = tree.nodes.findIndex((node, i) => {
          if (i < next || node.own.length === 0) return false;
          const words = squeeze(source.text.slice(node.start, node.start + 400));
          const own = squeeze(node.label ?? '');
          return (
            own !== '' &&
            words.startsWith(own) &&
            words.slice(own.length).startsWith(text.slice(0, 40)) &&
            sameLabel(own, label)
          );
        });
        if (at < 0) {
          misses.push(`${name}: ${label} ${text}`);
          continue;
        }
        next = at + 1;
        started++;
        const tokens = numberTokens(tree.nodes[at]?.number ?? '');
        const want = numberTokens(label);
        if (want.every((token, i) => tokens[tokens.length - want.length + i] === token)) composed++;
        else misses.push(`${name}: ${label} number ${tree.nodes[at]?.number ?? 'null'} | ${text}`);
      }
    }
  }
  return { files, labels, started, composed, misses };
}

const sameLabel = (a: string, b: string): boolean => numberTokens(a).join(' ') === numberTokens(b).join(' ');
