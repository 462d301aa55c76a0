/**
 * `npm run bench -- queries`: every query of the event store over one million events and over ten: how long each takes, and
 * how it grows with history; also loading and the size on disk. BENCH_TIMES=20 runs of each query.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckQueries } from '../../apps/server/src/features/usage/queries/duckdb/queries.ts';
import type { UsageQueries } from '../../apps/server/src/features/usage/queries/queries.ts';
import { generateSample } from '../../apps/server/src/features/usage/sample/generate.ts';
import { type DuckStore, openDuckStore } from '../../apps/server/src/events/store/duck-store.ts';
import { SharedQueries } from '../../apps/server/src/events/store/shared-queries.ts';
import { openFile } from '../../apps/server/src/events/store/file.ts';
import { rollupTables } from '../../apps/server/src/events/store/tables.ts';
import type { StoredEvent } from '../../apps/server/src/events/record/stored-event.ts';

const times = Number(process.env['BENCH_TIMES'] ?? 20);
const ANALYSTS = 20;
/** The longer history stands so many times. */
const FACTOR = 10;
/** Events in one load, as the loader makes them. */
const BATCH = 10_000;
/** Days and pupils of about a million events. */
const DAYS = 90;
const PUPILS = 4800;
/** 2026-11-21 20:10 in Shanghai. */
const NOW = Date.UTC(2026, 10, 21, 12, 10);

const who = {
  product: undefined,
  platform: undefined,
  sample: 'with',
  bots: 'without',
  dev: 'with',
} as const;
const month = { ...who, zone: 'Asia/Shanghai', from: '2026-10-25', to: '2026-11-21' } as const;
const quarter = { ...month, from: '2026-08-24' } as const;
const trend = {
  ...month,
  step: 'day',
  measure: 'events',
  kind: undefined,
  key: undefined,
  by: undefined,
  top: 8,
} as const;
const opened = { kind: 'custom', key: 'lesson.open' } as const;
const funnel = [
  { kind: 'view', key: '/' },
  { kind: 'view', key: '/courses' },
  { ...opened },
  { kind: 'custom', key: 'exercise.submit' },
] as const;

/** Over the last four weeks, but where it says otherwise. */
const runs: Readonly<Record<string, (queries: UsageQueries) => Promise<unknown>>> = {
  scope: q => q.scope(),
  'live, 30 minutes': q => q.live(who),
  'trend by day': q => q.trend(trend),
  'trend by hour, 7 days': q => q.trend({ ...trend, from: '2026-11-15', step: 'hour' }),
  'trend by key, 90 days': q => q.trend({ ...trend, ...quarter, by: 'key' }),
  'trend of people': q => q.trend({ ...trend, measure: 'people' }),
  'trend of people of a key': q => q.trend({ ...trend, ...opened, measure: 'people' }),
  'trend by a property of a key': q => q.trend({ ...trend, ...opened, by: 'data.subject' }),
  'people by day': q => q.users({ ...month, step: 'day' }),
  'people by month, 90 days': q => q.users({ ...quarter, step: 'month' }),
  'funnel of 4 steps': q => q.funnel({ ...month, steps: funnel, window: 86_400_000 }),
  'retention by week, 90 days': q => q.retention({ ...quarter, step: 'week', length: 12 }),
  'time spent': q => q.timeSpent({ ...month, top: 50 }),
  paths: q => q.paths({ ...month, page: undefined, top: 50 }),
  'paths, 90 days': q => q.paths({ ...quarter, page: undefined, top: 50 }),
  'heat map of a page': q => q.heatmap({ ...month, page: '/', width: undefined }),
  keys: q => q.keys({ ...month, kind: undefined, search: undefined, top: 100 }),
  'properties of a key': q => q.properties({ ...month, ...opened }),
};

interface Measured {
  readonly events: number;
  readonly times: Readonly<Record<string, { readonly p50: number; readonly p95: number }>>;
}

const begin = (folder: string) =>
  openDuckStore({ folder, memory: 1024 * 2 ** 20, log: console, now: () => NOW });

/** Loads a million events as the loader does, and says how fast. */
const loadMillion = async (folder: string): Promise<number> => {
  const store = await begin(folder);
  let events: StoredEvent[] = [];
  let [offset, loading] = [0, 0];
  const loads: number[] = [];
  const load = async () => {
    const begun = performance.now();
    await store.load({ partition: 0, from: offset, to: offset + events.length, events, reports: [] });
    loads.push(performance.now() - begun);
    loading += loads.at(-1) ?? 0;
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
  const compacting = performance.now();
  await store.compact();
  const compacted = performance.now() - compacting;
  await store.close();
  loads.sort((one, other) => one - other);
  const at = (share: number) => loads[Math.floor(loads.length * share)]?.toFixed(0);
  console.log(
    `\n${offset.toLocaleString('en-US')} events over ${DAYS} days: loaded at ${Math.round((offset / loading) * 1000).toLocaleString('en-US')} a second in batches of ${BATCH} (p50 of a batch ${at(0.5)} ms, p99 ${at(0.99)} ms), compacted in ${(compacted / 1000).toFixed(1)} s`,
  );
  return offset;
};

/**
 * Makes the same history stand so many times one before the other, rows and rollups: what loading as many events would
 * give, in seconds instead of many minutes. The shift is whole hours, so the rollups stay right.
 */
const multiplyHistory = async (folder: string, factor: number): Promise<void> => {
  const { writer, close } = await openFile({ folder, memory: 1024 * 2 ** 20 });
  const hours = DAYS * 24;
  for (const table of ['events', ...rollupTables]) {
    await writer.run(`create table once as select * from ${table}`);
    for (let back = 1; back < factor; back += 1) {
      const time = back * hours * 3_600_000;
      const hour = `hour - ${back * hours} as hour`;
      const shifts: Readonly<Record<string, string>> = {
        events: `time - ${time} as time`,
        active_persons: `${hour}, first_at - ${time} as first_at`,
      };
      await writer.run(`insert into ${table} select * replace (${shifts[table] ?? hour}) from once`);
    }
    await writer.run('drop table once');
  }
  await writer.run(`update first_seen set first_at = first_at - ${(factor - 1) * hours * 3_600_000}`);
  await writer.run('checkpoint');
  close();
};

const measureAll = async (store: DuckStore): Promise<Measured['times']> => {
  const queries = new DuckQueries({ client: store, now: () => NOW });
  const figures: Record<string, { p50: number; p95: number }> = {};
  for (const [name, ask] of Object.entries(runs)) {
    await ask(queries);
    const took: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const begun = performance.now();
      await ask(queries);
      took.push(performance.now() - begun);
    }
    took.sort((one, other) => one - other);
    const at = (share: number) =>
      took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN;
    figures[name] = { p50: at(0.5), p95: at(0.95) };
  }
  return figures;
};

/** A query must not delay a load for long. */
const loadBeside = async (store: DuckStore): Promise<void> => {
  const queries = new DuckQueries({ client: store, now: () => NOW });
  const given = { done: false };
  const running = (async () => {
    while (!given.done) await runs['funnel of 4 steps']?.(queries);
  })();
  const took: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const from = (await store.position(0)).loadedTo;
    const events: StoredEvent[] = Array.from({ length: 1000 }, (_, index) => ({
      id: `019aa5a0-0000-7000-8000-${(n * 1000 + index).toString(16).padStart(12, '0')}`,
      product: 'sample-school',
      time: NOW - index,
      deviceTime: NOW,
      received: NOW,
      sequence: index,
      kind: 0,
      key: 'lesson.open',
      user: `bench-${index % 100}`,
    }));
    const begun = performance.now();
    await store.load({ partition: 0, from, to: from + 1000, events, reports: [] });
    took.push(performance.now() - begun);
  }
  given.done = true;
  await running;
  console.log(
    `  a load of 1,000 events beside running funnels: ${took.map(ms => ms.toFixed(0)).join(', ')} ms`,
  );
};

/**
 * Twenty analysts who open a view at once: its cheap questions and its own, by the client of the server, which lets equal questions share a
 * run. Every fourth has a funnel over 90 days of their own.
 */
const analysts = async (store: DuckStore): Promise<void> => {
  const client = new SharedQueries({ client: store, version: () => store.version });
  const queries = new DuckQueries({ client, now: () => NOW });
  const views = Object.values(runs);
  const took: number[] = [];
  const failed: string[] = [];
  const measured = async (ask: () => Promise<unknown>) => {
    const begun = performance.now();
    await ask().catch((error: unknown) => failed.push(String(error)));
    took.push(performance.now() - begun);
  };
  await Promise.all(
    Array.from({ length: ANALYSTS }, async (_, n) => {
      const own =
        n % 4 === 0
          ? () => queries.funnel({ ...quarter, steps: funnel, window: 86_400_000 - n * 60_000 })
          : () => views[n % views.length]?.(queries) ?? Promise.resolve();
      await Promise.all([
        measured(() => queries.scope()),
        measured(() => queries.keys({ ...month, kind: undefined, search: undefined, top: 100 })),
        measured(own),
      ]);
    }),
  );
  took.sort((one, other) => one - other);
  const at = (share: number) => took[Math.floor((took.length - 1) * share)]?.toFixed(0);
  console.log(
    `  ${ANALYSTS} analysts at once, ${took.length} questions: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms, ${failed.length} refused`,
  );
};

console.log(
  `Method: ${cpus().length} cores (${cpus()[0]?.model}), node ${process.version}; DuckDB in a process of its own with 1 GiB and two threads; each query ${times} times after one that does not count, one at a time, from the server's side of the pipe. The longer history is the shorter one ${FACTOR} times, one before the other.`,
);
const folder = mkdtempSync(join(tmpdir(), 'rollcall-queries-'));
const all: Measured[] = [];
try {
  const million = await loadMillion(folder);
  for (const factor of [1, FACTOR]) {
    if (factor > 1) await multiplyHistory(folder, factor);
    const bytes = statSync(join(folder, 'events.duckdb')).size;
    const events = million * factor;
    console.log(
      `${events.toLocaleString('en-US')} events over ${DAYS * factor} days: ${(bytes / events).toFixed(0)} bytes an event on disk`,
    );
    const store = await begin(folder);
    all.push({ events, times: await measureAll(store) });
    await analysts(store);
    if (factor > 1) {
      await loadBeside(store);
      const erasing = performance.now();
      const erased = await store.erase({ user: 'sample-10000' });
      console.log(
        `  erasing a person of ${erased} events, the file written anew: ${((performance.now() - erasing) / 1000).toFixed(1)} s`,
      );
    }
    await store.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const [least, most] = [all[0], all.at(-1)];
const head = all
  .map(({ events }) => `${(events / 1e6).toFixed(1)} M: p50`.padStart(13) + 'p95'.padStart(9))
  .join('');
console.log(`\n${'ms'.padEnd(32)}${head}${all.length > 1 ? '   p50 grows' : ''}`);
for (const name of Object.keys(runs)) {
  const line = all
    .map(
      ({ times: each }) =>
        `${each[name]?.p50.toFixed(1).padStart(13)}${each[name]?.p95.toFixed(1).padStart(9)}`,
    )
    .join('');
  const factor = (most?.times[name]?.p50 ?? 0) / (least?.times[name]?.p50 ?? 1);
  console.log(`${name.padEnd(32)}${line}${all.length > 1 ? `${factor.toFixed(1).padStart(10)} ×` : ''}`);
}
if (least && most && most !== least)
  console.log(`(events grow ${(most.events / least.events).toFixed(1)} ×)`);
