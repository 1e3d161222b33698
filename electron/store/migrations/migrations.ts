import type { Statements } from '../database.ts';
import { firstSchema } from './m0001_first.ts';

/** In order and forward only: entry 0 makes schema 1. A released migration is never changed. */
export const migrations: readonly ((statements: Statements) => Promise<void>)[] = [firstSchema];
