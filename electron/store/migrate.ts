import { AppError } from '../../shared/error.ts';
import type { Database } from './database.ts';
import { migrations } from './migrations/migrations.ts';

/** Brings a database to the newest schema, one transaction a step, and returns its number. */
export async function migrate(database: Database): Promise<number> {
  const from = await schemaOf(database);
  if (from > migrations.length)
    throw new AppError('LIBRARY_NEWER', 'a newer version wrote the index', { schema: from, known: migrations.length });
  for (const [step, migration] of migrations.entries()) {
    if (step < from) continue;
    await database.transaction(async (statements) => {
      await migration(statements);
      await statements.query('UPDATE schema_version SET version = $1', [step + 1]);
    });
  }
  return migrations.length;
}

async function schemaOf(database: Database): Promise<number> {
  const [table] = await database.query<{ found: boolean }>(`SELECT to_regclass('schema_version') IS NOT NULL AS found`);
  if (table?.found !== true) return 0;
  const [row] = await database.query<{ version: number }>('SELECT version FROM schema_version');
  return row?.version ?? 0;
}
