import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { invariant } from '../shared/error.ts';
import { App } from './app.tsx';
import { createClient } from './client.ts';
import { createAnswer } from './state/answer.ts';
import { StoresContext } from './state/context.ts';
import type { Stores } from './state/context.ts';
import { createDocument } from './state/document.ts';
import { createLibrary } from './state/library.ts';
import { createSettings } from './state/settings.ts';

const client = createClient(window.proviso);
const stores: Stores = {
  library: createLibrary(client),
  document: createDocument(client),
  answer: createAnswer(client, () => crypto.randomUUID()),
  settings: createSettings(localStorage, navigator.languages),
};

void stores.library.getState().start();
stores.answer.getState().start();

const root = document.getElementById('root');
invariant(root, 'the page has a root element');
createRoot(root).render(
  <StrictMode>
    <StoresContext value={stores}>
      <App />
    </StoresContext>
  </StrictMode>,
);
