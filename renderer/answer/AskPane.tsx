import { useEffect, useRef, useState } from 'react';
import { errorText, useAnswer, useDocument, useLibrary, useMessages } from '../state/context.ts';
import { Icon } from '../ui/Icon.tsx';
import { Notice } from '../ui/Notice.tsx';
import { scriptOf } from '../ui/scriptOf.ts';
import { AnswerView } from './AnswerView.tsx';

type ScopeChoice = 'all' | 'open';

/** Questions and the answer to the latest one. */
export function AskPane() {
  const messages = useMessages();
  const openId = useDocument((state) => state.id);
  const hasDocuments = useLibrary((state) => (state.documents?.length ?? 0) > 0);
  const { question, answer, stage, partial, call, error } = useAnswer((state) => state);
  const [text, setText] = useState('');
  const [scope, setScope] = useState<ScopeChoice>('all');
  const box = useRef<HTMLTextAreaElement>(null);
  const texts = messages.ask;

  useEffect(() => {
    const shortcut = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        box.current?.focus();
        box.current?.select();
      }
    };
    window.addEventListener('keydown', shortcut);
    return () => window.removeEventListener('keydown', shortcut);
  }, []);

  const ask = useAnswer((state) => state.ask);
  const stop = useAnswer((state) => state.stop);
  const send = (words: string): void => {
    void ask(words, scope === 'open' && openId !== null ? [openId] : null);
  };

  return (
    <section className="ask" aria-labelledby="ask-title">
      <header className="pane-header">
        <h2 id="ask-title">{texts.title}</h2>
        <select
          aria-label={texts.scope}
          title={texts.scope}
          value={scope}
          onChange={({ currentTarget: { value } }) => setScope(value === 'open' ? 'open' : 'all')}
        >
          <option value="all">{texts.scopeAll}</option>
          <option value="open" disabled={openId === null}>
            {texts.scopeOne}
          </option>
        </select>
      </header>
      <form
        className="ask-box"
        onSubmit={(event) => {
          event.preventDefault();
          send(text);
        }}
      >
        <textarea
          ref={box}
          rows={2}
          aria-label={texts.label}
          aria-describedby="ask-enter"
          placeholder={texts.placeholder}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          onKeyDown={(event) => {
            // Enter also ends the composition of Chinese characters, and then it asks nothing.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send(text);
          }}
        />
        <div className="ask-row">
          <span id="ask-enter" className="quiet">
            {texts.enter}
          </span>
          {call === null ? (
            <button type="submit" className="button primary" disabled={!hasDocuments || text.trim() === ''}>
              {texts.send}
            </button>
          ) : (
            <button type="button" className="button" onClick={() => void stop()}>
              <Icon name="stop" />
              {texts.stop}
            </button>
          )}
        </div>
      </form>

      <div className="answer-scroll" aria-live="polite" aria-busy={call !== null}>
        {question === null && (
          <div className="ask-hint">
            <p>{texts.hint}</p>
            {hasDocuments &&
              texts.examples.map((example) => (
                <button
                  key={example}
                  type="button"
                  className="example"
                  onClick={() => {
                    setText(example);
                    send(example);
                  }}
                >
                  {example}
                </button>
              ))}
          </div>
        )}
        {question !== null && (
          <h3 className="question" lang={scriptOf(question)}>
            {question}
          </h3>
        )}
        {call !== null && partial === '' && <p className="searching">{texts.stages[stage ?? ''] ?? texts.searching}</p>}
        {partial !== '' && <p className="conclusion partial">{partial}</p>}
        {error?.code === 'CANCELLED' && <p className="quiet">{messages.answer.cancelled}</p>}
        {error && error.code !== 'CANCELLED' && <Notice text={errorText(messages, error)} />}
        {answer && <AnswerView answer={answer} />}
      </div>
      <p className="not-advice">{messages.app.notAdvice}</p>
    </section>
  );
}
