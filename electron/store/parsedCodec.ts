import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { promisify } from 'node:util';
import type { ParsedDocument } from '../engine/ports.ts';

/**
 * Brotli over JSON. Measured on 840,000 characters with 125,000 positions (13.4 MB of JSON): 1.5 MB, 40 ms to write and
 * 60-90 ms to read, against 1,070 and 260 ms for jsonb; a higher quality saves 3 % and triples the time to write.
 */
const QUALITY = 1;

export async function encodeParsed(parsed: ParsedDocument): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(parsed));
  return promisify(brotliCompress)(json, {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: json.length },
  });
}

export async function decodeParsed(body: Uint8Array): Promise<ParsedDocument> {
  return JSON.parse((await promisify(brotliDecompress)(body)).toString('utf8')) as ParsedDocument;
}
