import { parseArgs } from 'node:util';
import { AppError } from '../../shared/error.ts';

export const commandNames = [
  'ask',
  'outline',
  'chunks',
  'search',
  'import',
  'list',
  'status',
  'remove',
  'models',
] as const;
export type CommandName = (typeof commandNames)[number];

export interface Args {
  readonly command: CommandName;
  readonly positionals: readonly string[];
  readonly library: string | null;
  /** Path of a GGUF file; null answers without a language model. */
  readonly model: string | null;
  readonly batch: string | null;
  readonly password: string | null;
  readonly hits: number;
  readonly json: boolean;
}

export const USAGE = `proviso: reads contracts on this machine and answers with exact citations

  proviso ask [FILE...] [QUESTION] [--library DIR] [--model GGUF|none] [--batch QUESTIONS.jsonl] [--password TEXT]
  proviso outline FILE [--password TEXT]        the clause tree, definitions, references, exclusions
  proviso chunks FILE [--password TEXT]         the chunks with their reasons, beside fixed windows
  proviso search [QUERY] [FILE...] [--library DIR] [-k N] [--batch QUERIES.jsonl]
  proviso import PATH... --library DIR          adds files and folders to a library
  proviso list | status --library DIR           what the library holds
  proviso remove DOCUMENT... --library DIR      by id or name
  proviso models list                           the models that come with Proviso

  --json prints JSON on stdout; progress goes to stderr.
  Exit codes: 0 ok, 1 bug, 2 usage, 3 bad input, 130 cancelled.`;

const usage = (message: string): AppError => new AppError('USAGE', message);

/** Parses the words after the program's name. Throws `USAGE` with one sentence. */
export function parseCommand(argv: readonly string[]): Args | 'help' | 'version' {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        library: { type: 'string' },
        model: { type: 'string' },
        batch: { type: 'string' },
        password: { type: 'string' },
        hits: { type: 'string', short: 'k' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw usage(error instanceof Error ? error.message.split('\n')[0]! : 'bad arguments');
  }
  const { values, positionals } = parsed;
  if (values.help || positionals.length === 0 || positionals[0] === 'help') return 'help';
  if (values.version) return 'version';
  const [name, ...rest] = positionals;
  const command = commandNames.find((candidate) => candidate === name);
  if (command === undefined) throw usage(`There is no command "${name}". Try: proviso help`);
  const hits = values.hits === undefined ? 10 : Number(values.hits);
  if (!Number.isInteger(hits) || hits < 1 || hits > 200) throw usage('-k takes a number from 1 to 200.');
  const empty = (['library', 'model', 'batch'] as const).find((key) => values[key] === '');
  if (empty !== undefined) throw usage(`--${empty} needs a value.`);
  return {
    command,
    positionals: rest,
    library: values.library ?? null,
    model: values.model === undefined || values.model === 'none' ? null : values.model,
    batch: values.batch ?? null,
    password: values.password ?? null,
    hits,
    json: values.json,
  };
}
