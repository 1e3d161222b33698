import type { Definition } from '../../../../shared/model.ts';
import { aliasesOf } from './terms.ts';
import { spanIn } from './view.ts';
import type { Passage, TreeView } from './view.ts';

/**
 * Terms that no verb and no quotation mark defines: the labels of the parties block (甲方（买方）：), of a cover page whose
 * labels the text declares to be terms, and roles in brackets (任何一方（违约方）).
 */
export function labelledTerms(view: TreeView): Definition[] {
  return [...partyLabels(view), ...coverLabels(view), ...bracketRoles(view), ...widenedNames(view)];
}

const fieldNames =
  /^(?:signature|signed|by|name|print name|title|date|company|address|notice address|e-?mail|phone|telephone|fax|attention|id|number|notes?)$/i;

const role =
  '买方|卖方|供方|需方|委托方|受托方|委托人|受托人|出租方|承租方|出租人|承租人|转让方|受让方|出让方|发包方|承包方|发包人|承包人|定作方|承揽方|采购方|供应方|供货方|贷款人|借款人|抵押人|担保人|许可方|被许可方|披露方|接收方|用人单位|劳动者';
const chineseParty = new RegExp(`^[*#\\s]*([甲乙丙丁戊己]方|${role})(?: ?\\(([^()]{1,30})\\))? ?(?::|$|名称|姓名)`);
const englishParty = /^[*#\s]*(Party [A-F])(?: ?\(([^()]{1,40})\))? ?:/;
// How far into the document the parties block may stand, in paragraphs.
const frontPassages = 60;

function partyLabels(view: TreeView): Definition[] {
  const found: Definition[] = [];
  const seen = new Set<string>();
  for (const passage of view.passages.slice(0, frontPassages)) {
    if (passage.node.kind === 'signature') continue;
    const match = chineseParty.exec(passage.text) ?? englishParty.exec(passage.text);
    const term = match?.[1];
    if (match === null || term === undefined) continue;
    // a label without a name is one only with its role, or with the lines of the block below it
    const bare = match[0].endsWith(term) && match[2] === undefined;
    if (bare && !/^(?:名称|姓名|地址|住所|统一|法定)/.test(view.passages[passage.index + 1]?.text ?? '')) continue;
    const roles = (match[2] ?? '').split(/[,、/]|或/).map((words) => words.trim());
    const aliases = roles.filter(
      (words) => words !== '' && words.length <= 16 && !/盖章|签[字章名]|以下|简称|下称|_/.test(words),
    );
    const key = [term, ...aliases].join('|');
    if (seen.has(key) || (aliases.length === 0 && [...seen].some((other) => other.split('|')[0] === term))) continue;
    seen.add(key);
    const at = passage.text.indexOf(term);
    found.push(definition(view, passage, term, aliases, spanIn(passage, at, passage.text.length)));
  }
  return found;
}

function definition(
  view: TreeView,
  passage: Passage,
  term: string,
  others: readonly string[],
  [start, end]: readonly [number, number],
): Definition {
  const language = /[\u3400-\u9fff]/.test(passage.text) ? 'zh' : 'en';
  const at = passage.text.indexOf(term);
  const printed = at < 0 ? term : view.source.text.slice(...spanIn(passage, at, at + term.length)).replace(/\s+/g, ' ');
  return {
    term: printed,
    aliases: language === 'zh' ? [...others] : aliasesOf([printed, ...others]),
    scope: 'document',
    start,
    end,
    node: passage.node.id,
    language,
  };
}

/** "Capitalized words have the meanings given in the Cover Page". */
const declared =
  /\b(?:capitali[sz]ed|defined) (?:words?|terms?)\b[^.;]{0,80}\b(?:meanings?|descriptions?|definitions?)\b[^.;]{0,80}\b(?:Cover (?:Page|Terms)|Key Terms|Order Form|Deal Terms|Summary|Term Sheet)\b/i;
const label = /^\*{0,2}([A-Za-z][A-Za-z&/' -]{2,40}?)\*{0,2} ?:?$/;

/** Labels of the cover page's tables that the running text uses as capitalised words. */
function coverLabels(view: TreeView): Definition[] {
  if (!view.passages.some(({ text }) => declared.test(text))) return [];
  const found: Definition[] = [];
  const seen = new Set<string>();
  const body = view.passages
    .filter(({ block, node }) => block.kind !== 'cell' && node.kind !== 'signature')
    .map(({ text }) => text)
    .join('\n');
  let head = '';
  for (const passage of view.passages) {
    const { cell } = passage.block;
    if (cell === null) continue;
    const place = `${cell.table} ${cell.row} ${cell.column}`;
    const first = place !== head;
    head = place;
    const words = first ? label.exec(passage.text)?.[1] : undefined;
    if (words === undefined || fieldNames.test(words) || words.split(' ').length > 5) continue;
    const term = words === words.toUpperCase() ? title(words) : words;
    if (!/^[A-Z]/.test(term) || seen.has(term) || !new RegExp(`\\b${term.replace(/[/]/g, '\\/')}\\b`).test(body))
      continue;
    seen.add(term);
    const row = view.passages.filter(
      ({ block }) =>
        block.cell?.table === cell.table &&
        block.cell.row >= cell.row &&
        block.cell.row <= cell.row + (term === words ? 0 : 2),
    );
    const last = row.at(-1) ?? passage;
    found.push({
      term,
      aliases: aliasesOf([term]),
      scope: 'document',
      start: spanIn(passage, 0, 1)[0],
      end: Math.max(spanIn(passage, 0, passage.text.length)[1], spanIn(last, 0, last.text.length)[1]),
      node: passage.node.id,
      language: 'en',
    });
  }
  return found;
}

const title = (words: string): string => words.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

const inBrackets = /\((?![包含不即如或见])([\u4e00-\u9fff]{2,8}(?:方|人|价款|款项|费用|期限|期间|产品|项目|事项))\)/g;

/** A name in brackets that stands for the words before it: first said there, and used without brackets later. */
function bracketRoles(view: TreeView): Definition[] {
  const found: Definition[] = [];
  const earlier: string[] = [];
  const seen = new Set<string>();
  const texts = view.passages.map(({ text }) => text);
  for (const passage of view.passages) {
    for (const match of passage.text.matchAll(inBrackets)) {
      const term = match[1] ?? '';
      const before = passage.text.slice(0, match.index);
      if (seen.has(term) || /(?:[甲乙丙丁戊己]方|^) ?$/.test(before)) continue;
      seen.add(term);
      const used = texts.slice(passage.index + 1).concat(passage.text.slice(match.index + match[0].length));
      const bare = used.some((text) => text.replaceAll(`(${term})`, '').includes(term));
      if (!bare && !/(?:一方|的人|人员|单位|企业|款|元.{0,12}\)) ?$/.test(before)) continue;
      const borne = /(?:一方|的人|人员|单位|企业) ?$/.test(before);
      if (!borne && (before.includes(term) || earlier.some((text) => text.includes(term)))) continue;
      const sentence = passage.sentences.find(([, end]) => end > match.index) ?? [0, passage.text.length];
      found.push(
        definition(
          view,
          passage,
          term,
          [],
          spanIn(passage, sentence[0], Math.max(sentence[1], match.index + match[0].length)),
        ),
      );
    }
    earlier.push(passage.text);
  }
  return found;
}

const sameBelow =
  /((?:\[[^[\]]{1,12}\]|[\u4e00-\u9fffA-Za-z]{2,12}))\((?:均|指|系指|含|包括|不包括|不含)[^()]{2,80}(?:,|、)?下同\)/g;

/** 发货票（包括发票、交货单，下同）: the longest ending of the words before the bracket that the text uses elsewhere. */
function widenedNames(view: TreeView): Definition[] {
  const found: Definition[] = [];
  const all = view.passages.map(({ text }) => text).join('\n');
  for (const passage of view.passages)
    for (const match of passage.text.matchAll(sameBelow)) {
      const words = match[1] ?? '';
      let term = words;
      while (!words.startsWith('[') && term.length > 2 && all.split(term).length < 3) term = term.slice(1);
      const sentence = passage.sentences.find(([, end]) => end > match.index) ?? [0, passage.text.length];
      found.push(definition(view, passage, term, [], spanIn(passage, sentence[0], sentence[1])));
    }
  return found;
}
