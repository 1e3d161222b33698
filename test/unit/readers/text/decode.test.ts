import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../../electron/readers/text/decode.ts';

const clause = '第一条 甲方应当按照本合同的约定向乙方支付服务费用。';

/** Bytes of `text` in a legacy encoding, found by decoding every two-byte code. */
function encode(text: string, encoding: 'gb18030' | 'big5'): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const codes = new Map<string, readonly number[]>();
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (!codes.has(character)) codes.set(character, [lead, trail]);
    }
  return Uint8Array.from(
    Array.from(text, (character) =>
      character < '\x80' ? [character.charCodeAt(0)] : (codes.get(character) ?? [0x3f]),
    ).flat(),
  );
}

const utf16 = (text: string, little: boolean): Uint8Array =>
  Uint8Array.from(
    Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)).flatMap((unit) =>
      little ? [unit & 0xff, unit >> 8] : [unit >> 8, unit & 0xff],
    ),
  );

describe('encodings', () => {
  test('text with zero bytes in it is damaged, not Chinese in UTF-16', () => {
    const bytes = new TextEncoder().encode('1. Term\0 of the contract\n2. Fee\0 and interest\n');
    expect(() => decodeText(bytes)).toThrow(expect.objectContaining({ code: 'FORMAT_UNSUPPORTED' }));
    expect(decodeText(utf16('租金为每月100元，租期2年。', true)).encoding).toBe('utf-16le');
  });

  test.each([
    ['utf-8', new TextEncoder().encode(clause), clause],
    ['utf-8', Uint8Array.of(0xef, 0xbb, 0xbf, ...new TextEncoder().encode(clause)), clause],
    ['utf-16le', Uint8Array.of(0xff, 0xfe, ...utf16(clause, true)), clause],
    ['utf-16be', Uint8Array.of(0xfe, 0xff, ...utf16(clause, false)), clause],
    ['utf-16le', utf16('1. Term. This agreement ends in 2030.', true), '1. Term. This agreement ends in 2030.'],
    ['gb18030', encode(clause, 'gb18030'), clause],
    [
      'big5',
      encode('第一條 甲方應當按照本合同的約定向乙方支付服務費用。', 'big5'),
      '第一條 甲方應當按照本合同的約定向乙方支付服務費用。',
    ],
    [
      'windows-1252',
      Uint8Array.of(
        ...new TextEncoder().encode('The Supplier'),
        0x92,
        0x73,
        0x20,
        0x93,
        0x46,
        0x65,
        0x65,
        0x94,
        0x20,
        0x96,
        0x20,
        0xa3,
        0x35,
      ),
      'The Supplier’s “Fee” – £5',
    ],
  ])('%s', (encoding, bytes, text) => {
    expect(decodeText(bytes)).toEqual({ text, encoding, bad: 0 });
  });

  test('line ends become one, offsets count from the first character', () => {
    expect(decodeText(new TextEncoder().encode('\ufeffa\r\nb\rc\n')).text).toBe('a\nb\nc\n');
  });

  test('a long file is not taken for another encoding where the sample ends inside a character', () => {
    expect(decodeText(new TextEncoder().encode(`x${'合'.repeat(100_000)}`)).encoding).toBe('utf-8');
  });

  test('binary data is refused', () => {
    const bytes = Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256);
    expect(() => decodeText(bytes)).toThrow(expect.objectContaining({ code: 'FORMAT_UNSUPPORTED' }));
  });
});
