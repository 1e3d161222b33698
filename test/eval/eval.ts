/**
 * `npm run eval [-- --questions FILE] [--no-baseline] [--misses]`: our figures beside fixed chunks, same embedder, equal
 * budgets, in one run. Slow only the first time: vectors and parsed documents are cached under .cache/eval.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadEmbedder } from '../../electron/models/embedder.ts';
import { loadTokenizer } from '../../electron/models/tokenizer.ts';
import { contractCases } from './convert/contracts.ts';
import { cuadCases } from './convert/cuad.ts';
import { cacheFolder, dataFolder, root } from './data.ts';
import { reportContracts } from './retrieval/contractsReport.ts';
import { reportCuad } from './retrieval/cuadReport.ts';
import { Documents } from './retrieval/documents.ts';
import { Systems } from './retrieval/systems.ts';
import { VectorCache } from './retrieval/vectors.ts';

const CUAD_CONTRACTS = 12;

const { values } = parseArgs({
  options: {
    questions: { type: 'string' },
    only: { type: 'string' },
    'no-baseline': { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
  },
});

const data = dataFolder();
if (data === null) {
  console.log('eval: skipped, no shared test data here (set PROVISO_DATA)');
} else {
  const pack = join(root, 'resources/models/multilingual-e5-small-q4');
  const tokenizer = await loadTokenizer(pack);
  const embedder = await loadEmbedder(pack);
  const cache = new VectorCache(cacheFolder, embedder, tokenizer);
  const systems = new Systems(new Documents(data, cacheFolder, tokenizer), cache, embedder, tokenizer);
  const baseline = !values['no-baseline'];
  if (values.only !== 'cuad') {
    await reportContracts(contractCases(data, values.questions), systems, { baseline, misses: values.misses });
  }
  if (values.only !== 'questions') await reportCuad(cuadCases(data, CUAD_CONTRACTS), systems, { baseline });
}
