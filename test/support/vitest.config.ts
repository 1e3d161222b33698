import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: [
      'test/unit/**/*.test.ts',
      'test/golden/**/*.test.ts',
      'test/contract/**/*.test.ts',
      'test/model/**/*.test.ts',
    ],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    pool: 'forks',
  },
});
