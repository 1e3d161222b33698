import type { ClauseNode, Reference } from '../../../../shared/model.ts';
import { chineseReferences } from './referencesZh.ts';
import { englishReferences } from './referencesEn.ts';
import { agreementReferences, headingReferences, itemReferences } from './referencesNamed.ts';
import type { ReferenceFound } from './referenceForms.ts';
import { resolverOf } from './resolve.ts';
import { roleOf } from './roles.ts';
import { isUnder, spanIn } from './view.ts';
import type { Passage, TreeView } from './view.ts';

/** Every reference to a clause, annex, other document or law, in reading order, with the nodes it means. */
export function findReferences(view: TreeView): Reference[] {
  const resolver = resolverOf(view);
  const references: Reference[] = [];
  const title = titleOf(view);
  const own = ownNames(view);
  /** "Section 5.1 of the Standard Terms", in a text that calls itself "these Standard Terms". */
  const isOwn = (words: string): boolean => {
    const name = / (?:of|in|to|under|from) the (.+)$/i.exec(words)?.[1];
    return name !== undefined && own.has(name.toLowerCase());
  };
  for (const passage of view.passages) {
    if (passage.node.kind === 'signature') continue;
    const { text } = passage;
    const found = merged([
      ...englishReferences(text),
      ...chineseReferences(text),
      ...headingReferences(text, title),
      ...itemReferences(text),
      ...agreementReferences(text),
      ...(listsAnnexes(view, passage) ? listedAnnex(passage) : []),
    ]);
    let before: { readonly end: number; readonly role: Reference['role'] } | null = null;
    for (const one of found) {
      if (isOwnLabel(passage, one)) continue;
      const targets = one.external && !namesAnnex(one) && !isOwn(text.slice(one.start, one.end)) ? [] : targetsOf(one);
      const outsider = targets.length === 0 && (one.external || isLawNumber(one));
      if (targets.length === 0 && !outsider && one.weak) continue;
      // 附件 in the annex itself names no other place; 本附件 names that one
      const isThis = one.places[0]?.first.base?.kind === 'this';
      if (one.weak && !isThis && one.kind === 'annex' && targets.some((node) => isUnder(view, passage.node, node)))
        continue;
      const role = roleOf(passage.text, one.start, one.end, before);
      before = { end: one.end, role };
      const [start, end] = spanIn(passage, one.start, one.end);
      references.push({
        text: view.source.text.slice(start, end).replace(/\s+/gu, ' '),
        start,
        end,
        kind: kindOf(one, outsider, targets),
        role,
        node: passage.node.id,
        targets: targets.map((node) => node.id),
        status: targets.length > 0 ? 'resolved' : outsider ? 'external' : 'dangling',
      });
    }

    function targetsOf(one: ReferenceFound): ClauseNode[] {
      const targets = new Set<ClauseNode>();
      for (const { first, last } of one.places) {
        const nodes =
          last === null ? resolver.resolve(first, passage, one.start) : resolver.range(first, last, passage, one.start);
        for (const node of nodes) targets.add(node);
      }
      return [...targets];
    }

    /** "Section 2870", "Section 409A": far above the last clause, so a statute whose name stands elsewhere. */
    function isLawNumber(one: ReferenceFound): boolean {
      if (one.kind !== 'clause') return false;
      const number = one.places[0]?.first.number ?? '';
      const top = /^\d+/.exec(number)?.[0];
      if (top === undefined || one.places[0]?.first.annex !== null) return false;
      return (
        Number(top) >= 1000 || (Number(top) > resolver.highest + 40 && Number(top) > 60) || /^\d{3}[A-Z]/.test(number)
      );
    }
  }
  return references;
}

const namesAnnex = (one: ReferenceFound): boolean =>
  one.places.some(({ first }) => first.annex?.startsWith('《') === true);

const selfName =
  /\b[Tt]h(?:is|ese) ((?:[A-Z][\w'-]* ){1,5}?(?:Terms|Agreement|Policy|Addendum|Amendment|Lease|License|Letter|Plan))\b/g;

/** Names that the document gives itself with "this" or "these", in lower case. */
function ownNames(view: TreeView): Set<string> {
  const names = new Set<string>();
  for (const { text } of view.passages)
    for (const match of text.matchAll(selfName)) names.add((match[1] ?? '').toLowerCase());
  return names;
}

/** A title that turns out to be that of an annex refers to the annex. */
const kindOf = (one: ReferenceFound, outsider: boolean, targets: readonly ClauseNode[]): Reference['kind'] => {
  if (outsider) return one.kind === 'clause' ? 'law' : one.kind;
  return one.external && targets.length > 0 ? (namesAnnex(one) ? 'annex' : 'clause') : one.kind;
};

/** The title of the document, without white space: its first line of its own. */
function titleOf(view: TreeView): string {
  const line = view.passages.slice(0, 8).find(({ text, block }) => block.kind !== 'cell' && text.length >= 3);
  return line === undefined ? '' : line.text.replace(/[\s#《》]/g, '');
}

const annexList = /附件(?:包括|如下|有|清单|目录|列表)[^。;]{0,12}:?$/;
const annexEntry = /^(?:\(?[\d一二三四五六七八九十]{1,3}[).、] ?)?(《?[\u4e00-\u9fff]{2,24}》?)[;。]?$/;

/** True where the passage is an entry of 本合同附件包括：（1）保密协议 （2）…. */
function listsAnnexes(view: TreeView, passage: Passage): boolean {
  const holder = passage.node.parent === null ? passage.node : (view.byId.get(passage.node.parent) ?? passage.node);
  for (const node of [passage.node, holder])
    if (
      (view.ofNode.get(node.id) ?? []).some(
        (one) => one.index < passage.index && passage.index - one.index < 12 && annexList.test(one.text),
      )
    )
      return true;
  return false;
}

function listedAnnex(passage: Passage): ReferenceFound[] {
  const match = annexEntry.exec(passage.text);
  const words = match?.[1];
  if (words === undefined) return [];
  const start = passage.text.indexOf(words);
  const place = { annex: `《${words.replace(/[《》]/g, '')}》`, base: null, word: '', number: '' };
  return [
    {
      start,
      end: start + words.length,
      kind: 'annex',
      places: [{ first: place, last: null }],
      external: false,
      weak: false,
    },
  ];
}

function merged(found: ReferenceFound[]): ReferenceFound[] {
  const kept: ReferenceFound[] = [];
  for (const one of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || one.start >= last.end) kept.push(one);
  }
  return kept;
}

/** The label and heading of the node itself ("Section 4.01", "Exhibit A") refer to nothing. */
function isOwnLabel(passage: Passage, one: ReferenceFound): boolean {
  const { node, text } = passage;
  const head = text.slice(0, one.start).trim();
  if (one.external || one.places[0]?.first.base?.kind === 'this') return false;
  // a line of nothing but the name ("EXHIBIT 10.1", 附件一) is a title
  if (head === '' && text.slice(one.end).trim().length === 0) return true;
  // so is the number that a filing gives the contract
  if (head === '' && passage.index < 10 && one.kind === 'annex' && /^(?:ex|exhibit)/i.test(text)) return true;
  if (
    head === '' &&
    one.kind === 'annex' &&
    text.length <= 120 &&
    /^ ?(?:[-:.—]|$|[A-Z《\u3400-\u9fff])/.test(text.slice(one.end))
  )
    return true;
  if (node.label === null) return head === '' && node.kind === 'annex';
  const label = node.label.replace(/\s+/g, ' ').trim();
  return (
    one.start < label.length &&
    text
      .slice(0, label.length + 4)
      .toLowerCase()
      .includes(label.slice(0, 6).toLowerCase())
  );
}
