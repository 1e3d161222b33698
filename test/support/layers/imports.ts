import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'oxc-parser';
import { arrows } from './arrows.ts';

export interface Violation {
  readonly file: string;
  readonly imports: string;
}

const builtin = new Set(builtinModules);

/** Static, re-exported and dynamic imports of one module as `specifier`s; type-only imports count too. */
function specifiers(file: string, code: string): string[] {
  const { module, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found = module.staticImports.map((item) => item.moduleRequest.value);
  for (const item of module.staticExports)
    for (const entry of item.entries) if (entry.moduleRequest) found.push(entry.moduleRequest.value);
  for (const item of module.dynamicImports) {
    const literal = /^['"`]([^'"`$]+)['"`]$/u.exec(code.slice(item.moduleRequest.start, item.moduleRequest.end));
    if (literal?.[1] !== undefined) found.push(literal[1]);
  }
  return found;
}

/** Name an arrow is matched against: a path of the repository, `node:…` or `npm:…`. */
function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier.replace(/\?.*$/u, '')));
  const name = specifier.replace(/^node:/u, '');
  return specifier.startsWith('node:') || builtin.has(name.split('/')[0] ?? name) ? `node:${name}` : `npm:${specifier}`;
}

const allowed = (target: string, permitted: string): boolean =>
  permitted === 'node:' || permitted.endsWith('/')
    ? target.startsWith(permitted)
    : target === permitted || target.startsWith(`${permitted}/`);

/** Imports of one file that no arrow permits. A file that no arrow names is a violation by itself. */
export function violations(file: string, code: string): Violation[] {
  const rule = arrows.filter(({ from }) => file.startsWith(from)).toSorted((a, b) => b.from.length - a.from.length)[0];
  if (rule === undefined) return [{ file, imports: '(no arrow names this file)' }];
  const own = rule.from.endsWith('/') ? rule.from : `${rule.from}!`;
  return specifiers(file, code)
    .map((specifier) => resolve(file, specifier))
    .filter((target) => !target.startsWith(own) && !rule.may.some((permitted) => allowed(target, permitted)))
    .map((imports) => ({ file, imports }));
}

/** Every TypeScript file of the product, as paths relative to `root`. */
export function sources(root: string): string[] {
  return ['electron', 'shared', 'renderer'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/u.test(path) && !path.endsWith('.d.ts')),
  );
}

export const read = (root: string, file: string): string => readFileSync(join(root, file), 'utf8');
