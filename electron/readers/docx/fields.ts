import { child, childrenOf, integer, toggle, valueOf } from './xml.ts';
import type { XmlElement } from './xml.ts';
import { symbolCharacter } from './symbols.ts';

interface Field {
  instruction: string;
  /** The separator has been passed: what follows is the cached result, which is what Word shows. */
  result: boolean;
  /** Some of the result has been shown. */
  shown: boolean;
  readonly form: XmlElement | undefined;
}

/** The fields that are open at one place of a story. They may begin in one paragraph and end in another. */
export class FieldStack {
  /** Fields that count by themselves (LISTNUM, AUTONUM) and of which the file holds no number. */
  uncounted = 0;
  readonly #open: Field[] = [];

  begin(instruction = '', form?: XmlElement): void {
    this.#open.push({ instruction, result: false, shown: false, form });
  }

  addInstruction(text: string): void {
    const field = this.#open.at(-1);
    if (field && !field.result) field.instruction += text;
  }

  separate(): void {
    const field = this.#open.at(-1);
    if (field) field.result = true;
  }

  /** Closes the innermost field. Returns what Word shows for a field that stores no result, '' for others. */
  end(): string {
    const field = this.#open.pop();
    if (!field || this.inCode) return '';
    if (!field.shown && /^\s*(?:LISTNUM|AUTONUM(?:LGL|OUT)?)\b/iu.test(field.instruction)) this.uncounted++;
    return field.shown ? '' : shownWithoutResult(field);
  }

  /** Text is shown inside all fields that are open. */
  show(): void {
    for (const field of this.#open) field.shown = true;
  }

  /** Inside an instruction: text here is no content. */
  get inCode(): boolean {
    return this.#open.some((field) => !field.result);
  }

  /** Inside a result whose words Word computes; the words of a hyperlink are typed. */
  get inResult(): boolean {
    return this.#open.some((field) => field.result && !/^\s*(?:HYPERLINK|TOC)\b/iu.test(field.instruction));
  }

  get inContents(): boolean {
    return this.#open.some((field) => field.result && /^\s*TO[CA]\b/iu.test(field.instruction));
  }
}

function shownWithoutResult({ instruction, form }: Field): string {
  const [name = '', ...words] = instruction.trim().split(/\s+/u);
  switch (name.toUpperCase()) {
    case 'FORMCHECKBOX': {
      const box = child(form, 'w:checkBox');
      return (toggle(box, 'w:checked') ?? toggle(box, 'w:default') ?? false) ? '☒' : '☐';
    }
    case 'FORMDROPDOWN': {
      const list = child(form, 'w:ddList');
      const chosen = integer(valueOf(list, 'w:result')) ?? integer(valueOf(list, 'w:default')) ?? 0;
      return childrenOf(list, 'w:listEntry')[chosen]?.attributes['w:val'] ?? '';
    }
    case 'MACROBUTTON':
      return words.slice(1).join(' ');
    case 'SYMBOL': {
      const font = /\\f\s+"?([^"\\]+)"?/u.exec(instruction)?.[1]?.trim();
      const code = Number(words[0]);
      return Number.isInteger(code) && code > 0 && code < 0x10000 ? symbolCharacter(code, font) : '';
    }
    default:
      return '';
  }
}
