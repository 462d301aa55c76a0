/** Lets pupils use a place while faults strike it, and compares what is there with what was acknowledged. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { newPerson, storedOf } from '../usage-data.ts';
import type { Fault } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { Place } from './place.ts';
import { newPupil, type School } from './pupil.ts';

/** What a place needs so that pupils may do as much as they do. */
export const pupilsEnv = {
  ROLLCALL_TRUST_PROXY: 'loopback',
  ROLLCALL_CODE_RETRY_SECONDS: '0',
  ROLLCALL_CODE_DAILY_LIMIT: '1000',
  ROLLCALL_USAGE_ADDRESS_RATE: '0',
  ROLLCALL_LOG_LEVEL: 'warn',
} as const;

export interface RunOptions extends Pick<School, 'pace'> {
  readonly pupils: number;
  /** How many of them also keep a diary. */
  readonly diaries: number;
  /** Rounds of faults begin for so long; one at least. */
  readonly minutes: number;
  /** Milliseconds of service between two faults. */
  readonly quiet: number;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(9);

interface Struck {
  /** Milliseconds until all was as before, and those that somebody waited for an answer; the longest. */
  readonly recovered: number;
  readonly waited: number;
  readonly times: number;
}

/** @returns what the table says */
export const run = async (
  place: Place,
  ledger: Ledger,
  faults: readonly Fault[],
  { pupils: count, minutes, quiet, diaries, pace }: RunOptions,
): Promise<string> => {
  const reporter = await newPerson({ url: place.url(), code: place.code });
  const school = { place, ledger, reporter: reporter.id, pace };
  const pupils = Array.from({ length: count }, (_, n) => newPupil({ ...school, diary: n < diaries }));
  const ending = new AbortController();
  const lives = Promise.all(pupils.map(pupil => pupil.live(ending.signal)));
  const until = Date.now() + minutes * 60_000;
  const rows = new Map<string, Struck>();
  const strike = async () => {
    for (const [name, fault] of faults) {
      await wait(quiet);
      ledger.longest = 0;
      const ms = await place.strike(fault).catch((error: unknown) => {
        throw new Error(`After ${name}: ${String(error)}`, { cause: error });
      });
      console.log(`${seconds(ms)} s  ${name}`);
      const { recovered, waited, times } = rows.get(name) ?? { recovered: 0, waited: 0, times: 0 };
      rows.set(name, {
        recovered: Math.max(recovered, ms),
        waited: Math.max(waited, ledger.longest),
        times: times + 1,
      });
    }
  };
  do await Promise.race([strike(), lives]);
  while (Date.now() < until);
  ending.abort();
  await lives;

  await Promise.all(pupils.map(pupil => pupil.check()));
  const stored = (await storedOf({ url: place.url() }, reporter)).map(({ id }) => id);
  const present = new Set(stored);
  const missing = [...ledger.events].filter(id => !present.has(id));
  expect({ wrong: ledger.wrong, missing, twice: stored.length - present.size }).toEqual({
    wrong: [],
    missing: [],
    twice: 0,
  });
  expect(stored.length).toBe(ledger.events.size);
  return [
    `${count} pupils: ${ledger.answered} calls answered, ${ledger.refused} refused, ${ledger.unanswered} not answered and sent again; ` +
      `${ledger.events.size} events. Seconds, most of each:`,
    'recovered   waited',
    ...[...rows].map(
      ([name, { recovered, waited, times }]) => `${seconds(recovered)}${seconds(waited)}  ${name} (${times})`,
    ),
  ].join('\n');
};
