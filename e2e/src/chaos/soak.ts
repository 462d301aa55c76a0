/** Lets pupils use a place at half of the load that it can take, and judges what its parts take of the machine. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { footprintsOf, type Part } from './footprint.ts';
import { type Ledger, newLedger } from './ledger.ts';
import { type LivesOptions, startLives } from './lives.ts';
import type { Place } from './place.ts';
import type { Probe } from './probe.ts';

export interface SoakOptions extends Pick<LivesOptions, 'pupils' | 'diaries'> {
  readonly minutes: number;
  /** Asked once all of it runs: some begin with the first use. @param remembered bytes of the sessions and tokens that were used */
  readonly parts: (remembered: () => number) => readonly Part[];
  readonly probe: Probe;
}

/** What a process remembers at most, and the bytes of each (docs/production.md). */
const SESSIONS = { most: 50_000, bytes: 450 };
const TOKENS = { most: 10_000, bytes: 800 };
const sum = (counts: readonly number[]): number => counts.reduce((one, other) => one + other, 0);
const rememberedOf = (ledgers: readonly Ledger[]): number =>
  Math.min(SESSIONS.most, sum(ledgers.map(({ sessions }) => sessions))) * SESSIONS.bytes +
  Math.min(TOKENS.most, sum(ledgers.map(({ refreshes }) => refreshes))) * TOKENS.bytes;

/** Milliseconds in which everybody signs up, and in which full load is measured then: each acts again immediately. */
const SIGNING_UP = 20_000;
const FULL = 20_000;
/** Milliseconds between two samples. */
const EVERY = 10_000;
/** Milliseconds after which the server has closed the connections of who used it, and its own to PostgreSQL: 72 and 60 s. */
const LEFT = 80_000;

/** Lets pupils live for as long as something is done. @throws Error naming what is lost, twice or wrong */
const during = async <T>(
  place: Place,
  ledger: Ledger,
  options: LivesOptions,
  work: (answered: () => number) => Promise<T>,
): Promise<T> => {
  const lives = await startLives(place, ledger, options);
  const working = work(() => ledger.answered);
  await Promise.race([working, lives.running]);
  const done = await working;
  await lives.end();
  return done;
};

/** @returns what the table says @throws Error naming what grows, or what is lost, twice or wrong */
export const soak = async (
  place: Place,
  { pupils, diaries, minutes, parts, probe }: SoakOptions,
): Promise<string> => {
  const ledgers = [newLedger(), newLedger()] as const;
  const full = await during(place, ledgers[0], { pupils, diaries, pace: { ms: 0 } }, async answered => {
    await wait(SIGNING_UP);
    const before = answered();
    await wait(FULL);
    return (answered() - before) / FULL;
  });
  await wait(LEFT);
  const footprints = footprintsOf(
    parts(() => rememberedOf(ledgers)),
    probe,
  );
  await footprints.rest();
  // A pupil waits for half of its pace from act to act: so all of them make half as many.
  const pace = { ms: (4 * pupils) / full };
  const rate = await during(place, ledgers[1], { pupils, diaries, pace }, async answered => {
    const began = performance.now();
    while (performance.now() - began < minutes * 60_000) {
      await wait(EVERY);
      await footprints.sample();
    }
    return answered() / (performance.now() - began);
  });
  await wait(LEFT);
  await footprints.rest();
  const { table, growing } = footprints.judge();
  const text = [
    `${pupils} pupils for ${minutes} minutes: ${(rate * 1000).toFixed(0)} calls a second of the ${(full * 1000).toFixed(0)} that are answered where each acts again at once.`,
    table,
  ].join('\n');
  expect(growing, text).toEqual([]);
  return text;
};
