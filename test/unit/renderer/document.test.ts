import { describe, expect, it } from 'vitest';
import type { ClauseNode } from '../../../shared/model.ts';
import { createDocument } from '../../../renderer/state/document.ts';
import type { DocumentContent } from '../../../renderer/state/document.ts';
import { fakeClient } from './fakeClient.ts';

const node = (id: string, parent: string | null): ClauseNode => ({
  id,
  parent,
  kind: 'clause',
  label: null,
  number: null,
  path: [],
  level: 0,
  heading: null,
  own: [],
  start: 0,
  end: 0,
  pages: null,
});

const content = (name: string): DocumentContent => ({
  info: {
    id: 'doc-0000000000000001',
    name,
    sha256: '0'.repeat(64),
    format: 'text',
    language: 'en',
    kind: 'contract',
    pages: 0,
    status: 'complete',
    issues: [],
  },
  text: '',
  tree: {
    kind: 'contract',
    kindReasons: [],
    language: 'en',
    nodes: [node('n0', null), node('n1', 'n0'), node('n2', 'n1')],
    definitions: [],
    references: [],
    bridges: [],
    exclusions: [],
    front: { title: null, parties: [], date: null, governingLaw: null, term: null },
    issues: [],
  },
  pages: [],
});

const place = { node: 'n2', slices: [], pages: [], cited: true };

describe('the open document', () => {
  it('is the one chosen last, whichever arrives last', async () => {
    const waiting = new Map<string, (content: DocumentContent) => void>();
    const client = fakeClient({
      'document.get': ({ document }) => new Promise((done) => waiting.set(document, done)),
    });
    const store = createDocument(client);
    const first = store.getState().open('doc-a', place);
    const second = store.getState().open('doc-b');
    waiting.get('doc-b')?.(content('b'));
    waiting.get('doc-a')?.(content('a'));
    await Promise.all([first, second]);
    expect(store.getState().content?.info.name).toBe('b');
    expect(store.getState().target).toBeNull();
  });

  it('is not fetched again for another place in it', async () => {
    const client = fakeClient({ 'document.get': () => content('a') });
    const store = createDocument(client);
    await store.getState().open('doc-a', place);
    const turn = store.getState().target?.turn ?? 0;
    await store.getState().open('doc-a', place);
    expect(client.calls).toHaveLength(1);
    // The same place chosen twice is gone to twice.
    expect(store.getState().target?.turn).toBeGreaterThan(turn);
  });

  it('unfolds the way to the place that is shown', async () => {
    const store = createDocument(fakeClient({ 'document.get': () => content('a') }));
    await store.getState().open('doc-a');
    store.getState().fold('n1', true);
    store.getState().show(place);
    expect(store.getState().folded.has('n1')).toBe(false);
    expect(store.getState().active).toBe('n2');
  });
});
