import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Llama, LlamaContextSequence, LlamaGrammarEvaluationState, LlamaModel, Token } from 'node-llama-cpp';
import { AppError, invariant, isCancelled } from '../../shared/error.ts';
import type { GenerateRequest, Generator } from '../engine/ports.ts';
import { throwIfCancelled } from '../engine/run.ts';
import type { Run } from '../engine/run.ts';
import { clampThreads, createSlowdownWatch, idleThreads } from './threads.ts';

export interface GeneratorOptions {
  /** Longest prompt and answer together, in tokens, up to what the model was trained on. Defaults to 4096. */
  readonly contextSize?: number;
  /** Where it computes. Defaults to the processor alone: a backend that does not fit the machine can end the process. */
  readonly gpu?: false | 'metal' | 'vulkan' | 'cuda';
  /** Bytes of memory it may take. Defaults to what the system says is available. */
  readonly memory?: number;
}

const DEFAULT_CONTEXT = 4096;
/** Tokens of a prompt read between two looks at the cancel signal; llama.cpp itself is deaf while it reads. */
const READ_SLICE = 128;
/** What llama.cpp's JSON grammars put after the value. */
const GRAMMAR_END = '\n\n\n\n';

export interface LoadedGenerator extends Generator {
  /** Frees its memory. Not while a call is under way. */
  dispose(): Promise<void>;
}

type Library = typeof import('node-llama-cpp');

/**
 * Loads a GGUF file with llama.cpp into this process. It computes for seconds to minutes and native faults end the
 * process, so this belongs into a host of its own. Throws MODEL_NOT_FOUND, MODEL_INVALID (no GGUF, damaged, cut off, of
 * a kind llama.cpp does not know) or MODEL_TOO_LARGE before the memory is taken.
 */
export async function loadGenerator(file: string, options: GeneratorOptions, run: Run): Promise<LoadedGenerator> {
  await checkMagic(file);
  throwIfCancelled(run);
  const library = await import('node-llama-cpp');
  const { llama, lastError } = await startLlama(library, options.gpu ?? false);
  const contextSize = await checkMemory(library, llama, file, options);
  const failed = async (error: unknown): Promise<never> => {
    // The log arrives a turn of the event loop later.
    await turn();
    throw loadError(library, file, error, lastError());
  };
  const model = await loadModel(llama, file, run).catch(failed);
  const context = await model
    .createContext({ contextSize, sequences: 1, failedCreationRemedy: false })
    .catch(async (error: unknown) => {
      await model.dispose();
      return failed(error);
    });
  return {
    name: model.fileInfo.metadata.general?.name ?? path.basename(file, path.extname(file)),
    window: contextSize,
    count: (text) => Promise.resolve(model.tokenize(text).length),
    generate: createGenerate(library, llama, model, context.getSequence(), contextSize),
    dispose: () => model.dispose(),
  };
}

async function checkMagic(file: string): Promise<void> {
  const data = { file: path.basename(file) };
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw new AppError('MODEL_NOT_FOUND', 'cannot open the model file', data, { cause });
  });
  try {
    if (!(await handle.stat()).isFile()) throw new AppError('MODEL_NOT_FOUND', 'not a file', data);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead < 4 || buffer.toString('latin1') !== 'GGUF') {
      throw new AppError('MODEL_INVALID', 'not a GGUF file', data);
    }
  } finally {
    await handle.close();
  }
}

interface Backend {
  readonly llama: Llama;
  /** What llama.cpp last said was wrong, which it tells only its log. */
  readonly lastError: () => string | undefined;
}

const backends = new Map<GeneratorOptions['gpu'], Promise<Backend>>();

/** One backend of a kind serves the whole process: a second one loses its log and shares its cores with the first. */
function startLlama(library: Library, gpu: NonNullable<GeneratorOptions['gpu']>): Promise<Backend> {
  const started = backends.get(gpu) ?? newLlama(library, gpu);
  backends.set(gpu, started);
  return started;
}

async function newLlama(
  { getLlama, LlamaLogLevel }: Library,
  gpu: NonNullable<GeneratorOptions['gpu']>,
): Promise<Backend> {
  let last: string | undefined;
  const llama = await getLlama({
    gpu,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    maxThreads: 1,
    logLevel: LlamaLogLevel.error,
    logger: (_level, message) => (last = message.trim()),
  });
  llama.maxThreads = clampThreads(llama.cpuMathCores, llama.cpuMathCores);
  return { llama, lastError: () => last };
}

/** Window the model gets. Throws MODEL_TOO_LARGE when weights, context and working memory exceed what may be taken. */
async function checkMemory(
  { readGgufFileInfo, GgufInsights }: Library,
  llama: Llama,
  file: string,
  { contextSize = DEFAULT_CONTEXT, gpu = false, memory = process.availableMemory() }: GeneratorOptions,
): Promise<number> {
  const invalid = (cause: unknown): AppError =>
    new AppError(
      'MODEL_INVALID',
      'the header of the model file cannot be read',
      { file: path.basename(file) },
      { cause },
    );
  const info = await readGgufFileInfo(file, { sourceType: 'filesystem', logWarnings: false }).catch(
    (error: unknown) => {
      throw invalid(error);
    },
  );
  const insights = await GgufInsights.from(info, llama).catch((error: unknown) => {
    throw invalid(error);
  });
  const window = Math.min(contextSize, insights.trainContextSize ?? contextSize);
  if (gpu === false) {
    const weights = (await stat(file)).size;
    const { cpuRam } = insights.estimateContextResourceRequirements({
      contextSize: window,
      modelGpuLayers: 0,
      sequences: 1,
    });
    const needed = weights + cpuRam;
    if (needed > memory) {
      throw new AppError('MODEL_TOO_LARGE', 'the model does not fit into memory', {
        file: path.basename(file),
        neededMb: Math.ceil(needed / 2 ** 20),
        availableMb: Math.floor(memory / 2 ** 20),
      });
    }
  }
  return window;
}

const loadModel = (llama: Llama, file: string, run: Run): Promise<LlamaModel> =>
  llama.loadModel({
    modelPath: file,
    ...(run.signal instanceof AbortSignal ? { loadSignal: run.signal } : {}),
    onLoadProgress: (share) => run.report({ stage: 'load', done: Math.floor(share * 100), total: 100 }),
  });

function loadError(library: Library, file: string, error: unknown, said: string | undefined): unknown {
  if (error instanceof AppError || isCancelled(error)) return error;
  const data = { file: path.basename(file) };
  if (error instanceof library.InsufficientMemoryError) {
    return new AppError('MODEL_TOO_LARGE', 'the model does not fit into memory', data, { cause: error });
  }
  return new AppError('MODEL_INVALID', said ?? 'llama.cpp cannot load the file', data, { cause: error });
}

function createGenerate(
  library: Library,
  llama: Llama,
  model: LlamaModel,
  sequence: LlamaContextSequence,
  window: number,
): Generator['generate'] {
  const toTokens = promptTokens(library, model);
  let busy = false;
  return async (request, run, onText) => {
    invariant(!busy, 'one generation at a time');
    busy = true;
    try {
      const prompt = toTokens(request);
      const needed = prompt.length + request.maxTokens;
      if (needed > window) {
        throw new AppError('CONTEXT_OVERFLOW', 'prompt and answer do not fit into the context', {
          tokens: needed,
          window,
        });
      }
      const grammar = await llama.createGrammarForJsonSchema(request.schema as { readonly type: 'object' });
      const state = new library.LlamaGrammarEvaluationState({ model, grammar });
      llama.maxThreads = await idleThreads(llama.cpuMathCores);
      const last = await readPrompt(sequence, prompt, run);
      return await write(model, sequence, last, state, request.maxTokens, run, onText);
    } finally {
      busy = false;
    }
  };
}

/** The prompt in the model's own chat format, or as plain text for models that only complete. */
function promptTokens(library: Library, model: LlamaModel): (request: GenerateRequest) => Token[] {
  const instruct = model.fileInfo.metadata.tokenizer?.chat_template !== undefined;
  const wrapper = instruct ? library.resolveChatWrapper(model, { warningLogs: false }) : null;
  return ({ system, prompt }) => {
    if (!wrapper) {
      const tokens = model.tokenize(`${system}\n\n${prompt}\n`);
      const { bos, shouldPrependBosToken } = model.tokens;
      return shouldPrependBosToken && bos !== null ? [bos, ...tokens] : tokens;
    }
    // Only the template makes special tokens: words of a contract that look like them stay words.
    const { contextText } = wrapper.generateContextState({
      chatHistory: [
        { type: 'system', text: system },
        { type: 'user', text: prompt },
        { type: 'model', response: [] },
      ],
    });
    return contextText.tokenize(model.tokenizer);
  };
}

/** Reads all but the last token, which it returns. What the last prompt had in common at its start is not read again. */
async function readPrompt(sequence: LlamaContextSequence, prompt: readonly Token[], run: Run): Promise<Token> {
  const last = prompt.at(-1);
  invariant(last !== undefined, 'a prompt has a token');
  const body = prompt.slice(0, -1);
  await sequence.adaptStateToTokens(body, false);
  for (let at = sequence.nextTokenIndex; at < body.length; at += READ_SLICE) {
    throwIfCancelled(run);
    run.report({ stage: 'read', done: at, total: body.length });
    await sequence.evaluateWithoutGeneratingNewTokens(body.slice(at, at + READ_SLICE));
  }
  run.report({ stage: 'read', done: body.length, total: body.length });
  return last;
}

async function write(
  model: LlamaModel,
  sequence: LlamaContextSequence,
  last: Token,
  grammarEvaluationState: LlamaGrammarEvaluationState,
  maxTokens: number,
  run: Run,
  onText: ((text: string) => void) | undefined,
): Promise<string> {
  const tokens: Token[] = [];
  let text = '';
  let sent = 0;
  const send = (end: number): void => {
    if (end > sent) onText?.(text.slice(sent, end));
    sent = Math.max(sent, end);
  };
  throwIfCancelled(run);
  const watch = createSlowdownWatch();
  let since = performance.now();
  for await (const token of sequence.evaluate([last], { temperature: 0, grammarEvaluationState })) {
    const now = performance.now();
    if (watch.note(now - since)) model.llama.maxThreads = 1;
    since = now;
    tokens.push(token);
    text = model.detokenize(tokens);
    run.report({ stage: 'write', done: tokens.length, total: maxTokens });
    if (isWhole(text) || tokens.length >= maxTokens) break;
    // A character of several tokens is shown when it is complete; white space at the end may be the grammar's.
    send(text.replace(/[\s\uFFFD]+$/, '').length);
    throwIfCancelled(run);
  }
  text = text.trimEnd();
  send(text.length);
  return text;
}

/** The grammar goes on after the value, so the end is found here. */
function isWhole(text: string): boolean {
  if (text.endsWith(GRAMMAR_END)) return true;
  if (!/[}\]]\s*$/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
