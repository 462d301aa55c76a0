/** The main job in stock Firefox: an engine other than Chromium in `npm run test:all`; `npm run proofs -- engines` does more. */
import { afterAll, beforeAll, test } from 'vitest';
import { dataFolder } from '../data-folder.ts';
import { type RunningServer, startServer } from '../server.ts';
import type { Engine } from './engine.ts';
import { launchFirefox } from './firefox.ts';
import { mainJob } from './journeys.ts';

const folder = dataFolder();
let server: RunningServer;
let engine: Engine;
beforeAll(async () => {
  [server, engine] = await Promise.all([
    startServer(folder.path, { ROLLCALL_CODE_RETRY_SECONDS: '0' }),
    launchFirefox('en'),
  ]);
});
afterAll(async () => {
  await engine?.close();
  await server?.stop();
  folder.remove();
});

test('signs up, changes the profile, signs out and in', async () => {
  await mainJob(await engine.newPage(), server);
});
