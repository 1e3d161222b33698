import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../../electron/cli/args.ts';
import { matchFile, parseBatch } from '../../../electron/cli/files.ts';
import { oneLine, plain, wrap } from '../../../electron/cli/terminal.ts';
import { columnsOf } from '../../../electron/engine/layout/plainLines.ts';
import { AppError } from '../../../shared/error.ts';

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return error instanceof AppError ? error.code : 'other';
  }
  return 'none';
};

describe('arguments', () => {
  it('reads a command with its flags in any order', () => {
    expect(parseCommand(['search', '--json', 'fees', 'a.pdf', '-k', '3'])).toMatchObject({
      command: 'search',
      positionals: ['fees', 'a.pdf'],
      hits: 3,
      json: true,
      model: null,
    });
    expect(parseCommand(['ask', '--model', 'none', 'a.pdf', 'Who pays?'])).toMatchObject({ model: null });
  });

  it('shows help without a command and refuses what it does not know', () => {
    expect(parseCommand([])).toBe('help');
    expect(parseCommand(['ask', '--help'])).toBe('help');
    expect(codeOf(() => parseCommand(['shred']))).toBe('USAGE');
    expect(codeOf(() => parseCommand(['ask', '--colour']))).toBe('USAGE');
    expect(codeOf(() => parseCommand(['search', 'x', '-k', '0']))).toBe('USAGE');
    expect(codeOf(() => parseCommand(['ask', '--library', '']))).toBe('USAGE');
  });
});

describe('matchFile', () => {
  const files = ['a/lease.pdf', 'b/lease.pdf', 'b/fees.md'].map((file) => ({ file }));
  it.each([
    ['b/lease.pdf', 'b/lease.pdf'],
    ['/home/x/b/lease.pdf', 'b/lease.pdf'],
    ['fees.md', 'b/fees.md'],
    ['c\\b\\fees.md', 'b/fees.md'],
    ['s.md', undefined],
  ])('%s', (name, expected) => {
    expect(matchFile(name, files)?.file).toBe(expected);
  });
});

describe('oneLine', () => {
  it('keeps the line breaks and escapes of a name from the line', () => {
    expect(oneLine('new\nline\u001b[31m\t.pdf')).toBe('new line .pdf');
  });
});

describe('parseBatch', () => {
  it('reads one question a line and skips blank lines', () => {
    expect(
      parseBatch('{"id":"a","question":"Who?","file":"x.md"}\r\n\n{"id":2,"question":"谁？"}\n', 'q.jsonl'),
    ).toEqual([
      { id: 'a', question: 'Who?', file: 'x.md' },
      { id: '2', question: '谁？', file: null },
    ]);
  });

  it.each(['{"id":"a"}', 'nonsense', '[]', 'null', '{"id":"a","question":1}', '{"id":"a","question":"x","file":3}'])(
    'names the line that is none: %s',
    (line) => {
      expect(() => parseBatch(`{"id":"a","question":"x"}\n${line}`, 'q.jsonl')).toThrow(/line 2/u);
    },
  );
});

describe('terminal', () => {
  it('lets no escape, control or direction mark of a contract through', () => {
    expect(plain('a\u001b[31mred\u001b[0m\u0007\u202eb\u200bc\td')).toBe('aredbc\td');
  });

  it('wraps Chinese by columns and never starts a line with closing punctuation', () => {
    const text = wrap('甲方应于每季度结束后二十日内支付该季度服务费，逾期的承担违约责任。', 24);
    for (const line of text.split('\n')) {
      expect(columnsOf(line)).toBeLessThanOrEqual(26);
      expect(line).not.toMatch(/^[，。]/u);
    }
    expect(text.replace(/\n/gu, '')).toBe('甲方应于每季度结束后二十日内支付该季度服务费，逾期的承担违约责任。');
  });
});
