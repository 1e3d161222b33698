import { defineConfig } from 'vitest/config';

/** The window, built and shown: one application at a time. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: ['test/e2e/**/*.e2e.test.ts'],
    globalSetup: ['test/support/electron/globalSetup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    pool: 'forks',
  },
});
