/**
 * A tiny language model in the GGUF format (version 3, as described in ggml's docs/gguf.md): llama architecture, two
 * layers, random weights, a vocabulary of bytes and a few words. It knows nothing, but llama.cpp loads it, counts tokens
 * with it and writes what a grammar forces, which is all that tests of the adapter need.
 */
export interface TinyModel {
  /** The weights; the same seed gives the same bytes. */
  readonly seed: number;
  /** `general.name`. */
  readonly name: string;
  /** Tokens of context the model says it was trained on. */
  readonly context: number;
  /** A Jinja template makes it an instruct model; absent, it completes. */
  readonly chatTemplate?: string;
}

const EMBEDDING = 64;
const HEADS = 4;
const LAYERS = 2;
const FEED_FORWARD = 96;
const ALIGNMENT = 32;

const Type = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 } as const;
/** Token types of llama.cpp. */
const Kind = { normal: 1, unknown: 2, control: 3, byte: 6 } as const;

/** Chat turns in the manner of ChatML. */
export const CHAT_TEMPLATE =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}" +
  "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

const WORDS = ['the', 'a', 'of', 'clause', 'party', 'shall', 'not', 'true', 'false', 'yes', 'no', '合同', '条'];

interface Token {
  readonly text: string;
  readonly score: number;
  readonly kind: number;
}

function vocabulary(): Token[] {
  const tokens: Token[] = [
    { text: '<unk>', score: 0, kind: Kind.unknown },
    { text: '<s>', score: 0, kind: Kind.control },
    { text: '</s>', score: 0, kind: Kind.control },
    { text: '<|im_start|>', score: 0, kind: Kind.control },
    { text: '<|im_end|>', score: 0, kind: Kind.control },
  ];
  for (let byte = 0; byte < 256; byte++) {
    tokens.push({ text: `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`, score: 0, kind: Kind.byte });
  }
  const normal = new Set<string>(['▁', '\n']);
  for (let code = 0x21; code < 0x7f; code++) normal.add(String.fromCharCode(code));
  // A piece is joined out of shorter ones, so each beginning of a word must be a piece too.
  for (const word of WORDS)
    for (let end = 1; end <= word.length; end++) normal.add(word.slice(0, end)).add(`▁${word.slice(0, end)}`);
  for (const text of normal) tokens.push({ text, score: -100 + 10 * text.length, kind: Kind.normal });
  return tokens;
}

/** The bytes of the model: about 400 KB. */
export function makeTinyGguf({ seed, name, context, chatTemplate }: TinyModel): Uint8Array {
  const tokens = vocabulary();
  const metadata = new Writer();
  let entries = 0;
  const put = (key: string, write: () => void): void => {
    metadata.string(key);
    write();
    entries++;
  };
  const text = (key: string, value: string) => put(key, () => metadata.u32(Type.string).string(value));
  const u32 = (key: string, value: number) => put(key, () => metadata.u32(Type.u32).u32(value));
  const f32 = (key: string, value: number) => put(key, () => metadata.u32(Type.f32).f32(value));
  const list = (key: string, type: number, write: (token: Token) => void) =>
    put(key, () => {
      metadata.u32(Type.array).u32(type).u64(tokens.length);
      tokens.forEach(write);
    });

  text('general.architecture', 'llama');
  text('general.name', name);
  u32('general.file_type', 0);
  u32('llama.context_length', context);
  u32('llama.embedding_length', EMBEDDING);
  u32('llama.block_count', LAYERS);
  u32('llama.feed_forward_length', FEED_FORWARD);
  u32('llama.attention.head_count', HEADS);
  u32('llama.attention.head_count_kv', HEADS);
  u32('llama.rope.dimension_count', EMBEDDING / HEADS);
  u32('llama.vocab_size', tokens.length);
  f32('llama.attention.layer_norm_rms_epsilon', 1e-5);
  text('tokenizer.ggml.model', 'llama');
  list('tokenizer.ggml.tokens', Type.string, (token) => metadata.string(token.text));
  list('tokenizer.ggml.scores', Type.f32, (token) => metadata.f32(token.score));
  list('tokenizer.ggml.token_type', Type.i32, (token) => metadata.u32(token.kind));
  u32('tokenizer.ggml.unknown_token_id', 0);
  u32('tokenizer.ggml.bos_token_id', 1);
  u32('tokenizer.ggml.eos_token_id', chatTemplate === undefined ? 2 : 4);
  put('tokenizer.ggml.add_bos_token', () => metadata.u32(Type.bool).u8(1));
  if (chatTemplate !== undefined) text('tokenizer.chat_template', chatTemplate);

  const tensors = weights(tokens.length, random(seed));
  const head = new Writer();
  head.bytes(new TextEncoder().encode('GGUF')).u32(3).u64(tensors.length).u64(entries).bytes(metadata.take());
  let offset = 0;
  for (const { name: tensor, shape, data } of tensors) {
    head.string(tensor).u32(shape.length);
    for (const size of shape) head.u64(size);
    head.u32(0).u64(offset);
    offset += align(data.byteLength);
  }
  head.pad();
  for (const { data } of tensors) head.bytes(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)).pad();
  return head.take();
}

interface Tensor {
  readonly name: string;
  /** Innermost dimension first, as ggml has it. */
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

function weights(vocabularySize: number, next: () => number): Tensor[] {
  const matrix = (name: string, columns: number, rows: number): Tensor => ({
    name,
    shape: [columns, rows],
    data: Float32Array.from({ length: columns * rows }, () => (next() - 0.5) / Math.sqrt(columns / 12)),
  });
  const norm = (name: string): Tensor => ({ name, shape: [EMBEDDING], data: new Float32Array(EMBEDDING).fill(1) });
  const layer = (i: number): Tensor[] => [
    norm(`blk.${i}.attn_norm.weight`),
    matrix(`blk.${i}.attn_q.weight`, EMBEDDING, EMBEDDING),
    matrix(`blk.${i}.attn_k.weight`, EMBEDDING, EMBEDDING),
    matrix(`blk.${i}.attn_v.weight`, EMBEDDING, EMBEDDING),
    matrix(`blk.${i}.attn_output.weight`, EMBEDDING, EMBEDDING),
    norm(`blk.${i}.ffn_norm.weight`),
    matrix(`blk.${i}.ffn_gate.weight`, EMBEDDING, FEED_FORWARD),
    matrix(`blk.${i}.ffn_up.weight`, EMBEDDING, FEED_FORWARD),
    matrix(`blk.${i}.ffn_down.weight`, FEED_FORWARD, EMBEDDING),
  ];
  return [
    // Without an output matrix the embedding serves as one.
    matrix('token_embd.weight', EMBEDDING, vocabularySize),
    ...Array.from({ length: LAYERS }, (_, i) => layer(i)).flat(),
    norm('output_norm.weight'),
  ];
}

/** Mulberry32: numbers in [0, 1). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const align = (size: number): number => Math.ceil(size / ALIGNMENT) * ALIGNMENT;

/** Little-endian bytes. */
class Writer {
  #parts: Uint8Array[] = [];
  #length = 0;

  bytes(part: Uint8Array): this {
    this.#parts.push(part);
    this.#length += part.length;
    return this;
  }

  #number(size: number, write: (view: DataView) => void): this {
    const part = new Uint8Array(size);
    write(new DataView(part.buffer));
    return this.bytes(part);
  }

  u8 = (value: number): this => this.#number(1, (view) => view.setUint8(0, value));
  u32 = (value: number): this => this.#number(4, (view) => view.setUint32(0, value, true));
  u64 = (value: number): this => this.#number(8, (view) => view.setBigUint64(0, BigInt(value), true));
  f32 = (value: number): this => this.#number(4, (view) => view.setFloat32(0, value, true));

  string(value: string): this {
    const text = new TextEncoder().encode(value);
    return this.u64(text.length).bytes(text);
  }

  pad(): this {
    return this.bytes(new Uint8Array(align(this.#length) - this.#length));
  }

  take(): Uint8Array {
    const all = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}
