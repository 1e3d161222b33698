import { buildIfStale } from '../build.ts';
import { ensureChromium } from '../chromium.ts';
import { electronBinary } from './electronBinary.ts';
import { notRun } from './notRun.ts';

/** Builds what is stale and says what the specs run on; after them, what they could not prove. */
export default async function setup(): Promise<() => void> {
  await buildIfStale('all');
  const binary = electronBinary();
  console.log(binary === null ? `e2e on the stand-in in ${ensureChromium()}` : `e2e in Electron: ${binary}`);
  return () => {
    if (binary === null) for (const claim of notRun) console.log(`not run: ${claim}`);
  };
}
