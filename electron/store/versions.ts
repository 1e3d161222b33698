/** Number of the newest migration. A library with a higher one is refused with LIBRARY_NEWER. */
export const SCHEMA = 1;

/** Version of `@electric-sql/pglite`; data folders of another minor version are not read (its upgrade rule). */
export const PGLITE = '0.5.14';

/** Major version of the Postgres inside PGlite: data folders belong to one. */
export const POSTGRES = 18;
