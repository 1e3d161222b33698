import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { toErrorJson } from '../../shared/error.ts';
import type { ErrorJson } from '../../shared/error.ts';
import type { Output } from '../../shared/ipc.ts';
import type { ClauseNode, PageBoxes } from '../../shared/model.ts';
import type { Span } from '../../shared/span.ts';
import type { Client } from '../client.ts';

export type DocumentContent = Output<'document.get'>;

/** A place to show: its words and, on pages, its boxes. */
export interface Target {
  readonly node: string;
  readonly slices: readonly Span[];
  readonly pages: readonly PageBoxes[];
  /** Cited words are marked; a clause chosen in the outline is only gone to. */
  readonly cited: boolean;
  /** Counts up, so that choosing the same place twice goes there twice. */
  readonly turn: number;
}

export type View = 'original' | 'reading';

export interface DocumentState {
  readonly id: string | null;
  readonly content: DocumentContent | null;
  readonly error: ErrorJson | null;
  readonly target: Target | null;
  /** Nodes of the outline that are folded. */
  readonly folded: ReadonlySet<string>;
  /** The line of the outline that the keyboard is on. */
  readonly active: string | null;
  /** How the person wants documents with pages shown; those without have only the reading view. */
  readonly view: View;
  /** Width of the page on screen over the width that fits; 1 fits. */
  readonly zoom: number;
  readonly open: (document: string, target?: Omit<Target, 'turn'>) => Promise<void>;
  /** Goes to a place in the open document; the way to it in the outline unfolds. */
  readonly show: (target: Omit<Target, 'turn'>) => void;
  /** Goes to a clause of the open document. */
  readonly goTo: (node: ClauseNode) => Promise<void>;
  readonly fold: (node: string, folded: boolean) => void;
  readonly activate: (node: string) => void;
  readonly setView: (view: View) => void;
  readonly setZoom: (zoom: number) => void;
  readonly close: () => void;
}

export const ZOOM_STEPS: readonly number[] = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3];

export function createDocument(client: Client): StoreApi<DocumentState> {
  let turn = 0;
  const nothing = { content: null, error: null, target: null, folded: new Set<string>(), active: null };
  return createStore<DocumentState>((set, get) => {
    const show = (target: Omit<Target, 'turn'>): void => {
      const { content, folded } = get();
      const open = new Set(folded);
      for (const id of ancestorsOf(content?.tree.nodes ?? [], target.node)) open.delete(id);
      set({ target: { ...target, turn: ++turn }, active: target.node, folded: open });
    };
    return {
      ...nothing,
      id: null,
      view: 'original',
      zoom: 1,
      open: async (id, target) => {
        if (get().id !== id || get().content === null) {
          set({ ...nothing, id });
          try {
            const content = await client.request('document.get', { document: id });
            // Another document may have been chosen while this one was on its way.
            if (get().id !== id) return;
            set({ content });
          } catch (error) {
            if (get().id === id) set({ error: toErrorJson(error) });
            return;
          }
        }
        if (target) show(target);
      },
      show,
      goTo: async (node) => {
        const { id, content } = get();
        if (id === null || content === null) return;
        set({ active: node.id });
        // Without its boxes the clause is still shown at the top of its page.
        const located =
          content.pages.length === 0 ? [] : client.request('document.locate', { document: id, slices: node.own });
        const pages = await Promise.resolve(located).catch(() => []);
        if (get().id === id && get().active === node.id) {
          show({ node: node.id, slices: node.own, pages, cited: false });
        }
      },
      fold: (node, folded) => {
        const nodes = new Set(get().folded);
        if (folded) nodes.add(node);
        else nodes.delete(node);
        set({ folded: nodes });
      },
      activate: (active) => set({ active }),
      setView: (view) => set({ view }),
      setZoom: (zoom) => set({ zoom }),
      close: () => set({ ...nothing, id: null }),
    };
  });
}

function ancestorsOf(nodes: readonly ClauseNode[], id: string): string[] {
  const parents = new Map(nodes.map((node) => [node.id, node.parent]));
  const ancestors: string[] = [];
  for (let at = parents.get(id); at !== null && at !== undefined; at = parents.get(at)) ancestors.push(at);
  return ancestors;
}
