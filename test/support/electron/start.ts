/**
 * Shows the built application on the stand-in: `node test/support/electron/start.ts [--user-data-dir=DIR] [--screenshot=FILE]`.
 * With a display, `PROVISO_HEADED=1` opens a window; without one, attach a browser to the address that is printed.
 */
import { buildIfStale } from '../build.ts';
import { launch } from './launch.ts';

const option = (name: string): string | undefined =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3);

await buildIfStale('all');
const userData = option('user-data-dir');
const running = await launch(userData === undefined ? {} : { userData });
console.log(`Proviso on the stand-in · data in ${running.userData} · Ctrl+C ends it`);
const screenshot = option('screenshot');
if (screenshot === undefined) {
  await new Promise((done) => {
    process.once('SIGINT', done);
    process.once('SIGTERM', done);
    running.page.once('close', done);
  });
} else {
  await running.page.waitForLoadState('networkidle');
  await running.page.screenshot({ path: screenshot });
}
await running.close();
