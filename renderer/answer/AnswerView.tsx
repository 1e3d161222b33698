import { leadingEvidence } from '../../shared/leadingEvidence.ts';
import type { Answer, Evidence } from '../../shared/model.ts';
import { useLibrary, useMessages } from '../state/context.ts';
import { scriptOf } from '../ui/scriptOf.ts';
import { Cited } from './Cited.tsx';
import { EvidenceCard } from './EvidenceCard.tsx';

/** One answer: conflicts first, then the conclusion, then every piece of evidence with its place. */
export function AnswerView({ answer }: { readonly answer: Answer }) {
  const { answer: texts } = useMessages();
  const several = useLibrary((state) => (state.documents?.length ?? 0) > 1);
  const { status, conclusion, evidence, conflicts, missing, nearest, coverage, pending, riskLevel, model } = answer;
  const shown = leadingEvidence(answer);
  const cards = (list: readonly Evidence[], first: number) => (
    <ol className="cards">
      {list.map((entry, index) => (
        <EvidenceCard
          key={`${entry.document} ${entry.node} ${entry.start} ${entry.role}`}
          evidence={entry}
          position={first + index}
          withFile={several}
        />
      ))}
    </ol>
  );
  return (
    <article className="answer" aria-label={texts.region}>
      <p className="status" data-status={status}>
        {texts.status[status]}
        {riskLevel !== null && <span className="risk">{texts.risk[riskLevel]}</span>}
      </p>
      {conflicts.length > 0 && (
        <section aria-label={texts.conflicts}>
          <h4>{texts.conflicts}</h4>
          <ul className="conflicts">
            {conflicts.map(({ sides, note }) => (
              <li key={`${sides.join(' ')} ${note}`}>
                {note} {sides.map((side) => `[${side + 1}]`).join(' ')}
              </li>
            ))}
          </ul>
        </section>
      )}
      {conclusion !== '' && (
        <p className="conclusion" lang={scriptOf(conclusion)}>
          <Cited text={conclusion} evidence={evidence} />
        </p>
      )}
      {status === 'insufficient' && conclusion === '' && <p className="conclusion">{texts.insufficientBody}</p>}
      {missing.length > 0 && (
        <section aria-label={texts.missing}>
          <h4>{texts.missing}</h4>
          <ul>
            {missing.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </section>
      )}
      {evidence.length > 0 && (
        <section aria-label={texts.evidence}>
          <h4>{texts.evidence}</h4>
          {cards(evidence.slice(0, shown), 1)}
          {shown < evidence.length && (
            <details className="further">
              <summary>{texts.further(evidence.length - shown)}</summary>
              {cards(evidence.slice(shown), shown + 1)}
            </details>
          )}
        </section>
      )}
      {nearest.length > 0 && (
        <section className="nearest" aria-label={texts.nearest}>
          <h4>{texts.nearest}</h4>
          {cards(nearest, evidence.length + 1)}
        </section>
      )}
      <ul className="answer-facts">
        {coverage && <li>{texts.coverage(coverage.checked, coverage.clauses)}</li>}
        {coverage && coverage.unreadablePages > 0 && <li>{texts.unreadable(coverage.unreadablePages)}</li>}
        {pending.length > 0 && <li>{texts.pending(pending.length)}</li>}
        <li>{model === 'extractive' ? texts.extractive : texts.model(model)}</li>
      </ul>
    </article>
  );
}
