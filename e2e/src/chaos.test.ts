/**
 * Simulated pupils use one server while parts of it are killed, stand still and change their clock: what was acknowledged is there once, nobody
 * is signed out, and no answer is wrong. `npm run chaos` has 200 pupils for 10 minutes, `npm test` 20 for one round of faults.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { faults } from './chaos/faults.ts';
import { newLedger } from './chaos/ledger.ts';
import { startPlace } from './chaos/place.ts';
import { pupilsEnv, run } from './chaos/run.ts';
import { serverClock } from './server-clock.ts';
import { temporaryFolder } from './server.ts';

const minutes = Number(process.env['ROLLCALL_CHAOS'] ?? 0);
const PUPILS = minutes > 0 ? 200 : 20;
/** Milliseconds of service between two faults. */
const QUIET = minutes > 0 ? 3_000 : 300;

const folder = temporaryFolder();
afterAll(folder.remove);

test(
  `${PUPILS} pupils lose nothing, are counted once and stay signed in, whatever is killed`,
  async () => {
    const data = join(folder.path, 'data');
    mkdirSync(data);
    const clock = serverClock(join(folder.path, 'clock'));
    const place = await startPlace(data, { ...clock.env, ...pupilsEnv });
    const table = await run(place, newLedger(), faults(place.server, clock), {
      pupils: PUPILS,
      minutes,
      quiet: QUIET,
      diaries: 0,
      pace: 200,
    });
    await place.stop();
    console.log(table);
  },
  120_000 + minutes * 120_000,
);
