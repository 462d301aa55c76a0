/** What an embedded store holds, taken over by ClickHouse: the same rows, the same answers, and nothing twice wherever it ends in the middle. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { lastEvent, measure } from '../../features/monitoring/alert-measures.ts';
import {
  busiest,
  calls,
  group,
  groupsOnPages,
  type QueryContext,
  resources,
  vitals,
} from '../../features/monitoring/queries.ts';
import { duckDialect } from '../../engines/embedded/store/dialect.ts';
import { clickHouseDialect } from '../../engines/cluster/store/dialect.ts';
import type { StoredEvent } from '../../events/record/stored-event.ts';
import type { StoredReport } from '../../events/record/stored-report.ts';
import { openDuckStore } from '../../engines/embedded/store/duck-store.ts';
import { openFile } from '../../engines/embedded/store/file.ts';
import { anyEvents, eventAt, NOW } from '../../events/store/testing/events.ts';
import { askAll, expectSame, filters } from '../../events/store/testing/event-store.suite.ts';
import { ClickHouse } from '../../engines/cluster/store/client.ts';
import type { ClickHouseStore } from '../../engines/cluster/store/clickhouse-store.ts';
import { compareStores } from './compare.ts';
import { ensureFree, finishTakeOver, NotEmpty, takeOver } from './take-over.ts';
import { startProxy } from '../../engines/cluster/store/testing/proxy.ts';
import { clickHouseAndPostgres } from '../../engines/cluster/store/testing/set-up.ts';
import { clickHouseQueries, testStore } from '../../engines/cluster/store/testing/store.ts';
import { duckQueries } from '../../engines/embedded/store/testing/duck.ts';

const DAY = 86_400_000;
const memory = 256 * 2 ** 20;
const silentLog = { info() {}, warn() {}, error() {} };
const started = clickHouseAndPostgres();
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const report = (n: number, more: Partial<StoredReport> = {}): StoredReport => ({
  id: `report-${n}`,
  product: 'school',
  received: NOW - n * DAY,
  kind: 'error',
  release: 'r1',
  page: '/课程',
  weight: 1,
  name: 'TypeError',
  data: { n, message: 'no such lesson' },
  ...more,
});

/** A folder with a store that has seen loads, an erasure, sample data and an expiry. @returns it with what was loaded last */
const filled = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-take-over-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const store = await openDuckStore({ folder, memory, log: silentLog, now: () => NOW });
  let offset = 0;
  const load = async (events: readonly StoredEvent[], reports: readonly StoredReport[] = []) => {
    const from = offset;
    offset += events.length + 1;
    await store.load({ partition: 0, from, to: offset, events, reports });
  };
  const samples = fc.sample(anyEvents(40), { numRuns: 50, seed: 16 });
  for (const events of samples.slice(0, 40)) await load(events);
  // From one page to another, in an hour that expires.
  await load(
    ['/', '/lesson'].map((key, n) => eventAt(NOW - 25 * DAY + n * 1000, { kind: 1, key, device: '7' })),
  );
  await load(
    [],
    [
      report(0),
      report(1),
      report(30),
      report(2, { kind: 'call', name: 'GET /lessons', status: 200, value: 120, weight: 10 }),
      report(3, { kind: 'call', name: 'GET /lessons', status: 503, value: 900 }),
      report(4, { kind: 'performance', name: 'LCP', value: 2400 }),
      report(5, { kind: 'resource', name: 'https://cdn.school.example/a.js', data: {} }),
    ],
  );
  await store.compact();
  await store.erase({ user: '2' });
  await store.expire(NOW - 20 * DAY);
  for (const events of samples.slice(40)) await load(events);
  const last = [eventAt(NOW - 1, { user: '1', device: '1' }), eventAt(NOW - 25 * DAY, { received: NOW })];
  await load(last);
  return { folder, store, last, erased: samples.flat().filter(({ user }) => user === '2') };
};

/** An empty database of ClickHouse, reached by an address of its own if it is given. */
const empty = async (url = started.server.url) => {
  const database = `t${randomUUID().replaceAll('-', '')}`;
  const clock = () => NOW;
  const store = testStore(started.server.url, started.postgres, clock, { database });
  await store.start();
  const client = new ClickHouse({ url, database });
  ends.push(
    () => store.close(),
    () => client.close(),
  );
  return { store, client, database };
};

const takeOverInto = (
  file: Awaited<ReturnType<typeof openFile>>,
  { client, database }: Pick<Awaited<ReturnType<typeof empty>>, 'client' | 'database'>,
) =>
  takeOver({
    store: client,
    layout: { database, cluster: undefined },
    file: file.writer,
    progress: () => {},
  });

/** Every question about reports, of all of them. */
const askMonitoring = async (context: QueryContext) => {
  const range = { product: 'school', from: NOW - 40 * DAY, to: NOW + DAY };
  const { product, from, to } = range;
  const rule = { percentile: 95, target: '' };
  return {
    calls: await calls(context, range),
    vitals: await vitals(context, range),
    resources: await resources(context, range),
    busiest: await busiest(context, range),
    group: await group(context, { id: 'TypeError', from, to }),
    pages: await groupsOnPages(context, { word: '课', ...range }),
    last: await lastEvent(context, product, '*', from, to),
    errors: await measure(context, { ...rule, kind: 'error-rate' }, range),
  };
};

const expectSameAnswers = async (folder: string, store: ClickHouseStore, questions = 1) => {
  const old = await openDuckStore({ folder, memory, log: silentLog, now: () => NOW });
  try {
    const from = duckQueries(old);
    const here = clickHouseQueries(store);
    for (const filter of fc.sample(filters, { numRuns: questions, seed: 1 }))
      expectSame(await askAll(here, filter), await askAll(from, filter));
    const answers = await askMonitoring({ client: store, dialect: clickHouseDialect });
    expect(answers).toEqual(await askMonitoring({ client: old, dialect: duckDialect }));
    expect(answers.busiest).toBe('school');
  } finally {
    await old.close();
  }
};

test('ClickHouse takes over rows, joins, erased ids and expired sums, and answers every question the same', async () => {
  const { folder, store: old, last, erased } = await filled();
  await old.close();
  const file = await openFile({ folder, memory });
  const there = await empty();
  await takeOverInto(file, there);
  const compared = await compareStores(file.writer, there.client);
  file.close();
  expect(compared.map(({ what, here }) => [what, here])).toEqual(
    compared.map(({ what, there: wanted }) => [what, wanted]),
  );
  expect(compared.every(({ here }) => here !== '' && !/^0(, 0)*$/.test(here))).toBe(true);
  await expectSameAnswers(folder, there.store);
  // What a page sends again is known, also if it was erased.
  const again = [...last, ...erased.filter(({ received }) => received > NOW - 20 * DAY)];
  const batch = { partition: 0, log: 'new', from: 0, to: 1, events: again, reports: [report(0)] };
  expect(await there.store.load(batch)).toBe(again.length);
  await expectSameAnswers(folder, there.store);
});

test('a take-over that ends at any request starts again, and everything is there once', async () => {
  const { folder, store: old } = await filled();
  await old.close();
  const there = await empty();
  let left = Number.POSITIVE_INFINITY;
  let fate: 'lost' | 'unanswered' = 'lost';
  const proxy = await startProxy(started.server.url, () => (left-- === 0 ? fate : 'pass'));
  ends.push(() => proxy.close());
  let runs = 0;
  for (let at = 0, done = false; !done; at += 2) {
    for (fate of ['lost', 'unanswered'] as const) {
      // Each run is a process of its own: the file and the connections are opened again.
      const file = await openFile({ folder, memory });
      const client = new ClickHouse({ url: proxy.url, database: there.database });
      left = at;
      try {
        await takeOverInto(file, { client, database: there.database });
        done = left > 0;
      } catch {
        runs += 1;
      } finally {
        left = Number.POSITIVE_INFINITY;
        file.close();
        await client.close();
      }
    }
  }
  expect(runs).toBeGreaterThan(10);
  const file = await openFile({ folder, memory });
  for (const { what, there: wanted, here } of await compareStores(file.writer, there.client))
    expect(here, what).toBe(wanted);
  file.close();
  await expectSameAnswers(folder, there.store);
});

test('a file that changed after an interrupted move is moved as it is, and a database with events of its own is refused', async () => {
  const { folder, store: old } = await filled();
  await old.close();
  const there = await empty();
  let file = await openFile({ folder, memory });
  await takeOverInto(file, there);
  file.close();
  // The old server was started again instead.
  const again = await openDuckStore({ folder, memory, log: silentLog, now: () => NOW });
  await again.erase({ user: '1' });
  await again.close();
  file = await openFile({ folder, memory });
  await takeOverInto(file, there);
  for (const { what, there: wanted, here } of await compareStores(file.writer, there.client))
    expect(here, what).toBe(wanted);
  expect(await ensureFree(there.client)).toBe(true);
  await finishTakeOver(there.client);
  await expect(ensureFree(there.client)).rejects.toThrow('holds a school that was moved there');
  await expect(takeOverInto(file, there)).rejects.toThrow(NotEmpty);
  const used = await empty();
  await used.store.loadSample([eventAt(NOW, { sample: true })], []);
  await expect(takeOverInto(file, used)).rejects.toThrow('holds events');
  file.close();
});
