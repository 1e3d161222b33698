import type { Run } from '../engine/run.ts';
import { loadGenerator } from '../models/generator.ts';
import type { LoadedGenerator } from '../models/generator.ts';
import { serveHost } from './host.ts';
import type { GeneratorMethods, GeneratorModel } from './protocol.ts';

let held: { readonly key: string; readonly generator: LoadedGenerator } | null = null;

/** The supervisor sends one call at a time, so nothing uses the model that is let go here. */
async function load({ path, options }: GeneratorModel, run: Run): Promise<LoadedGenerator> {
  const key = JSON.stringify([path, options]);
  if (held?.key === key) return held.generator;
  const before = held;
  held = null;
  await before?.generator.dispose();
  const generator = await loadGenerator(path, options, run);
  held = { key, generator };
  return generator;
}

serveHost<GeneratorMethods>({
  start: () => null,
  'generator.load': async (model, run) => {
    const { name, window } = await load(model, run);
    return { name, window };
  },
  'generator.count': async ({ text, ...model }, run) => (await load(model, run)).count(text),
  'generator.generate': async ({ request, ...model }, run) => (await load(model, run)).generate(request, run, run.emit),
});
