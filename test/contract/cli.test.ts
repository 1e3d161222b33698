import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Answer, Chunk, ClauseNode, DocumentInfo, Hit } from '../../shared/model.ts';
import { quoteOf } from '../../shared/span.ts';
import { buildIfStale } from '../support/build.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sample = (name: string): string => `resources/samples/${name}`;
const PDF = sample('cloud-services-en.pdf');
const DOCX = sample('consulting-en.docx');
const ZH = sample('equipment-lease-zh.docx');
let folder = '';

interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Circumstances {
  /** Sent to the whole group, as a terminal does, when progress says so. */
  readonly signal?: NodeJS.Signals;
  readonly when?: RegExp;
  /** Closes the pipe after the first output, as `head` does. */
  readonly head?: boolean;
  /** Folder for temporary files. */
  readonly temporary?: string;
}

/** Runs the built command line as a user does. */
function proviso(args: readonly string[], { signal, when, head, temporary }: Circumstances = {}): Promise<Result> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(root, 'out/main/cli.js'), ...args], {
      cwd: root,
      env: { ...process.env, LANG: 'C', LC_ALL: 'C', ...(temporary === undefined ? {} : { TMPDIR: temporary }) },
      detached: true,
    });
    let stdout = '';
    let stderr = '';
    let sent = false;
    child.stdout.on('data', (data: Buffer) => {
      stdout += data.toString();
      if (head === true) child.stdout.destroy();
    });
    child.stderr.on('data', (data: Buffer) => {
      stderr += data.toString();
      // Once: a second interrupt is an order to end at once.
      if (sent || signal === undefined || when?.test(stderr) !== true || child.pid === undefined) return;
      sent = true;
      process.kill(-child.pid, signal);
    });
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
}

const json = ({ stdout }: Result): unknown => JSON.parse(stdout);
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

beforeAll(async () => {
  await buildIfStale('cli');
  folder = mkdtempSync(join(tmpdir(), 'proviso-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('ask', () => {
  it('answers a PDF with document, clause path, page and exact quote', async () => {
    const result = await proviso(['ask', PDF, 'Where may customer data be stored?', '--json']);
    expect(result.code, result.stderr).toBe(0);
    const answer = Answer.parse(json(result));
    expect(answer.status).toBe('answered');
    expect(answer.conclusion).toContain('European Union or Switzerland');
    const [first] = answer.evidence;
    expect(first).toMatchObject({ file: PDF, number: '4.2', path: ['Clause 4', '4.2'], pages: [{ page: 2 }] });
    expect(answer.evidence.map(({ number }) => number)).toContain('4.3');
    const outline = json(await proviso(['outline', PDF, '--json'])) as { text: string };
    for (const each of answer.evidence) expect(each.quote).toBe(quoteOf(outline.text, each.slices));
  });

  it('answers a Word file with automatic numbers, and prints it for people', async () => {
    const { code, stdout, stderr } = await proviso(['ask', DOCX, 'When may the consultant stop work?']);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('Clause 2 > 2.3');
    expect(stdout).toContain('“2.3 If the Client is more than ten (10) days late');
    expect(stdout).toContain('Not legal advice');
  });

  it('answers a Chinese contract with rule, exception and definition', async () => {
    const answer = Answer.parse(json(await proviso(['ask', ZH, '停工期的租金怎么算？有没有例外？', '--json'])));
    expect(answer.evidence[0]).toMatchObject({ number: '3.2', path: ['第三条', '3.2'] });
    expect(answer.evidence.some(({ role, quote }) => role === 'definition' && quote.includes('停工期'))).toBe(true);
  });

  it('answers a batch, one line each, over the file a line names', async () => {
    const batch = file(
      'q.jsonl',
      [
        { id: 'a', question: 'What is the day rate?', file: 'consulting-en.docx' },
        { id: 'b', question: '押金是多少？', file: ZH },
        { id: 'c', question: 'Anything?', file: 'absent.pdf' },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    const { code, stdout, stderr } = await proviso(['ask', DOCX, ZH, '--batch', batch, '--json']);
    expect(code, stderr).toBe(0);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; answer?: unknown; error?: { code: string } });
    expect(lines.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    const [a, b] = lines.slice(0, 2).map(({ answer }) => Answer.parse(answer));
    expect(a!.evidence[0]).toMatchObject({ file: DOCX, number: '2.1' });
    expect(b!.conclusion).toContain('人民币80,000元');
    expect(b!.evidence.find(({ number }) => number === '4.1')).toMatchObject({ file: ZH, path: ['第四条', '4.1'] });
    expect(lines[2]!.error!.code).toBe('DOCUMENT_NOT_FOUND');
  });

  it('reads a batch as shells of Windows write it, and an empty one gives nothing', async () => {
    const line = '{"id":"a","question":"What is the day rate?"}\r\n';
    for (const bytes of [Buffer.from(`\ufeff${line}`), Buffer.from(`\ufeff${line}`, 'utf16le')]) {
      const { code, stdout, stderr } = await proviso(['search', DOCX, '--batch', file('bom.jsonl', bytes), '-k', '1']);
      expect(code, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ id: 'a', hits: [{ number: '2.1' }] });
    }
    const none = await proviso(['search', DOCX, '--batch', file('none.jsonl', '')]);
    expect(none).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('outline, chunks and search', () => {
  it('give the JSON of the design', async () => {
    const value = json(await proviso(['outline', ZH, '--json'])) as {
      document: unknown;
      nodes: unknown[];
      text: string;
    };
    DocumentInfo.parse(value.document);
    const nodes = value.nodes.map((node) => ClauseNode.parse(node));
    const item = nodes.find(({ number }) => number === '6.1（二）')!;
    expect(item.path).toEqual(['第六条', '6.1', '（二）']);
    expect(quoteOf(value.text, item.own)).toBe('（二） 乙方擅自转租或者抵押设备的；');

    const cut = json(await proviso(['chunks', PDF, '--json'])) as {
      chunks: unknown[];
      report: { clauses: { borderCrossings: number }; fixed: { chunks: number } };
    };
    expect(cut.chunks.map((chunk) => Chunk.parse(chunk)).length).toBeGreaterThan(40);
    expect(cut.report.clauses.borderCrossings).toBe(0);

    const found = json(await proviso(['search', 'interest on late payment', PDF, '-k', '3', '--json'])) as {
      hits: unknown[];
    };
    const hits = found.hits.map((hit) => Hit.parse(hit));
    expect(hits).toHaveLength(3);
    expect(hits[0]).toMatchObject({ file: PDF, number: '3.3' });
  });

  it('prints an outline a person can check against the page', async () => {
    const { stdout } = await proviso(['outline', PDF]);
    expect(stdout).toMatch(/^ {2}4\.2 .*p\.2$/mu);
    expect(stdout).toMatch(/^ {4}\(a\) loss caused by gross negligence/mu);
  });
});

describe('a library', () => {
  it('is made by import, holds a file once, and is asked, listed and emptied', async () => {
    const library = join(folder, 'library');
    const first = json(await proviso(['import', DOCX, ZH, '--library', library, '--json'])) as {
      documents: { file: string; document: string }[];
    };
    expect(first.documents.map((each) => each.file)).toEqual([DOCX, ZH]);
    const again = json(await proviso(['import', ZH, '--library', library, '--json'])) as typeof first;
    expect(again.documents[0]!.document).toBe(first.documents[1]!.document);
    const status = json(await proviso(['status', '--library', library, '--json'])) as {
      documents: number;
      chunks: number;
      embedded: number;
    };
    expect(status.documents).toBe(2);
    expect(status.embedded).toBe(status.chunks);
    const answer = Answer.parse(json(await proviso(['ask', 'What is the day rate?', '--library', library, '--json'])));
    expect(answer.evidence[0]).toMatchObject({ file: 'consulting-en.docx', number: '2.1' });
    expect((await proviso(['remove', 'consulting-en.docx', '--library', library])).code).toBe(0);
    const { documents } = json(await proviso(['list', '--library', library, '--json'])) as {
      documents: { name: string }[];
    };
    expect(documents.map(({ name }) => name)).toEqual(['equipment-lease-zh.docx']);
    const empty = json(await proviso(['remove', 'consulting-en.docx', '--library', library, '--json'])) as {
      error: { code: string };
    };
    expect(empty.error.code).toBe('DOCUMENT_NOT_FOUND');
  });
});

describe('bad input', () => {
  const bad: [string, () => string, string][] = [
    ['an empty file', () => file('empty.pdf', ''), 'FILE_EMPTY'],
    ['white space', () => file('blank.txt', ' \n\t\n'), 'FILE_NO_TEXT'],
    ['a truncated PDF', () => file('cut.pdf', readFileSync(join(root, PDF)).subarray(0, 900)), 'FILE_DAMAGED'],
    ['a truncated DOCX', () => file('cut.docx', readFileSync(join(root, DOCX)).subarray(0, 900)), 'FILE_DAMAGED'],
    ['a .pdf that is a ZIP', () => file('zip.pdf', zipSync({ 'a.txt': new Uint8Array([65]) })), 'FORMAT_UNSUPPORTED'],
    ['a folder', () => folder, 'FILE_IS_FOLDER'],
    ['a missing path', () => join(folder, 'absent.pdf'), 'FILE_NOT_FOUND'],
  ];
  it('is one sentence with a code for each file, and the other files of the call are done', async () => {
    const files = bad.map(([, path]) => path());
    const result = await proviso(['ask', ...files, DOCX, 'What is the day rate?', '--json']);
    expect(result.code).toBe(3);
    const value = json(result) as { failed: { file: string; code: string }[]; evidence: { number: string }[] };
    expect(value.failed.map(({ code }) => code)).toEqual(bad.map(([, , code]) => code));
    expect(value.failed.map(({ file: name }) => name)).toEqual(files);
    expect(value.evidence[0]!.number).toBe('2.1');
    const sentences = result.stderr.split('\n').filter((line) => line.startsWith('proviso: '));
    expect(sentences).toHaveLength(bad.length);
    for (const [index, sentence] of sentences.entries())
      expect(sentence).toMatch(new RegExp(`^proviso: .+\\. \\[${bad[index]![2]}\\]$`, 'u'));
    expect(result.stderr).not.toMatch(/^\s+at /mu);
  });

  it('leaves no document behind when every file fails', async () => {
    const library = join(folder, 'failed-library');
    const result = await proviso([
      'import',
      file('cut.pdf', readFileSync(join(root, PDF)).subarray(0, 900)),
      '--library',
      library,
    ]);
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('[FILE_DAMAGED]');
    expect(json(await proviso(['list', '--library', library, '--json']))).toEqual({ documents: [] });
  });

  it.each([
    [['ask', DOCX, '   '], 3, 'QUESTION_EMPTY'],
    [['ask', DOCX, 'x'.repeat(50_000)], 3, 'QUESTION_TOO_LONG'],
    [['ask', 'Who pays?'], 2, 'USAGE'],
    [['ask', DOCX], 2, 'USAGE'],
    [['outline'], 2, 'USAGE'],
    [['fetch'], 2, 'USAGE'],
    [['list', '--library', '/nonexistent/library'], 3, 'LIBRARY_NOT_FOUND'],
    [['ask', DOCX, 'Who pays?', '--model', '/nonexistent.gguf'], 3, 'MODEL_NOT_FOUND'],
    [['ask', DOCX, '--batch', '/nonexistent.jsonl'], 3, 'FILE_NOT_FOUND'],
  ] as [string[], number, string][])('%j ends with %i %s', async (args, exit, code) => {
    const result = await proviso(args);
    expect(result.code, result.stderr).toBe(exit);
    expect(result.stderr).toContain(`[${code}]`);
  });

  it('gives {error} on stdout with --json', async () => {
    const result = await proviso(['outline', join(folder, 'absent.pdf'), '--json']);
    expect(result.code).toBe(3);
    expect(json(result)).toMatchObject({ error: { code: 'FILE_NOT_FOUND', file: join(folder, 'absent.pdf') } });
  });

  it.skipIf(process.platform === 'win32')('refuses a pipe instead of waiting for its writer', async () => {
    const path = join(folder, 'pipe.txt');
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    const { code, stderr } = await proviso(['outline', path]);
    expect(code).toBe(3);
    expect(stderr).toContain('“' + path + '” may not be opened');
  });

  it('says why a folder is no library', async () => {
    const full = await proviso(['import', DOCX, '--library', join(root, 'resources')]);
    expect(full.stderr).toContain('holds something else');
    const under = await proviso(['import', DOCX, '--library', join(root, 'package.json/library'), '--json']);
    expect(under.code).toBe(3);
    expect(json(under)).toMatchObject({ error: { code: 'LIBRARY_NOT_FOUND', data: { reason: 'not-a-folder' } } });
  });
});

describe.skipIf(process.platform === 'win32')('an end before the end', () => {
  const place = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path);
    return path;
  };

  it.each([
    ['SIGINT', /^read/mu],
    ['SIGINT', /^embed/mu],
    ['SIGTERM', /^embed/mu],
    ['SIGHUP', /^read/mu],
  ] as const)('by %s at %s is 130 and leaves no temporary library', async (signal, when) => {
    const temporary = place(`tmp-${signal}-${when.source.slice(1)}`);
    const result = await proviso(['ask', DOCX, ZH, 'Who pays?'], { signal, when, temporary });
    expect(result.code, result.stderr).toBe(130);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('by a closed pipe is fine, and leaves no temporary library', async () => {
    const temporary = place('tmp-pipe');
    const lines = Array.from({ length: 40 }, (_, id) => JSON.stringify({ id, question: 'What is the day rate?' }));
    const batch = file('many.jsonl', lines.join('\n'));
    const { code, stderr } = await proviso(['ask', DOCX, '--batch', batch], { head: true, temporary });
    expect(code, stderr).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('of an import closes the library, keeps what is done, and takes the rest off the queue', async () => {
    const library = join(folder, 'interrupted');
    const files = [DOCX, ZH, PDF];
    const cut = await proviso(['import', ...files, '--library', library], { signal: 'SIGINT', when: /^store/mu });
    expect(cut.code, cut.stderr).toBe(130);
    expect(readdirSync(library)).not.toContain('lock');
    const status = json(await proviso(['status', '--library', library, '--json'])) as { documents: number };
    expect(status.documents).toBeLessThan(files.length);
    // Nothing comes back by itself.
    await proviso(['search', 'fees', '--library', library]);
    expect(json(await proviso(['status', '--library', library, '--json']))).toMatchObject({
      documents: status.documents,
    });
  });
});
