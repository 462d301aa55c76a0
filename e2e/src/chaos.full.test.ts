/**
 * Simulated pupils use one server while parts of it are killed, stand still and change their clock: what was acknowledged is there once, nobody
 * is signed out, and no answer is wrong. `npm run proofs -- chaos` has 200 pupils for 10 minutes, a full disk and vendors that fail too; `npm run test:all` 20 for
 * one round of faults.
 */
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { LIMIT } from '../../tools/testing/limits.ts';
import { faults } from './chaos/faults.ts';
import { newLedger } from './chaos/ledger.ts';
import { startPlace } from './chaos/place.ts';
import { pupilsEnv } from './chaos/lives.ts';
import { run } from './chaos/run.ts';
import { vendorFaults } from './chaos/vendor-faults.ts';
import { startVendors, type Vendors } from './chaos/vendors.ts';
import { fillDataFolder } from './data-folder.ts';
import { serverClock } from './server-clock.ts';
import { temporaryFolder } from './server.ts';
import { smallDisk, type SmallDisk } from './small-disk.ts';

const minutes = Number(process.env['ROLLCALL_CHAOS'] ?? 0);
const PUPILS = minutes > 0 ? 200 : 20;
/** Milliseconds of service between two faults. */
const QUIET = minutes > 0 ? 3_000 : 300;

/** MB of the disk that the server has to itself in the long form, with what PostgreSQL and the event store write in 10 minutes. */
const DISK = 4096;

const folder = temporaryFolder();
let disk: SmallDisk | undefined;
let vendors: Vendors | undefined;
afterAll(async () => {
  await vendors?.stop();
  disk?.remove();
  folder.remove();
});

test(
  `${PUPILS} pupils lose nothing, are counted once and stay signed in, whatever is killed`,
  async () => {
    const data = join(folder.path, 'data');
    fillDataFolder(data);
    if (minutes > 0) {
      disk = smallDisk(data, DISK);
      vendors = await startVendors();
      if (!disk) console.log('No file system could be mounted here: the disk is not filled.');
    }
    const clock = serverClock(join(folder.path, 'clock'));
    const place = await startPlace(data, { ...clock.env, ...pupilsEnv, ...vendors?.env }, vendors?.code);
    const ledger = newLedger();
    const struck = [
      ...faults({ server: place.server, clock, disk, ledger }),
      ...(vendors ? vendorFaults(vendors, place.url, ledger) : []),
    ];
    const table = await run(place, ledger, struck, {
      pupils: PUPILS,
      minutes,
      quiet: QUIET,
      diaries: 0,
      pace: { ms: 200 },
    });
    await place.stop();
    console.log(table);
  },
  LIMIT + minutes * 120_000,
);
