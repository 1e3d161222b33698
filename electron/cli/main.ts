import manifest from '../../package.json' with { type: 'json' };
import { AppError, isCancelled, toErrorJson } from '../../shared/error.ts';
import type { ErrorJson } from '../../shared/error.ts';
import { en } from '../../shared/locale/en.ts';
import type { Messages } from '../../shared/locale/en.ts';
import { zhCN } from '../../shared/locale/zh-CN.ts';
import { USAGE, parseCommand } from './args.ts';
import type { Args } from './args.ts';
import { ask, search } from './commands/ask.ts';
import { importPaths, list, remove, status } from './commands/library.ts';
import { models } from './commands/models.ts';
import { chunks, outline } from './commands/single.ts';
import type { Output } from './output.ts';
import { Session } from './session.ts';
import { ProgressLine, oneLine } from './terminal.ts';

const EXIT = { ok: 0, bug: 1, usage: 2, badInput: 3, cancelled: 130 } as const;

/** Words for people follow the system's language; JSON does not. */
const messages = (): Messages =>
  /^zh/iu.test(process.env['LC_ALL'] ?? process.env['LC_MESSAGES'] ?? process.env['LANG'] ?? '') ? zhCN : en;

const cancel = new AbortController();
// A closed terminal and a polite kill are cancellations too: the library is closed, temporary copies go away.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second interrupt ends what does not stop.
    if (cancel.signal.aborted) process.exit(EXIT.cancelled);
    cancel.abort();
  });
}

/** Results that could not be written. The process still closes what it opened. */
let lostOutput: NodeJS.ErrnoException | null = null;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A closed pipe (`| head`) is how people say that they have seen enough.
  if (error.code !== 'EPIPE') lostOutput ??= error;
});
// Nobody is left to be told.
process.stderr.on('error', () => undefined);

const print = (text: string): Promise<void> =>
  new Promise((done) => process.stdout.write(text.endsWith('\n') ? text : `${text}\n`, () => done()));

async function run(args: Args, progress: ProgressLine): Promise<void> {
  if (args.command === 'models') return show(await models(args), args);
  const single = args.command === 'outline' || args.command === 'chunks';
  if (!single && args.library === null && args.command !== 'ask' && args.command !== 'search') {
    throw new AppError('USAGE', `proviso ${args.command} needs --library DIR.`);
  }
  const session = await Session.open({
    library: single ? 'none' : args.library === null ? null : { path: args.library },
    create: args.command === 'import',
    model: args.model,
    signal: cancel.signal,
    report: (name, state) => progress.report(name, state),
  });
  try {
    if (single) {
      const text = await (args.command === 'outline' ? outline(session, args) : chunks(session, args));
      progress.clear();
      return await print(text);
    }
    const output = await command(session, args);
    progress.clear();
    return await show(output, args);
  } finally {
    progress.clear();
    await session.close();
  }
}

function command(session: Session, args: Args): Promise<Output> {
  switch (args.command) {
    case 'ask':
      return ask(session, args, messages());
    case 'search':
      return search(session, args);
    case 'import':
      return importPaths(session, args);
    case 'list':
      return list(session);
    case 'status':
      return status(session);
    case 'remove':
      return remove(session, args);
    case 'outline':
    case 'chunks':
    case 'models':
      throw new Error(`${args.command} is run without a library`);
  }
}

async function show({ json, text, failed }: Output, args: Args): Promise<void> {
  if (args.batch !== null && Array.isArray(json)) {
    if (json.length > 0) await print(json.map((line) => JSON.stringify(line)).join('\n'));
  } else if (args.json) await print(JSON.stringify(json));
  else if (text !== '') await print(text);
  for (const { file, code } of failed) complain({ code: code as ErrorJson['code'], message: '', data: { name: file } });
  if (failed.length > 0) process.exitCode = failed.some(({ code }) => code === 'INTERNAL') ? EXIT.bug : EXIT.badInput;
}

/** One sentence on stderr: the locale's words for the code; usage errors bring their own. */
function complain(error: ErrorJson): void {
  const sentence =
    error.code === 'USAGE' || error.code === 'BAD_INPUT'
      ? error.message
      : messages().errors[error.code](error.data ?? {});
  process.stderr.write(`proviso: ${oneLine(sentence)} [${error.code}]\n`);
}

const writeError = (cause: NodeJS.ErrnoException): AppError =>
  cause.code === 'ENOSPC'
    ? new AppError('DISK_FULL', 'the output could not be written', undefined, { cause })
    : new AppError('BAD_INPUT', `The output could not be written (${cause.code ?? 'unknown'}).`, undefined, { cause });

function exitCodeOf(error: unknown): number {
  if (isCancelled(error) || cancel.signal.aborted) return EXIT.cancelled;
  if (!(error instanceof AppError) || error.code === 'INTERNAL') return EXIT.bug;
  return error.code === 'USAGE' ? EXIT.usage : EXIT.badInput;
}

async function main(): Promise<void> {
  const progress = new ProgressLine();
  const argv = process.argv.slice(2);
  try {
    const args = parseCommand(argv);
    if (args === 'help') return await print(USAGE);
    if (args === 'version') return await print(manifest.version);
    await run(args, progress);
    if (lostOutput !== null) throw writeError(lostOutput);
  } catch (error) {
    progress.clear();
    process.exitCode = exitCodeOf(error);
    const json = toErrorJson(cancel.signal.aborted ? new AppError('CANCELLED', 'cancelled') : error);
    if (argv.includes('--json') && process.exitCode === EXIT.badInput && lostOutput === null) {
      const { name, ...rest } = json.data ?? {};
      await print(
        JSON.stringify({
          error: {
            code: json.code,
            message: json.message,
            ...(name === undefined ? {} : { file: name }),
            ...(Object.keys(rest).length > 0 ? { data: rest } : {}),
          },
        }),
      );
    } else {
      complain(json);
      if (json.code === 'INTERNAL' && error instanceof Error && !(error instanceof AppError))
        process.stderr.write(`${error.stack ?? ''}\n`);
    }
  }
}

await main();
