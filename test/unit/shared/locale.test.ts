import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../shared/error.ts';
import { en } from '../../../shared/locale/en.ts';
import { zhCN } from '../../../shared/locale/zh-CN.ts';

type Texts = { readonly [key: string]: unknown };

/** Every text with the way to it; functions are called with facts. */
function texts(messages: Texts, path = ''): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] => {
    const here = `${path}.${key}`;
    if (typeof value === 'string') return [[here, value]];
    if (typeof value === 'function') {
      const facts =
        path === '.errors' ? [{ name: 'contract.pdf', host: 'reader' }] : key === 'excluded' ? ['toc'] : [2, 3];
      return [[here, (value as (...facts: unknown[]) => string)(...facts)]];
    }
    return texts(value as Texts, here);
  });
}

describe('the languages', () => {
  it('say something under every key, and the same keys', () => {
    expect(texts(zhCN).map(([path]) => path)).toEqual(texts(en).map(([path]) => path));
    const bad = [...texts(en), ...texts(zhCN)].filter(([, text]) => /^\s*$|undefined|NaN|\[object/.test(text));
    expect(bad).toEqual([]);
  });

  it('are translated', () => {
    expect(texts(zhCN).filter(([, text]) => !/\p{Script=Han}|^\d+ ?\/ ?\d+$/u.test(text))).toEqual([]);
  });

  it('have one sentence for every error, with and without facts', () => {
    for (const code of errorCodes) {
      for (const messages of [en, zhCN]) {
        expect(messages.errors[code]({})).toMatch(/[.。]$/);
        expect(messages.errors[code]({ name: 'a.pdf' })).not.toContain('undefined');
      }
    }
  });

  it('name the file where the error does', () => {
    expect(en.errors.FILE_EMPTY({ name: 'a.pdf' })).toBe('“a.pdf” is empty.');
    expect(zhCN.errors.FILE_EMPTY({ name: 'a.pdf' })).toBe('“a.pdf”是空文件。');
    expect(en.errors.FILE_EMPTY({})).toBe('This file is empty.');
  });
});
