/** Loads that end in the middle: whichever step the end comes at, a successor stores each event once. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { BatchRanges } from '../partitions/batch-ranges.ts';
import { eventAt, NOW } from '../../../events/store/testing/events.ts';
import { archivedTo } from './tables.ts';
import type { ClickHouseStore } from './clickhouse-store.ts';
import { clickHouseAndPostgres } from './testing/set-up.ts';
import { nightsPass } from './testing/night.ts';
import { startProxy } from './testing/proxy.ts';
import { testStore } from './testing/store.ts';

const DAY = 24 * 3_600_000;
const started = clickHouseAndPostgres();

/** Events of three months, of hours that have expired and of others, with a join; and reports. */
const newBatch = (n: number) => {
  const [user, device] = [`user ${n}`, `device ${n}`];
  const events = [
    ...Array.from({ length: 20 }, (_, at) => eventAt(NOW - at * 1000, { user, device, duration: at })),
    ...Array.from({ length: 5 }, (_, at) => eventAt(NOW - 25 * DAY + at, { device })),
    ...Array.from({ length: 5 }, (_, at) =>
      eventAt(NOW - 55 * DAY + at, { device, received: NOW - 30 * DAY }),
    ),
  ];
  const report = (id: string) => ({
    id,
    product: 'school',
    received: NOW,
    kind: 'error' as const,
    release: '1',
    page: '/',
    weight: 1,
    name: 'f',
  });
  return {
    partition: 0,
    from: 10 * n,
    to: 10 * n + 10,
    events,
    reports: [report(randomUUID()), report(randomUUID())],
  };
};
const found = async (store: ClickHouseStore) => {
  const [row] = await store.query(`SELECT
    (SELECT count() FROM events) AS rows, (SELECT uniqExact(id) FROM events) AS ids, (SELECT count() FROM reports) AS reports,
    (SELECT sum(events) FROM hourly) AS events, (SELECT sum(duration) FROM hourly) AS duration,
    (SELECT uniqExact(who, at) FROM (
      SELECT who, min(time) AS at FROM (SELECT assumeNotNull(person) AS who, time, hour FROM events WHERE hour >= ${archivedTo})
      GROUP BY who, hour
      UNION ALL SELECT person, first_at FROM active_persons_archive)) AS persons,
    (SELECT uniqExact(device) FROM device_users) AS joins`);
  return row;
};
// Of each event of an expired hour there is a row of a person; elsewhere one of the hour.
const one = { rows: 30, ids: 30, reports: 2, events: 30, duration: 190, persons: 7, joins: 1 };
const everything = (batches: number) =>
  Object.fromEntries(Object.entries(one).map(([name, value]) => [name, value * batches]));

/** A store of which the hours before the last 40 days have expired. */
const expired = async () => {
  const database = `t${randomUUID().replaceAll('-', '')}`;
  const store = testStore(started.server.url, started.postgres, () => NOW, { database });
  await store.expire(NOW - 40 * DAY);
  return { store, database };
};

/** Loads through a proxy that ends at a step. @returns whether there was such a step */
const loadEndingAt = async (
  database: string,
  batch: ReturnType<typeof newBatch>,
  step: number,
  end: 'lost' | 'unanswered',
  atEnd: () => Promise<void> = async () => {},
): Promise<boolean> => {
  let steps = 0;
  let ended = false;
  const proxy = await startProxy(started.server.url, async () => {
    if (steps++ !== step) return ended ? 'lost' : 'pass';
    ended = true;
    await atEnd();
    return end;
  });
  const ranges = new BatchRanges(started.postgres.db);
  // A process that is no more records nothing either.
  const recorded =
    <Given extends unknown[], Out>(call: (...given: Given) => Promise<Out>) =>
    async (...given: Given): Promise<Out> => {
      if (ended) throw new Error('ended');
      return call(...given);
    };
  const dying = testStore(proxy.url, started.postgres, () => NOW, {
    database,
    ranges: {
      position: (...given) => ranges.position(...given),
      begin: recorded(range => ranges.begin(range)),
      finish: recorded(range => ranges.finish(range)),
      moveTo: async () => {},
    },
  });
  await dying.load(batch).catch(() => undefined);
  await dying.close();
  await proxy.close();
  return ended;
};

test.each(['lost', 'unanswered'] as const)(
  'stores each event once where the loader ends at any step, with its request %s',
  async end => {
    let steps = 0;
    const { store, database } = await expired();
    for (; ; steps += 1) {
      const batch = newBatch(steps);
      const ended = await loadEndingAt(database, batch, steps, end);
      const { loadedTo, unfinished } = await store.position(0);
      if (loadedTo === batch.from) {
        expect([undefined, { from: batch.from, to: batch.to }]).toContainEqual(unfinished);
        await store.load(batch);
      }
      expect(await found(store), `after the step ${steps}`).toEqual(everything(steps + 1));
      expect(await store.position(0)).toEqual({ loadedTo: batch.to });
      if (!ended) break;
    }
    await store.close();
    expect(steps).toBeGreaterThan(6);
  },
);

test('leaves out a join that comes after the device was erased', async () => {
  const { store, database } = await expired();
  const batch = newBatch(0);
  let release = () => {};
  const held = new Promise<void>(resolve => (release = resolve));
  let reached = () => {};
  const arrived = new Promise<void>(resolve => (reached = resolve));
  const proxy = await startProxy(started.server.url, async statement => {
    if (statement.startsWith('INSERT INTO device_users')) {
      reached();
      await held;
    }
    return 'pass' as const;
  });
  const late = testStore(proxy.url, started.postgres, () => NOW, { database });
  const loading = late.load(batch).catch((error: unknown) => error);
  await arrived;
  await store.load(batch);
  expect(await found(store)).toEqual(everything(1));
  expect(await store.erase({ device: 'device 0' })).toBe(30);
  release();
  expect(await loading).toMatchObject({ name: 'LeaseLost' });
  await nightsPass({ url: started.server.url, database, postgres: started.postgres }, NOW);
  expect(await found(store)).toMatchObject({ rows: 0, joins: 0 });
  await Promise.all([store.close(), late.close(), proxy.close()]);
});

test.each(['load', 'loadPart'] as const)(
  'leaves out a block of %s that comes after the successor has stored it',
  async call => {
    const { store, database } = await expired();
    const batch = newBatch(0);
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    let reached = () => {};
    const arrived = new Promise<void>(resolve => {
      reached = resolve;
    });
    const proxy = await startProxy(started.server.url, async statement => {
      if (/^INSERT INTO events/i.test(statement)) {
        reached();
        await held;
      }
      return 'pass' as const;
    });
    const late = testStore(proxy.url, started.postgres, () => NOW, { database });
    const loading = late[call](batch).catch((error: unknown) => error);
    await arrived;
    // Meanwhile a consent of the batch was withdrawn.
    const successors = { ...batch, events: batch.events.slice(call === 'load' ? 1 : 0) };
    await store[call](successors);
    const stored = await found(store);
    release();
    if (call === 'load') expect(await loading).toMatchObject({ name: 'LeaseLost' });
    else await loading;
    expect(await found(store)).toMatchObject({
      rows: stored?.['rows'],
      ids: stored?.['ids'],
      events: stored?.['events'],
    });
    if (call === 'loadPart') expect(stored).toEqual(everything(1));
    await Promise.all([store.close(), late.close(), proxy.close()]);
  },
);

test('stores each event once where ClickHouse is killed at any step', async () => {
  let steps = 0;
  const { store, database } = await expired();
  for (; ; steps += 1) {
    const batch = newBatch(steps);
    const ended = await loadEndingAt(database, batch, steps, 'unanswered', async () => {
      // The request reaches it, and a moment later it is gone.
      setImmediate(() => void started.server.kill());
    });
    if (ended) {
      await started.server.kill();
      await started.server.restart();
    }
    if ((await store.position(0)).loadedTo === batch.from) await store.load(batch);
    expect(await found(store), `after the step ${steps}`).toEqual(everything(steps + 1));
    if (!ended) break;
  }
  await store.close();
  expect(steps).toBeGreaterThan(6);
});

test.each([
  ['INSERT INTO active_persons_archive', 'lost'],
  ['INSERT INTO meta', 'lost'],
  ['INSERT INTO meta', 'unanswered'],
  ['ALTER TABLE events', 'unanswered'],
] as const)('keeps each sum once where an expiry ends at %s, %s', async (statement, end) => {
  const database = `t${randomUUID().replaceAll('-', '')}`;
  const store = testStore(started.server.url, started.postgres, () => NOW, { database });
  await store.load(newBatch(0));
  const before = await found(store);
  const proxy = await startProxy(started.server.url, asked => (asked.includes(statement) ? end : 'pass'));
  const dying = testStore(proxy.url, started.postgres, () => NOW, { database });
  await expect(dying.expire(NOW - DAY)).rejects.toThrow();
  expect(await found(store)).toMatchObject({ events: before?.['events'], persons: before?.['persons'] });
  await store.expire(NOW - DAY);
  expect(await found(store)).toEqual({ ...before, rows: 20, ids: 20 });
  await Promise.all([store.close(), dying.close(), proxy.close()]);
});
