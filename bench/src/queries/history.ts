/** A made-up history in a store, which can be made to stand many times. */
import { sampleUser } from '../../../apps/server/src/features/usage/sample/school.ts';
import { generateSample } from '../../../apps/server/src/features/usage/sample/generate.ts';
import type { StoredEvent } from '../../../apps/server/src/events/record/stored-event.ts';
import type { EventStore } from '../../../apps/server/src/events/store/event-store.ts';
import type { QueryClient } from '../../../apps/server/src/events/store/query-client.ts';
import type { StoredPerson } from '../../../apps/server/src/events/store/people.ts';
import type { BoundQueries } from '../../../apps/server/src/features/usage/testing/bound-queries.ts';
import { NOW, type Scan } from './questions.ts';

export const DAYS = 90;
/** 4,800 pupils report about a million events in these days. */
export const PUPILS = Number(process.env['BENCH_PUPILS'] ?? 4800);
const DAY = 86_400_000;
/** Events in one load, as the loader makes them. */
const BATCH = 10_000;

/**
 * How a history grows: `days`, the same pupils for so many times as long, one history before the other; `pupils`, so many times as many
 * in the same days.
 */
export type Growth = 'days' | 'pupils';

export interface HistoryStore {
  /** What it is, for the method. */
  readonly name: string;
  /** Another one after `multiply`. */
  readonly store: Pick<EventStore, 'load' | 'position' | 'erase' | 'changePeople'> &
    QueryClient & { compact(): Promise<unknown> };
  /** By which answers are kept (`SharedQueries`). */
  readonly version?: () => number;
  /** The process that answers. */
  pid(): number | undefined;
  queries(client: QueryClient): BoundQueries;
  /** Has the history that was loaded once stand so many times. @param factor more than the time before */
  multiply(factor: number, growth: Growth): Promise<void>;
  /** Clears erased events from the disk, where the store does it in one go. */
  rewrite?(): Promise<void>;
  /** Reads the columns of the rows and does next to nothing with them. */
  scan(scan: Scan): Promise<unknown>;
  /** On disk. */
  bytes(): Promise<number>;
  close(): Promise<void>;
}

/** What is known of the pupils: grade, sign-up, site, and a field of the school's own. */
const people = (): readonly StoredPerson[] =>
  Array.from({ length: PUPILS }, (_, n) => ({
    user: sampleUser(n),
    grade: 1 + (n % 9),
    signedUp: NOW - (n % 400) * DAY,
    site: n % 5 === 0 ? 'sample-contest' : 'sample-school',
    fields: { class: `${1 + (n % 9)}-${1 + (n % 4)}` },
  }));

/** Loads events as the loader does, and says how fast; and what is known of people. @returns how many events */
export const loadHistory = async ({ store }: HistoryStore): Promise<number> => {
  await store.changePeople({ from: 0, to: 1, all: true, people: people(), gone: [] });
  let events: StoredEvent[] = [];
  let offset = 0;
  const loads: number[] = [];
  const load = async () => {
    const begun = performance.now();
    await store.load({ partition: 0, from: offset, to: offset + events.length, events, reports: [] });
    loads.push(performance.now() - begun);
    offset += events.length;
    events = [];
  };
  for (const part of generateSample({ seed: 1, days: DAYS, pupils: PUPILS, now: NOW })) {
    for (const { sample: _, ...event } of part.events) {
      events.push(event);
      if (events.length === BATCH) await load();
    }
  }
  await load();
  const loading = loads.reduce((sum, each) => sum + each, 0);
  const compacting = performance.now();
  await store.compact();
  const compacted = performance.now() - compacting;
  loads.sort((one, other) => one - other);
  const at = (share: number) => loads[Math.floor(loads.length * share)]?.toFixed(0);
  console.log(
    `\n${offset.toLocaleString('en-US')} events over ${DAYS} days: loaded at ${Math.round((offset / loading) * 1000).toLocaleString('en-US')} a second in batches of ${BATCH} (p50 of a batch ${at(0.5)} ms, p99 ${at(0.99)} ms), compacted in ${(compacted / 1000).toFixed(1)} s`,
  );
  return offset;
};
