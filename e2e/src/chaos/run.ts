/** Lets pupils use a place while faults strike it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import type { Ledger } from './ledger.ts';
import { type LivesOptions, startLives } from './lives.ts';
import type { Place } from './place.ts';

export interface RunOptions extends LivesOptions {
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
  /** Calls that were refused meanwhile, of all times. */
  readonly refused: number;
  readonly times: number;
}

/** @returns what the table says */
export const run = async (
  place: Place,
  ledger: Ledger,
  faults: readonly Fault[],
  { minutes, quiet, ...options }: RunOptions,
): Promise<string> => {
  const lives = await startLives(place, ledger, options);
  const until = Date.now() + minutes * 60_000;
  const rows = new Map<string, Struck>();
  const strike = async () => {
    for (const [name, fault, ready] of faults) {
      await wait(quiet);
      await ready?.();
      ledger.longest = 0;
      const refused = ledger.refused;
      const ms = await place.strike(fault).catch((error: unknown) => {
        throw new Error(`After ${name}: ${String(error)}`, { cause: error });
      });
      console.log(`${seconds(ms)} s  ${name}`);
      const before = rows.get(name) ?? { recovered: 0, waited: 0, refused: 0, times: 0 };
      rows.set(name, {
        recovered: Math.max(before.recovered, ms),
        waited: Math.max(before.waited, ledger.longest),
        refused: before.refused + ledger.refused - refused,
        times: before.times + 1,
      });
    }
  };
  do await Promise.race([strike(), lives.running]);
  while (Date.now() < until);
  await lives.end();
  return [
    `${options.pupils} pupils: ${ledger.answered} calls answered, ${ledger.refused} refused, ${ledger.unanswered} not answered and sent again; ` +
      `${ledger.events.size} events. Seconds, most of each, and refusals:`,
    'recovered   waited  refused',
    ...[...rows].map(
      ([name, { recovered, waited, refused, times }]) =>
        `${seconds(recovered)}${seconds(waited)}${String(refused).padStart(9)}  ${name} (${times})`,
    ),
  ].join('\n');
};
