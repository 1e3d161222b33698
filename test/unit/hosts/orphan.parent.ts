import { spawnChildProcess } from '../../../electron/hosts/childProcess.ts';
import { createPeer } from '../../../electron/hosts/peer.ts';
import type { Methods } from '../../../electron/hosts/peer.ts';
import type { FixtureMethods } from './fixture.main.ts';

// Starts a host that blocks its thread, prints its pid, and waits to be killed.
const entry = new URL('./fixture.main.ts', import.meta.url).pathname;
const peer = createPeer<Methods, FixtureMethods>(spawnChildProcess('reader', entry), {}, { name: 'fixture' });
const pid = await peer.call('pid', null);
void peer.call('spin', null);
process.stdout.write(`${pid}\n`);
