/** A plain text table with aligned columns; numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = (text: string): number =>
    Array.from(text).reduce((sum, c) => sum + (/\p{Script=Han}/u.test(c) ? 2 : 1), 0);
  const widths = head.map((title, i) => Math.max(width(title), ...rows.map((row) => width(row[i] ?? ''))));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => {
        const pad = ' '.repeat(Math.max(0, (widths[i] ?? 0) - width(cell)));
        return i === 0 ? cell + pad : pad + cell;
      })
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((n) => '-'.repeat(n))), ...rows.map(line)].join('\n');
}

export const share = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(3));
