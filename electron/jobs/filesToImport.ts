import { readdir, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';

/** Extensions looked for inside folders. A file that is named itself is read whatever it is called. */
const READABLE = new Set(
  'pdf docx docm doc html htm xhtml md markdown txt text png jpg jpeg tif tiff bmp webp gif'.split(' '),
);

/**
 * The files that `paths` name, absolute. With `folders`, a folder stands for the readable files in and below it, in the
 * order of their names; hidden files, office lock files and links to folders are passed over. A folder without any, and
 * what cannot be looked into, stays in the list, where its import says why it failed.
 */
export async function filesToImport(paths: readonly string[], folders: boolean): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths.map((each) => resolve(each))) {
    const found = folders && (await isFolder(path)) ? await walk(path) : [];
    files.push(...(found.length > 0 ? found : [path]));
  }
  return files;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // The import of this path reports what is wrong with it.
    return false;
  }
}

async function walk(folder: string): Promise<string[]> {
  const files: string[] = [];
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch {
    return [folder];
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name.startsWith('~$')) continue;
    if (entry.isDirectory()) files.push(...(await walk(path)));
    else if (READABLE.has(extname(entry.name).slice(1).toLowerCase()) && (entry.isFile() || (await isFileLink(path))))
      files.push(path);
  }
  return files;
}

async function isFileLink(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
