/**
 * Simulated pupils use one server while parts of it are killed, stand still and change their clock: what was acknowledged is there once, nobody
 * is signed out, and no answer is wrong. `npm run chaos` has 200 pupils for 10 minutes, `npm test` 20 for one round of faults.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { faults } from './chaos/faults.ts';
import { startPlace } from './chaos/place.ts';
import { newLedger, newPupil } from './chaos/pupil.ts';
import { serverClock } from './server-clock.ts';
import { temporaryFolder } from './server.ts';
import { newPerson, storedOf } from './usage-data.ts';

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
    const place = await startPlace(data, {
      ...clock.env,
      ROLLCALL_TRUST_PROXY: 'loopback',
      ROLLCALL_CODE_RETRY_SECONDS: '0',
      ROLLCALL_CODE_DAILY_LIMIT: '1000',
      ROLLCALL_USAGE_ADDRESS_RATE: '0',
      ROLLCALL_LOG_LEVEL: 'warn',
    });
    const ledger = newLedger();
    const reporter = await newPerson(place.server());
    const pupils = Array.from({ length: PUPILS }, () => newPupil(place, ledger, reporter.id));
    const ending = new AbortController();
    const lives = Promise.all(pupils.map(pupil => pupil.live(ending.signal)));
    const until = Date.now() + minutes * 60_000;
    const rows = new Map<string, number[]>();
    const strike = async () => {
      for (const [name, fault] of faults(clock)) {
        await wait(QUIET);
        rows.set(name, [...(rows.get(name) ?? []), await place.strike(fault)]);
      }
    };
    do await Promise.race([strike(), lives]);
    while (Date.now() < until);
    ending.abort();
    await lives;

    for (const pupil of pupils) await pupil.check();
    const stored = (await storedOf(place.server(), reporter)).map(({ id }) => id);
    const present = new Set(stored);
    const missing = [...ledger.events].filter(id => !present.has(id));
    expect({ wrong: ledger.wrong, missing, twice: stored.length - present.size }).toEqual({
      wrong: [],
      missing: [],
      twice: 0,
    });
    expect(stored.length).toBe(ledger.events.size);
    await place.stop();
    const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(6);
    console.log(
      [
        `${PUPILS} pupils: ${ledger.answered} calls answered, ${ledger.refused} refused, ${ledger.unanswered} not answered and sent again; ` +
          `${ledger.events.size} events. Seconds until an answer came again, most of each:`,
        ...[...rows].map(([name, times]) => `${seconds(Math.max(...times))}  ${name} (${times.length})`),
      ].join('\n'),
    );
  },
  120_000 + minutes * 120_000,
);
