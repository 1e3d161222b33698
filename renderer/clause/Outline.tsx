import { useEffect, useMemo, useRef } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { ClauseNode } from '../../shared/model.ts';
import { useDocument, useMessages } from '../state/context.ts';
import type { DocumentContent } from '../state/document.ts';
import { Icon } from '../ui/Icon.tsx';
import { scriptOf } from '../ui/scriptOf.ts';
import { outlineRows, outlineTitle } from './outlineRows.ts';
import type { OutlineRow } from './outlineRows.ts';

/** The clauses of the open document. */
export function Outline() {
  const { outline } = useMessages();
  const content = useDocument((state) => state.content);
  if (!content) return null;
  return (
    <nav className="outline" aria-labelledby="outline-title">
      <header className="pane-header">
        <h2 id="outline-title">{outline.title}</h2>
      </header>
      {content.tree.nodes.length > 1 ? (
        <OutlineTree key={content.info.id} content={content} />
      ) : (
        <p className="quiet">{outline.empty}</p>
      )}
    </nav>
  );
}

/** A tree after the ARIA pattern: one stop for Tab, arrows move and open, Home and End, Enter goes there. */
function OutlineTree({ content }: { readonly content: DocumentContent }) {
  const { outline } = useMessages();
  const goTo = useDocument((state) => state.goTo);
  const fold = useDocument((state) => state.fold);
  const activate = useDocument((state) => state.activate);
  const folded = useDocument((state) => state.folded);
  const active = useDocument((state) => state.active);
  const shown = useDocument((state) => state.target?.node);
  const tree = useRef<HTMLUListElement>(null);
  const { text } = content;
  const { nodes } = content.tree;

  const rows = useMemo(() => outlineRows(nodes, folded), [nodes, folded]);
  const at = Math.max(
    rows.findIndex(({ node }) => node.id === active),
    0,
  );

  useEffect(() => {
    if (active !== null) rowElement(tree.current, active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const go = (node: ClauseNode): void => void goTo(node);
  const focus = (row: OutlineRow | undefined): void => {
    if (!row) return;
    activate(row.node.id);
    rowElement(tree.current, row.node.id)?.focus();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const { node, hasChildren } = row;
    const isOpen = hasChildren && !folded.has(node.id);
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(rows[at + 1]),
      ArrowUp: () => focus(rows[at - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => {
        if (isOpen) focus(rows[at + 1]);
        else if (hasChildren) fold(node.id, false);
      },
      ArrowLeft: () => {
        if (isOpen) fold(node.id, true);
        else focus(rows.find((other) => other.node.id === node.parent));
      },
      Enter: () => go(node),
      ' ': () => go(node),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  const onClick = ({ target }: MouseEvent): void => {
    if (!(target instanceof Element)) return;
    const id = target.closest<HTMLElement>('[data-node]')?.dataset['node'];
    const row = rows.find(({ node }) => node.id === id);
    if (!row) return;
    if (row.hasChildren && target.closest('.twisty')) fold(row.node.id, !folded.has(row.node.id));
    else go(row.node);
  };

  return (
    <ul ref={tree} className="tree" role="tree" aria-labelledby="outline-title" onKeyDown={onKeyDown} onClick={onClick}>
      {rows.map(({ node, depth, hasChildren }, index) => {
        const isOpen = hasChildren ? !folded.has(node.id) : undefined;
        const title = outlineTitle(node, text);
        return (
          <li
            key={node.id}
            role="treeitem"
            className="tree-row"
            data-node={node.id}
            data-depth={Math.min(depth, 6)}
            data-heading={node.heading !== null || node.kind === 'annex' || undefined}
            aria-level={depth}
            aria-expanded={isOpen}
            aria-selected={node.id === shown}
            tabIndex={index === at ? 0 : -1}
            title={node.path.join(' › ')}
          >
            <span className="twisty" data-open={isOpen}>
              {hasChildren && <Icon name="chevron" />}
            </span>
            {node.label !== null && (
              <span className="tree-label" lang={scriptOf(node.label)}>
                {node.label}
              </span>
            )}
            <span className="tree-title" lang={scriptOf(title)}>
              {title === '' ? outline.kinds[node.kind] : title}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const rowElement = (tree: HTMLElement | null, id: string): HTMLElement | null =>
  tree?.querySelector<HTMLElement>(`[data-node="${id}"]`) ?? null;
