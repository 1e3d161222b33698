import { isSpace } from '../../../../shared/span.ts';
import type { SourceText } from '../../../../electron/engine/layout/sourceText.ts';

/**
 * Faults of a SourceText against its own promises: every character with ink in exactly one block or exclusion, spans
 * ordered and inside the text, lines inside their block.
 */
export function faultsOf(source: SourceText): string[] {
  const faults: string[] = [];
  const owners = new Uint8Array(source.text.length);
  const take = (start: number, end: number, what: string): void => {
    if (!(start >= 0 && start < end && end <= source.text.length))
      faults.push(`${what} [${start}, ${end}) is no range`);
    for (let at = start; at < end; at++) owners[at] = (owners[at] ?? 0) + 1;
  };
  source.blocks.forEach((block, index) => {
    let last = -1;
    for (const [start, end] of block.spans) {
      take(start, end, `block ${index}`);
      if (start < last) faults.push(`block ${index} is not ordered`);
      last = end;
    }
    if (block.lines.length === 0) faults.push(`block ${index} has no line`);
    for (const line of block.lines)
      if (!block.spans.some(([start, end]) => start <= line && line < end))
        faults.push(`line ${line} outside block ${index}`);
  });
  for (const { reason, start, end } of source.exclusions) take(start, end, reason);
  for (let at = 0; at < owners.length; at++) {
    const count = owners[at] ?? 0;
    if (count > 1) faults.push(`offset ${at} has ${count} owners`);
    if (count === 0 && !isSpace(source.text.charCodeAt(at)))
      faults.push(`offset ${at} ${JSON.stringify(source.text.slice(at, at + 12))} has no owner`);
  }
  return faults;
}

/** The words of each block, its spans joined as a quote joins them. */
export const wordsOf = (source: SourceText): string[] =>
  source.blocks.map((block) => block.spans.map(([start, end]) => source.text.slice(start, end)).join(' '));
