import { useEffect } from 'react';
import { AskPane } from './answer/AskPane.tsx';
import { Outline } from './clause/Outline.tsx';
import { DocumentPane } from './document/DocumentPane.tsx';
import { DropZone } from './library/DropZone.tsx';
import { EmptyLibrary } from './library/EmptyLibrary.tsx';
import { Library } from './library/Library.tsx';
import { SettingsBar } from './settings/SettingsBar.tsx';
import { useDocument, useLibrary, useMessages, useSettings } from './state/context.ts';

/** Three panes, as in a mail client: documents and clauses, the document, questions and answers. */
export function App() {
  const messages = useMessages();
  const language = useSettings((state) => state.language);
  const theme = useSettings((state) => state.theme);

  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dataset['theme'] = theme;
  }, [language, theme]);

  useOpenDocument();
  const isEmpty = useLibrary(({ documents }) => documents?.length === 0);
  const isAdding = useLibrary(({ jobs }) => jobs.some(({ state }) => state === 'queued' || state === 'running'));

  return (
    <>
      <a className="skip-link" href="#document">
        {messages.app.skipToDocument}
      </a>
      <div className="app">
        <div className="sidebar">
          <Library />
          <Outline />
          <SettingsBar />
        </div>
        <main id="document" className="document" tabIndex={-1}>
          <DocumentPane
            empty={isEmpty && !isAdding ? <EmptyLibrary /> : isAdding ? <p>{messages.document.soon}</p> : null}
          />
        </main>
        <AskPane />
      </div>
      <DropZone />
    </>
  );
}

/** Keeps a document open while there is one: the first when none is, another one when it is removed. */
function useOpenDocument(): void {
  const documents = useLibrary((state) => state.documents);
  const id = useDocument((state) => state.id);
  const open = useDocument((state) => state.open);
  const close = useDocument((state) => state.close);
  useEffect(() => {
    if (!documents || documents.some((document) => document.id === id)) return;
    const first = documents.find(({ status }) => status !== 'failed');
    if (first) void open(first.id);
    else if (id !== null) close();
  }, [documents, id, open, close]);
}
