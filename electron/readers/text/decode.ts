import { AppError } from '../../../shared/error.ts';

export interface Decoded {
  /** Byte order mark dropped, line ends as `\n`. */
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'big5' | 'windows-1252';
  /** Characters that stand for bytes no encoding explains (U+FFFD). */
  readonly bad: number;
}

/** The most frequent characters of running Chinese, as each of the two scripts writes them. */
const frequentSimplified = '的一是不在有和人这为以于上他定生产合同方应当按本条款项甲乙双付时间规国责任务法律议约权后';
const frequentTraditional = '的一是不在有和人這為以於上他定生產合同方應當按本條款項甲乙雙付時間規國責任務法律議約權後';
/** A file of which more is NUL is no text in any encoding tried here. */
const nulShare = 0.001;
/** Bytes that are looked at to choose an encoding. */
const sampleBytes = 262_144;

/**
 * Decodes a text file whose encoding is not given: byte order mark, then UTF-8 if the bytes are valid, then UTF-16 by
 * the position of its zero bytes, then the more plausible of GB18030, Big5 and Windows-1252 by how much of the result
 * is frequent Chinese. Throws `FORMAT_UNSUPPORTED` for binary data.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes);
  const raw = new TextDecoder(encoding).decode(bytes);
  const text = raw.replace(/\r\n?/gu, '\n');
  return { text, encoding, bad: text.match(/\ufffd/gu)?.length ?? 0 };
}

function encodingOf(bytes: Uint8Array): Decoded['encoding'] {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, sampleBytes);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (even + odd > 0) {
    const wide = even > odd ? 'utf-16be' : 'utf-16le';
    // Latin text, digits and line ends of UTF-16 have their zero bytes all on one side.
    if (
      Math.max(even, odd) > sample.length * 0.02 &&
      // Half of the bytes of Latin UTF-16 are zero; valid UTF-8 with fewer is damaged text, not Chinese in UTF-16.
      (even + odd > sample.length * 0.25 || !isValidUtf8(sample, sample.length < bytes.length)) &&
      Math.min(even, odd) <= Math.max(even, odd) * 0.05 &&
      isText(sample, wide)
    )
      return wide;
    if (even + odd > sample.length * nulShare) throw notText();
  }
  if (isValidUtf8(sample, sample.length < bytes.length)) return 'utf-8';
  const controls = sample.reduce((sum, byte) => sum + (byte < 0x20 && ![9, 10, 12, 13].includes(byte) ? 1 : 0), 0);
  if (controls > sample.length * 0.02) throw notText();
  return legacyEncoding(sample);
}

const notText = (): AppError =>
  new AppError('FORMAT_UNSUPPORTED', 'the file is binary and of no format that can be read', { format: 'binary' });

function isValidUtf8(bytes: Uint8Array, cut: boolean): boolean {
  try {
    // A sample may end inside a character: `stream` forgives that and nothing else.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut });
    return true;
  } catch {
    return false;
  }
}

/** True if most of the decoded characters are letters, digits, punctuation or Chinese. */
function isText(sample: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): boolean {
  const text = new TextDecoder(encoding).decode(sample.subarray(0, sample.length & ~1));
  const odd = text.match(/[\p{Cn}\p{Co}\p{Cs}\ufffd]|[^\P{Cc}\s]/gu)?.length ?? 0;
  return odd <= text.length * 0.02;
}

function legacyEncoding(sample: Uint8Array): Decoded['encoding'] {
  const score = (encoding: 'gb18030' | 'big5', frequent: string): number => {
    const text = new TextDecoder(encoding).decode(sample);
    let hits = 0;
    let wide = 0;
    for (const character of text) {
      if ((character.codePointAt(0) ?? 0) < 0x80) continue;
      wide++;
      if (frequent.includes(character) || '，。、；：（）“”《》？！　'.includes(character)) hits++;
      else if (/[\ufffd\p{Co}]/u.test(character)) hits -= 1;
    }
    return wide === 0 ? 0 : hits / wide;
  };
  const gb = score('gb18030', frequentSimplified);
  const big5 = score('big5', frequentTraditional);
  // Running Chinese is a fifth and more frequent characters and punctuation; Latin text read as Chinese is none.
  if (Math.max(gb, big5) < 0.08) return 'windows-1252';
  return gb >= big5 ? 'gb18030' : 'big5';
}
