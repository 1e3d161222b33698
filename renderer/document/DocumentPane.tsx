import { useState } from 'react';
import type { ReactNode } from 'react';
import { errorText, useDocument, useMessages } from '../state/context.ts';
import { ZOOM_STEPS } from '../state/document.ts';
import type { DocumentContent, View } from '../state/document.ts';
import { Icon } from '../ui/Icon.tsx';
import { Notice } from '../ui/Notice.tsx';
import { scriptOf } from '../ui/scriptOf.ts';
import { PdfView } from './PdfView.tsx';
import { ReadingView } from './ReadingView.tsx';

/** The open document. `empty` is shown when the library has none. */
export function DocumentPane({ empty }: { readonly empty: ReactNode }) {
  const messages = useMessages();
  const id = useDocument((state) => state.id);
  const content = useDocument((state) => state.content);
  const error = useDocument((state) => state.error);
  const texts = messages.document;

  if (error) return <Notice text={errorText(messages, error)} />;
  if (!content)
    return <div className="blank">{id === null ? (empty ?? <p>{texts.none}</p>) : <p>{texts.loading}</p>}</div>;

  return <OpenDocument key={content.info.id} content={content} />;
}

function OpenDocument({ content }: { readonly content: DocumentContent }) {
  const { document: texts } = useMessages();
  const chosen = useDocument((state) => state.view);
  const [page, setPage] = useState(1);
  const { info, tree } = content;
  const hasPages = info.format === 'pdf' && content.pages.length > 0;
  const view: View = hasPages ? chosen : 'reading';
  const title = tree.front.title ?? info.name;
  return (
    <>
      <header className="document-header">
        <div className="document-heading">
          <h1 lang={scriptOf(title)}>{title}</h1>
          {tree.front.title !== null && <span className="quiet">{info.name}</span>}
        </div>
        <div className="toolbar">
          {view === 'original' && (
            <output className="page-number" aria-label={texts.page(page, content.pages.length)}>
              {texts.pageCount(page, content.pages.length)}
            </output>
          )}
          {hasPages && <ViewSwitch view={view} />}
          <ZoomButtons />
        </div>
      </header>
      <div className="document-body">
        {view === 'original' ? <PdfView content={content} onPage={setPage} /> : <ReadingView content={content} />}
      </div>
    </>
  );
}

function ViewSwitch({ view }: { readonly view: View }) {
  const { document } = useMessages();
  const setView = useDocument((state) => state.setView);
  return (
    <fieldset className="segmented" aria-label={document.view}>
      {(['original', 'reading'] as const).map((name) => (
        <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
          {document[name]}
        </button>
      ))}
    </fieldset>
  );
}

function ZoomButtons() {
  const { document } = useMessages();
  const zoom = useDocument((state) => state.zoom);
  const setZoom = useDocument((state) => state.setZoom);
  const smaller = ZOOM_STEPS.findLast((step) => step < zoom);
  const larger = ZOOM_STEPS.find((step) => step > zoom);
  const button = (name: 'zoomOut' | 'fit' | 'zoomIn', label: string, to: number | undefined) => (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && setZoom(to)}
    >
      <Icon name={name} />
    </button>
  );
  return (
    <div className="zoom">
      {button('zoomOut', document.zoomOut, smaller)}
      {button('fit', document.fitWidth, 1)}
      {button('zoomIn', document.zoomIn, larger)}
    </div>
  );
}
