import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { quietRun } from '../../../electron/engine/run.ts';
import type { Run } from '../../../electron/engine/run.ts';
import { largestFile, largestUnpacked, mostZipEntries } from '../../../electron/readers/limits.ts';
import { createReader } from '../../../electron/readers/read.ts';
import { openZip } from '../../../electron/readers/zip.ts';
import { buildDocx, paragraph } from '../../fixtures/docx/build.ts';

const reader = createReader();
const read = (bytes: Uint8Array, name = 'file', run: Run = quietRun) => reader.read({ bytes, name }, run);
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const wide = (text: string): string => text.replace(/[\s\S]/gu, '$&\0');
const ole = (stream: string): Uint8Array =>
  bytesOf(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(600)}${wide(stream)}`);
const zip = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

describe('formats', () => {
  test('are told by content, whatever the name', async () => {
    expect((await read(buildDocx({ body: paragraph('a') }), 'contract.pdf')).format).toBe('docx');
    expect((await read(strToU8('第一条 租金\n'), 'contract.docx')).format).toBe('text');
    expect((await read(strToU8('<!DOCTYPE html><html><body>x</body></html>'), 'a.txt')).format).toBe('html');
    expect((await read(strToU8('# Lease\n\n## Rent\n'), 'contract')).format).toBe('markdown');
    expect((await read(strToU8('Plain # text'), 'contract.md')).format).toBe('markdown');
  });

  test.each([
    ['xlsx', zip({ 'xl/workbook.xml': 'x' })],
    ['pptx', zip({ 'ppt/presentation.xml': 'x' })],
    ['ofd', zip({ 'OFD.xml': 'x' })],
    ['opendocument', zip({ 'content.xml': 'x' })],
    ['archive', zip({ 'a.txt': 'x' })],
    ['doc', ole('WordDocument')],
    ['xls', ole('Workbook')],
    ['msg', ole('__substg1.0_0037001F')],
    ['ole', ole('Unknown')],
    ['rtf', strToU8('{\\rtf1 text}')],
    ['image', bytesOf('\x89PNG\r\n\x1a\n')],
    ['image', bytesOf('\xff\xd8\xff\xe0')],
    ['mail', strToU8('MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n')],
    ['binary', bytesOf('text\0\0\0\0\0\0\0\0\x01\x02\0\0\0')],
  ])('%s is refused by name', async (format, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code: 'FORMAT_UNSUPPORTED', data: { format } });
  });

  test('an encrypted Word file says that it is locked and why it stays so', async () => {
    await expect(read(ole('EncryptedPackage'))).rejects.toMatchObject({
      code: 'FILE_LOCKED',
      data: { reason: 'office-encryption' },
    });
  });
});

describe('bad input', () => {
  test.each([
    ['FILE_EMPTY', new Uint8Array()],
    ['FILE_NO_TEXT', strToU8(' \n\t\u3000\n')],
    ['FILE_NO_TEXT', buildDocx({ body: paragraph('<w:r/>') })],
    ['FILE_DAMAGED', buildDocx({ body: paragraph('a') }).slice(0, 700)],
    ['FILE_DAMAGED', buildDocx({ body: '<w:p>' })],
    ['FILE_DAMAGED', zip({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>' })],
    ['FILE_DAMAGED', zip({ 'word/document.xml': '<!DOCTYPE x><x/>' })],
    ['FILE_DAMAGED', zip({ 'word/document.xml': '<x>&e;</x>' })],
    ['FILE_TOO_LARGE', new Uint8Array(largestFile + 1).fill(0x61)],
  ])('%s', async (code, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code });
  });

  test('a changed letter in a part is noticed by its checksum', async () => {
    const stored = zipSync({ 'word/document.xml': [strToU8('<x>Pay 100</x>'), { level: 0 }] });
    const at = Buffer.from(stored).indexOf('100');
    stored[at] = 0x39;
    expect(() => openZip(stored).read('word/document.xml')).toThrow(expect.objectContaining({ code: 'FILE_DAMAGED' }));
    await expect(read(stored)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });

  test('a cancelled read ends as cancelled', async () => {
    const run: Run = { signal: { aborted: true, throwIfAborted: () => undefined }, report: () => undefined };
    await expect(read(strToU8('text'), 'a', run)).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('limits', () => {
  test('number of parts', () => {
    const files = Object.fromEntries(Array.from({ length: mostZipEntries + 1 }, (_, index) => [`f${index}`, 'x']));
    expect(() => openZip(zip(files))).toThrow(expect.objectContaining({ code: 'LIMIT_EXCEEDED' }));
  });

  test('what a part unpacks to, whatever it declares', () => {
    const limit = 1_000_000;
    const bytes = zipSync({ 'word/document.xml': new Uint8Array(limit + 1) });
    expect(() => openZip(bytes, limit)).toThrow(expect.objectContaining({ code: 'LIMIT_EXCEEDED' }));
    // The same bomb with a directory that declares ten bytes.
    const entry = Buffer.from(bytes).lastIndexOf('PK\x01\x02', undefined, 'latin1');
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(entry + 24, 10, true);
    const bomb = openZip(bytes, limit);
    expect(() => bomb.read('word/document.xml')).toThrow(expect.objectContaining({ code: 'LIMIT_EXCEEDED' }));
    expect(largestUnpacked).toBe(300 * 1024 ** 2);
  });

  test('depth of elements', async () => {
    const deep = `${'<w:sdt><w:sdtContent>'.repeat(400)}${'</w:sdtContent></w:sdt>'.repeat(400)}`;
    await expect(read(buildDocx({ body: deep }))).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
  });
});
