import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface PdfAssets {
  /** Folder of the packed CMaps; ends with a slash, as pdf.js wants it. */
  readonly cMaps: string;
  readonly standardFonts: string;
}

/**
 * Without these a Chinese PDF gives no characters. A packaged app carries them beside its resources (`pdfjs/`); a
 * checkout has them in the package itself.
 */
export function pdfAssets(): PdfAssets {
  const packaged = (process as { resourcesPath?: string }).resourcesPath;
  const beside = packaged === undefined ? null : join(packaged, 'pdfjs');
  const root =
    beside !== null && existsSync(join(beside, 'cmaps'))
      ? beside
      : dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const folder = (name: string): string => `${join(root, name).replaceAll('\\', '/')}/`;
  return { cMaps: folder('cmaps'), standardFonts: folder('standard_fonts') };
}
