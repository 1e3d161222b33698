import { useState } from 'react';
import type { DocumentSummary } from '../../shared/model.ts';
import { indexingOf } from '../state/library.ts';
import type { Indexing } from '../state/library.ts';
import { errorText, useDocument, useLibrary, useMessages } from '../state/context.ts';
import { Icon } from '../ui/Icon.tsx';
import { Notice } from '../ui/Notice.tsx';
import { scriptOf } from '../ui/scriptOf.ts';
import { FilePicker } from './FilePicker.tsx';
import { JobList } from './JobList.tsx';

export function Library() {
  const messages = useMessages();
  const documents = useLibrary((state) => state.documents);
  const jobs = useLibrary((state) => state.jobs);
  const error = useLibrary((state) => state.error);
  const dismissError = useLibrary((state) => state.dismissError);
  const imports = jobs.filter(({ kind, state }) => kind === 'import' || state === 'failed');

  return (
    <section className="library" aria-labelledby="library-title">
      <header className="pane-header">
        <h2 id="library-title">{messages.library.title}</h2>
        <FilePicker className="icon-button" label={messages.library.add}>
          <Icon name="add" />
        </FilePicker>
      </header>
      {error && (
        <Notice
          text={error.code === 'BAD_INPUT' ? messages.library.noPath : errorText(messages, error)}
          onDismiss={dismissError}
        />
      )}
      <JobList jobs={imports} />
      {documents === null && !error && <p className="quiet">{messages.library.loading}</p>}
      {documents?.length === 0 && imports.length === 0 && <p className="quiet">{messages.library.none}</p>}
      {documents && documents.length > 0 && (
        <ul className="document-list">
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} indexing={indexingOf(document, jobs)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function DocumentRow({
  document,
  indexing,
}: {
  readonly document: DocumentSummary;
  readonly indexing: Indexing | null;
}) {
  const messages = useMessages();
  const openId = useDocument((state) => state.id);
  const open = useDocument((state) => state.open);
  const remove = useLibrary((state) => state.remove);
  const [asking, setAsking] = useState(false);
  const { library } = messages;
  const title = document.title ?? document.name;

  const facts = [
    document.pages > 0 ? library.pages(document.pages) : null,
    document.clauses > 0 ? library.clauses(document.clauses) : null,
  ].filter((fact) => fact !== null);

  return (
    <li className="document-row" data-open={document.id === openId || undefined}>
      <button
        type="button"
        className="document-open"
        aria-current={document.id === openId ? 'true' : undefined}
        disabled={document.status === 'failed'}
        onClick={() => void open(document.id)}
      >
        <Icon name={document.format === 'pdf' ? 'page' : 'word'} />
        <span className="document-words">
          <span className="document-title" lang={scriptOf(title)} title={document.name}>
            {title}
          </span>
          <span className="document-facts">
            {document.title !== null && <span className="document-file">{document.name}</span>}
            <span>{facts.join(' · ')}</span>
          </span>
          {document.status === 'partial' && <span className="state warn">{library.partial}</span>}
          {document.status === 'failed' && <span className="state bad">{library.failed}</span>}
          {indexing && <span className="state">{library.indexing(indexing.done, indexing.total)}</span>}
        </span>
      </button>
      <button
        type="button"
        className="icon-button row-action"
        aria-label={library.remove(document.name)}
        title={library.remove(document.name)}
        onClick={() => setAsking(true)}
      >
        <Icon name="trash" />
      </button>
      {asking && (
        <div className="confirm" role="alertdialog" aria-label={library.removeTitle}>
          <p>{library.removeBody(document.name)}</p>
          <button type="button" className="button danger" onClick={() => void remove(document.id)}>
            {library.removeConfirm}
          </button>
          {/* The safe choice has the focus. */}
          <button type="button" className="button" ref={(button) => button?.focus()} onClick={() => setAsking(false)}>
            {library.keep}
          </button>
        </div>
      )}
    </li>
  );
}
