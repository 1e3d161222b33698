import { configureGlobal } from 'fast-check';

/** One seed for every property, so that a run can be repeated; `PROVISO_SEED=N` explores others. */
configureGlobal({ seed: Number(process.env['PROVISO_SEED'] ?? 20_261_130) });
