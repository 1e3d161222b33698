import type { ClauseNode, Definition, Reference } from '../../../shared/model.ts';
import type { Span } from '../../../shared/span.ts';
import { quoteOf, trimSpan } from '../../../shared/span.ts';
import { leadInOf } from '../chunk/chunk.ts';
import { usesName } from './definedTerms.ts';
import type { UsedTerm } from './definedTerms.ts';
import type { DocumentView } from './documentView.ts';
import { fold } from './fold.ts';
import type { Companion, Passage, Role } from './passage.ts';
import { inkOf } from './search.ts';

/** Definitions are followed this many steps: a definition that uses a defined term brings that one too. */
const CLOSURE_STEPS = 2;
/** Bridges below this confidence are not followed. */
const LEAST_CONFIDENCE = 0.3;

/**
 * The passage with what it must not be read without, by role: its lead-in, exceptions in both directions of the contrast
 * bridges, targets of "subject to" and "notwithstanding", annexes it refers to, definitions of its terms (closure, in
 * scope), clauses it refers to. The passage itself stays as it is; companions never repeat its text.
 */
export function expand(passage: Passage, questionTerms: readonly UsedTerm[]): Passage {
  const { view } = passage;
  const node = view.node(passage.node);
  if (node === undefined) return passage;
  const found = new Map<string, Companion>();
  const add = (role: Role, target: ClauseNode, slices: readonly Span[]): void => {
    if (slices.length === 0 || target.kind === 'root' || !view.isEvidence(target)) return;
    if (slices.every((slice) => within(slice, passage.slices))) return;
    const key = `${target.id}:${slices[0]?.[0] ?? 0}`;
    if (!found.has(key)) found.set(key, { role, node: target.id, slices });
  };

  const parent = view.parent(node);
  if (parent !== undefined) add('lead-in', parent, leadIn(view, node));
  addContrasts(view, node, add);
  addReferences(view, node, add);
  addDefinitions(view, passage, questionTerms, add);
  return { ...passage, companions: [...found.values()] };
}

type Add = (role: Role, target: ClauseNode, slices: readonly Span[]) => void;

const within = ([start, end]: Span, spans: readonly Span[]): boolean => spans.some(([s, e]) => s <= start && end <= e);

function leadIn(view: DocumentView, node: ClauseNode): Span[] {
  const byId = new Map<string, ClauseNode>();
  for (const above of view.ancestors(node)) byId.set(above.id, above);
  return leadInOf(view.text, node, byId);
}

function addContrasts(view: DocumentView, node: ClauseNode, add: Add): void {
  const near = [node, ...view.ancestors(node)];
  for (const at of near) {
    for (const bridge of view.bridgesOf(at.id)) {
      if (bridge.relation !== 'contrast' || bridge.confidence < LEAST_CONFIDENCE || bridge.from === bridge.to) continue;
      const other = view.node(bridge.from === at.id ? bridge.to : bridge.from);
      if (other === undefined) continue;
      // From the proviso one reads back to the rule it limits; from the rule on to its proviso.
      const role: Role = bridge.from === at.id ? 'clause' : 'exception';
      // A link of an ancestor binds the items below it only when it limits them.
      if (at !== node && role !== 'exception') continue;
      for (const part of view.subtree(other)) if (view.hasStatement(part)) add(role, part, inkOf(view, part));
    }
  }
}

const REFERENCE_ROLES: Record<Reference['role'], Role> = {
  plain: 'related',
  'subject-to': 'condition',
  notwithstanding: 'exception',
  except: 'exception',
  prevails: 'condition',
};

function addReferences(view: DocumentView, node: ClauseNode, add: Add): void {
  for (const reference of view.referencesOf(node.id)) {
    if (reference.status !== 'resolved') continue;
    for (const id of reference.targets) {
      const target = view.node(id);
      if (target === undefined || target.id === node.id) continue;
      const role = reference.kind === 'annex' && reference.role === 'plain' ? 'annex' : REFERENCE_ROLES[reference.role];
      for (const part of view.subtree(target)) if (view.hasStatement(part)) add(role, part, inkOf(view, part));
    }
  }
}

function addDefinitions(view: DocumentView, passage: Passage, asked: readonly UsedTerm[], add: Add): void {
  const node = view.node(passage.node);
  if (node === undefined) return;
  const open: { readonly words: string; readonly step: number }[] = [
    { words: quoteOf(view.text, passage.slices), step: 1 },
  ];
  const done = new Set<Definition>();
  const take = (definition: Definition, step: number): void => {
    if (done.has(definition)) return;
    done.add(definition);
    const home = view.node(definition.node);
    if (home === undefined) return;
    const slices = definitionSlices(view, home, definition);
    add('definition', home, slices);
    if (step < CLOSURE_STEPS) open.push({ words: quoteOf(view.text, slices), step: step + 1 });
  };
  for (const term of asked) if (term.view === view) take(term.definition, 1);
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const plain = fold(next.words);
    for (const definition of view.definitions) {
      if (done.has(definition)) continue;
      if (definition.scope !== 'document' && !view.isUnder(node, definition.scope)) continue;
      if ([definition.term, ...definition.aliases].some((name) => usesName(fold(name), plain)))
        take(definition, next.step);
    }
  }
}

/** The words of a definition: its span, in slices of the node that holds it. */
export function definitionSlices(view: DocumentView, home: ClauseNode, definition: Definition): Span[] {
  return view
    .ownWithin(home, [definition.start, definition.end])
    .map((span) => trimSpan(view.text, span))
    .filter(([start, end]) => end > start);
}
