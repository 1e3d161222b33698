import { AppError } from '../../shared/error.ts';
import { openZip } from './zip.ts';
import type { ZipPackage } from './zip.ts';

export type Sniffed =
  { readonly format: 'pdf' | 'html' | 'text' } | { readonly format: 'docx'; readonly zip: ZipPackage };

const unsupported = (format: string, message: string): AppError =>
  new AppError('FORMAT_UNSUPPORTED', message, { format });

/** File signatures of what is refused by name. Offsets from the start of the file. */
const signatures: readonly { readonly format: string; readonly magic: string; readonly at?: number }[] = [
  { format: 'rtf', magic: '{\\rtf' },
  { format: 'image', magic: '\x89PNG\r\n' },
  { format: 'image', magic: '\xff\xd8\xff' },
  { format: 'image', magic: 'GIF8' },
  { format: 'image', magic: 'II*\0' },
  { format: 'image', magic: 'MM\0*' },
  { format: 'image', magic: 'WEBP', at: 8 },
  { format: 'image', magic: 'ftyphei', at: 4 },
  { format: 'archive', magic: '7z\xbc\xaf\x27\x1c' },
  { format: 'archive', magic: 'Rar!' },
  { format: 'archive', magic: '\x1f\x8b' },
  { format: 'caj', magic: 'CAJ\0' },
  { format: 'caj', magic: 'HN\0\0' },
  { format: 'program', magic: 'MZ\x90' },
  { format: 'program', magic: '\x7fELF' },
];

/** Streams that tell the kinds of OLE files apart, most telling first. */
const oleStreams: readonly (readonly [stream: string, format: string])[] = [
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['PowerPoint Document', 'ppt'],
  ['__substg1.0_', 'msg'],
  ['VisioDocument', 'visio'],
];

/** Parts that tell the kinds of ZIP files apart. */
const zipParts: readonly (readonly [part: RegExp, format: string])[] = [
  [/^xl\/workbook/u, 'xlsx'],
  [/^ppt\/presentation/u, 'pptx'],
  [/^OFD\.xml$/iu, 'ofd'],
  [/^META-INF\/container\.xml$/u, 'epub'],
  [/^Index\/(?:Document\.iwa|Tables)/u, 'iwork'],
  [/^content\.xml$/u, 'opendocument'],
];

/**
 * Tells the format of a file by its content; the name plays no part. Throws `FORMAT_UNSUPPORTED` with `data.format` for
 * known formats that have no reader, `FILE_LOCKED` for encrypted Office files, and what `openZip` throws.
 */
export function sniff(bytes: Uint8Array): Sniffed {
  const head = latin1(bytes.subarray(0, 1024));
  if (head.includes('%PDF-')) return { format: 'pdf' };
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return sniffZip(bytes);
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) throw oleError(bytes);
  const known = signatures.find(({ magic, at = 0 }) => head.startsWith(magic, at));
  if (known) throw unsupported(known.format, `${known.format} files cannot be read`);
  if (/^BM[\s\S]{4}\0\0\0\0/u.test(head)) throw unsupported('image', 'image files cannot be read');
  const words = head.replace(/^\xef\xbb\xbf/u, '').trimStart();
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/iu.test(words))
    return { format: 'html' };
  if (/^MIME-Version:|^Content-Type:\s*multipart\//imu.test(words.slice(0, 400)) && /multipart|message/iu.test(words))
    throw unsupported('mail', 'mail and web archive files cannot be read');
  if (words.startsWith('<?xml')) throw unsupported('xml', 'XML files cannot be read');
  return { format: 'text' };
}

function sniffZip(bytes: Uint8Array): Sniffed {
  const zip = openZip(bytes);
  if (zip.has('word/document.xml')) return { format: 'docx', zip };
  const types = zip.has('[Content_Types].xml') ? zip.read('[Content_Types].xml') : null;
  if (
    types &&
    /wordprocessingml\.(?:document|template)\.main|ms-word\.(?:document|template)\.macroEnabled/iu.test(latin1(types))
  )
    return { format: 'docx', zip };
  const known = zipParts.find(([part]) => zip.names.some((name) => part.test(name)))?.[1];
  throw known === undefined
    ? unsupported('archive', 'archives cannot be read')
    : unsupported(known, `${known} files cannot be read`);
}

function oleError(bytes: Uint8Array): AppError {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.includes('EncryptedPackage', 0, 'utf16le'))
    return new AppError('FILE_LOCKED', 'the file is encrypted by Office; such files cannot be opened here', {
      format: 'docx',
      reason: 'office-encryption',
    });
  const format = oleStreams.find(([stream]) => buffer.includes(stream, 0, 'utf16le'))?.[1] ?? 'ole';
  return unsupported(format, `${format} files cannot be read`);
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
