import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { UserConfig } from 'electron-vite';

/** `PROVISO_BUILD=cli` builds only what the command line runs: the cli and the hosts. */
const onlyCli = process.env['PROVISO_BUILD'] === 'cli';

/** Entries by the name of their output: `out/main/cli.js`, `out/main/hosts/reader.main.js`, `out/main/main.js`. */
function mainEntries(): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const host of globSync('electron/hosts/*.main.ts')) entries[`hosts/${basename(host, '.ts')}`] = host;
  if (existsSync('electron/cli/main.ts')) entries['cli'] = 'electron/cli/main.ts';
  if (!onlyCli) entries['main'] = 'electron/main/main.ts';
  return entries;
}

// The packages of `dependencies` stay outside the bundle of main, hosts and cli: they carry native code, WebAssembly and data
// files that they look for beside themselves.
const main: UserConfig['main'] = {
  build: {
    outDir: 'out/main',
    // A build of the command line leaves the window's files alone.
    emptyOutDir: !onlyCli,
    sourcemap: !onlyCli,
    rolldownOptions: {
      input: mainEntries(),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
};

const preload: UserConfig['preload'] = {
  build: {
    outDir: 'out/preload',
    rolldownOptions: {
      input: { preload: 'electron/preload/preload.ts' },
      // A sandboxed preload is CommonJS.
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
};

const renderer: UserConfig['renderer'] = {
  root: 'renderer',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: 'out/renderer',
    modulePreload: false,
    // Everything is a file of its own origin: the policy of the page allows no inlined data.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { index: 'renderer/index.html' } },
  },
};

export default defineConfig(onlyCli ? { main } : { main, preload, renderer });
