import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { serialize, deserialize } from 'node:v8';
import type { ParsedDocument, Tokenizer } from '../../../electron/engine/ports.ts';
import { quietRun } from '../../../electron/engine/run.ts';
import { parseFile } from '../../../electron/hosts/parse.ts';
import { createReader } from '../../../electron/readers/read.ts';
import { root } from '../data.ts';

/** Code whose change makes parsed documents stale. */
const STAGES = ['electron/readers', 'electron/engine/layout', 'electron/engine/structure', 'electron/engine/chunk'];

/** Reads, structures and chunks files of the data folder; each is parsed once per state of the code. */
export class Documents {
  readonly #data: string;
  readonly #folder: string;
  readonly #tokenizer: Tokenizer;
  readonly #version = codeVersion();
  readonly #parsed = new Map<string, ParsedDocument>();

  constructor(data: string, folder: string, tokenizer: Tokenizer) {
    this.#data = data;
    this.#folder = join(folder, 'parsed');
    this.#tokenizer = tokenizer;
    mkdirSync(this.#folder, { recursive: true });
  }

  async get(file: string): Promise<ParsedDocument> {
    const known = this.#parsed.get(file);
    if (known !== undefined) return known;
    const cached = join(this.#folder, createHash('sha1').update(`${this.#version} ${file}`).digest('hex'));
    const parsed = existsSync(cached) ? (deserialize(readFileSync(cached)) as ParsedDocument) : await this.#parse(file);
    if (!existsSync(cached)) writeFileSync(cached, serialize(parsed));
    this.#parsed.set(file, parsed);
    return parsed;
  }

  #parse(file: string): Promise<ParsedDocument> {
    return parseFile({ path: join(this.#data, file), name: basename(file) }, createReader(), this.#tokenizer, quietRun);
  }
}

function codeVersion(): string {
  const hash = createHash('sha1');
  for (const stage of STAGES)
    for (const entry of readdirSync(join(root, stage), { recursive: true, withFileTypes: true }).toSorted((a, b) =>
      join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1,
    ))
      if (entry.isFile() && entry.name.endsWith('.ts')) hash.update(readFileSync(join(entry.parentPath, entry.name)));
  return hash.digest('hex');
}
