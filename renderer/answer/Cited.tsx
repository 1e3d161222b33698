import type { Evidence } from '../../shared/model.ts';
import { useDocument, useMessages } from '../state/context.ts';

/** Text whose `[n]` lead to the n-th piece of evidence. A number without evidence stays text. */
export function Cited({ text, evidence }: { readonly text: string; readonly evidence: readonly Evidence[] }) {
  const { answer } = useMessages();
  const open = useDocument((state) => state.open);
  return text.split(/(\[\d+\])/).map((part, index) => {
    const cited = /^\[\d+\]$/.test(part) ? evidence[Number(part.slice(1, -1)) - 1] : undefined;
    // A mark stays on the line of the word before it.
    if (!cited) return part.replace(/ $/, '\u00a0');
    const { document, node, slices, pages, path } = cited;
    return (
      <button
        key={`${index} ${part}`}
        type="button"
        className="cite"
        title={answer.open(path.join(' › '))}
        onClick={() => void open(document, { node, slices, pages, cited: true })}
      >
        {part.slice(1, -1)}
      </button>
    );
  });
}
