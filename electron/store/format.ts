import { readFile } from 'node:fs/promises';
import { AppError } from '../../shared/error.ts';
import { errnoOf, writeWhole } from './files.ts';
import { PGLITE, POSTGRES, SCHEMA } from './versions.ts';

/** `format.json`: what a library is and which versions wrote it. */
export interface LibraryFormat {
  readonly application: 'proviso';
  readonly schema: number;
  readonly pglite: string;
  readonly postgres: number;
  readonly createdAt: string;
}

export const currentFormat = (createdAt: string): LibraryFormat => ({
  application: 'proviso',
  schema: SCHEMA,
  pglite: PGLITE,
  postgres: POSTGRES,
  createdAt,
});

/** Null if there is no such file, or it is that of something else. Throws LIBRARY_DAMAGED for a broken one of ours. */
export async function readFormat(path: string): Promise<LibraryFormat | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return null;
    throw error;
  }
  const value = parse(text);
  if (value?.application !== 'proviso') return null;
  const { schema, pglite, postgres, createdAt } = value;
  if (
    !Number.isSafeInteger(schema) ||
    typeof pglite !== 'string' ||
    !Number.isSafeInteger(postgres) ||
    typeof createdAt !== 'string'
  )
    throw new AppError('LIBRARY_DAMAGED', 'format.json is incomplete', { part: 'format' });
  return { application: 'proviso', schema: schema as number, pglite, postgres: postgres as number, createdAt };
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    // Not JSON: a file of another program.
    return null;
  }
}

export const writeFormat = (path: string, format: LibraryFormat): Promise<void> =>
  writeWhole(path, `${JSON.stringify(format, null, 2)}\n`);

/** Throws LIBRARY_NEWER if a later version of the application wrote the library. */
export function refuseNewer({ schema, postgres, pglite }: LibraryFormat): void {
  if (schema > SCHEMA || postgres > POSTGRES || compareMinor(pglite, PGLITE) > 0)
    throw new AppError('LIBRARY_NEWER', 'a newer version wrote the library', { schema, known: SCHEMA });
}

/** Data folders of another Postgres major or PGlite minor version are not read: the index is then built anew. */
export const sameEngine = ({ postgres, pglite }: LibraryFormat): boolean =>
  postgres === POSTGRES && compareMinor(pglite, PGLITE) === 0;

/** Compares major and minor only. */
function compareMinor(a: string, b: string): number {
  const [aMajor = 0, aMinor = 0] = a.split('.').map(Number);
  const [bMajor = 0, bMinor = 0] = b.split('.').map(Number);
  return aMajor - bMajor || aMinor - bMinor;
}
