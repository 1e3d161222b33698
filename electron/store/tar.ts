/** One entry of an archive: a folder ends in `/` and has no bytes. */
export interface TarEntry {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const BLOCK = 512;
const MAX_PATH = 100;

/**
 * A POSIX ustar archive (IEEE 1003.1, pax: ustar Interchange Format). Owner and time are zero, so equal entries give
 * equal bytes. Paths are ASCII of at most 100 characters. Throws a RangeError for others.
 */
export function packTar(entries: readonly TarEntry[]): Buffer {
  const parts: Buffer[] = [];
  for (const { path, bytes } of entries) {
    if (path.length > MAX_PATH || !/^[\x20-\x7e]+$/.test(path))
      throw new RangeError('path does not fit a ustar header');
    const folder = path.endsWith('/');
    const header = Buffer.alloc(BLOCK);
    header.write(path, 0, 'ascii');
    header.write(folder ? '0000700\0' : '0000600\0', 100, 'ascii');
    header.write('0000000\0', 108, 'ascii');
    header.write('0000000\0', 116, 'ascii');
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124, 'ascii');
    header.write('00000000000\0', 136, 'ascii');
    header.write(folder ? '5' : '0', 156, 'ascii');
    header.write('ustar\u000000', 257, 'ascii');
    header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
    parts.push(header, Buffer.from(bytes), Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK));
  }
  parts.push(Buffer.alloc(2 * BLOCK));
  return Buffer.concat(parts);
}

/** The entries of an archive made by `packTar`. Throws a RangeError for anything else. */
export function* unpackTar(archive: Buffer): Generator<TarEntry> {
  for (let at = 0; at + BLOCK <= archive.length;) {
    const header = archive.subarray(at, at + BLOCK);
    if (header[0] === 0) return;
    if (octal(header, 148, 6) !== checksum(header)) throw new RangeError('archive header is damaged');
    const path = header.toString('ascii', 0, MAX_PATH).replace(/\0.*$/s, '');
    const size = octal(header, 124, 11);
    if (path.startsWith('/') || path.split('/').includes('..')) throw new RangeError('path leaves the archive');
    if (at + BLOCK + size > archive.length) throw new RangeError('archive is cut');
    yield { path, bytes: archive.subarray(at + BLOCK, at + BLOCK + size) };
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new RangeError('archive has no end');
}

const octal = (header: Buffer, start: number, length: number): number =>
  Number.parseInt(header.toString('ascii', start, start + length), 8);

/** Sum of the header's bytes with its own field read as spaces. */
function checksum(header: Buffer): number {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 0x20 : (header[i] ?? 0);
  return sum;
}
