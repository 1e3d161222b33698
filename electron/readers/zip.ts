import { Inflate } from 'fflate';
import { AppError } from '../../shared/error.ts';
import { largestUnpacked, mostZipEntries } from './limits.ts';

interface Entry {
  readonly method: number;
  readonly flags: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

/** A ZIP file whose parts are unpacked one by one, within the limits. */
export interface ZipPackage {
  readonly names: readonly string[];
  has(name: string): boolean;
  /**
   * Bytes of one part, or null where there is none. Throws `LIMIT_EXCEEDED` when more comes out than may, whatever the
   * file declares, `FILE_DAMAGED` when the data or its checksum is broken.
   */
  read(name: string): Uint8Array | null;
}

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const end64Locator = 0x07064b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
/** Deflate expands at most about 1,000 times, so that one step stays small. */
const inflateStep = 16_384;

const damaged = (detail: string): AppError => new AppError('FILE_DAMAGED', `broken zip file: ${detail}`);

/**
 * Reads the directory of a ZIP file. `limit`: bytes that all its parts together may unpack to. Throws `FILE_DAMAGED`,
 * `LIMIT_EXCEEDED` or `FILE_LOCKED` (encrypted entries).
 */
export function openZip(bytes: Uint8Array, limit = largestUnpacked): ZipPackage {
  const entries = directoryOf(bytes);
  let declared = 0;
  for (const entry of entries.values()) declared += entry.unpacked;
  if (declared > limit)
    throw new AppError('LIMIT_EXCEEDED', 'the package declares more data than may be unpacked', {
      limit,
      found: declared,
    });
  let budget = limit;
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    read(name) {
      const entry = entries.get(name);
      if (!entry) return null;
      const content = unpack(bytes, name, entry, budget);
      budget -= content.length;
      return content;
    },
  };
}

function directoryOf(bytes: Uint8Array): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const earliest = Math.max(0, bytes.length - 22 - 0xffff);
  while (end >= earliest && view.getUint32(end, true) !== endSignature) end--;
  if (end < earliest) throw damaged('no directory');
  let count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if ((count === 0xffff || at === 0xffffffff) && end >= 20 && view.getUint32(end - 20, true) === end64Locator) {
    const end64 = Number(view.getBigUint64(end - 12, true));
    if (end64 + 56 > bytes.length || view.getUint32(end64, true) !== end64Signature)
      throw damaged('no 64-bit directory');
    count = Number(view.getBigUint64(end64 + 32, true));
    at = Number(view.getBigUint64(end64 + 48, true));
  }
  if (count > mostZipEntries)
    throw new AppError('LIMIT_EXCEEDED', 'the package has too many parts', { limit: mostZipEntries, found: count });
  const entries = new Map<string, Entry>();
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entrySignature) throw damaged('cut directory');
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)).replace(/\\/gu, '/');
    const wide = wideSizes(view, at, at + 46 + nameLength, extraLength);
    const entry: Entry = {
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      ...wide,
    };
    // The first of two parts of one name wins, as it does for Word.
    if (!entries.has(name)) entries.set(name, entry);
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  return entries;
}

function wideSizes(
  view: DataView,
  at: number,
  extra: number,
  extraLength: number,
): Pick<Entry, 'packed' | 'unpacked' | 'offset'> {
  const sizes = {
    unpacked: view.getUint32(at + 24, true),
    packed: view.getUint32(at + 20, true),
    offset: view.getUint32(at + 42, true),
  };
  const last = Math.min(extra + extraLength, view.byteLength);
  for (let field = extra; field + 4 <= last; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    let value = field + 4;
    for (const name of ['unpacked', 'packed', 'offset'] as const) {
      if (sizes[name] !== 0xffffffff || value + 8 > last) continue;
      sizes[name] = Number(view.getBigUint64(value, true));
      value += 8;
    }
  }
  return sizes;
}

function unpack(bytes: Uint8Array, name: string, entry: Entry, budget: number): Uint8Array {
  if ((entry.flags & 1) !== 0) throw new AppError('FILE_LOCKED', 'the package is encrypted', { format: 'zip' });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== localSignature) throw damaged(name);
  const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  const packed = bytes.subarray(start, start + entry.packed);
  if (packed.length < entry.packed) throw damaged(`${name} is cut`);
  const content = entry.method === 0 ? packed : inflate(packed, name, entry, budget);
  if (entry.method === 0 && content.length > budget) throw tooMuch();
  if (crc32(content) !== entry.crc) throw damaged(`checksum of ${name}`);
  return content;
}

const tooMuch = (): AppError =>
  new AppError('LIMIT_EXCEEDED', 'the package unpacks to more data than may be', { limit: largestUnpacked });

function inflate(packed: Uint8Array, name: string, entry: Entry, budget: number): Uint8Array {
  if (entry.method !== 8) throw damaged(`${name} is packed by method ${entry.method}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  let final = false;
  const stream = new Inflate((chunk, last) => {
    chunks.push(chunk);
    length += chunk.length;
    final = last;
  });
  try {
    for (let at = 0; at < packed.length; at += inflateStep) {
      stream.push(packed.subarray(at, at + inflateStep), at + inflateStep >= packed.length);
      if (length > budget) throw tooMuch();
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('FILE_DAMAGED', `broken zip file: ${name} does not unpack`, undefined, { cause: error });
  }
  if (!final) throw damaged(`${name} ends early`);
  const content = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    content.set(chunk, at);
    at += chunk.length;
  }
  return content;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
