/** Erasing: left out of every answer about people from the moment that it is told, and removed once a night. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { about, FIRST_AND_AGAIN, MEASURED, peopleOf } from '../../../events/store/testing/asked.ts';
import { eventAt, NOW } from '../../../events/store/testing/events.ts';
import { NaiveStore } from '../../../events/store/testing/naive-store.ts';
import { ClickHouse } from './client.ts';
import { ErasureQueue } from './erasure-queue.ts';
import { databaseLocks } from './locks.ts';
import { clearErased } from './night.ts';
import { nightsPass } from './testing/night.ts';
import { clickHouseAndPostgres } from './testing/set-up.ts';
import { clickHouseQueries, testStore } from './testing/store.ts';

const started = clickHouseAndPostgres();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const filter = {
  product: undefined,
  platform: undefined,
  sample: 'with',
  bots: 'with',
  dev: 'with',
  from: '2026-09-01',
  to: '2026-12-30',
} as const;

const open = () => {
  const { server, postgres } = started;
  const database = `t${randomUUID().replaceAll('-', '')}`;
  const store = testStore(server.url, postgres, () => NOW, { database });
  const client = new ClickHouse({ url: server.url, database });
  const erasures = new ErasureQueue(postgres.db);
  const load = async (...events: ReturnType<typeof eventAt>[]) => {
    const { loadedTo } = await store.position(0);
    return store.load({ partition: 0, from: loadedTo, to: loadedTo + 1, events, reports: [] });
  };
  /** A look of the job at a time. */
  const look = (at: number) =>
    clearErased({
      store: client,
      layout: { database, cluster: undefined },
      locks: databaseLocks(postgres.connect),
      erasures,
      now: () => at,
    });
  const pass = (from = NOW) => nightsPass({ url: server.url, database, postgres }, from);
  const queries = clickHouseQueries(store);
  const close = () => Promise.all([store.close(), client.close()]);
  return { store, client, erasures, load, look, pass, queries, close };
};

/** What is asked about people and rows. */
const aboutPeople = async (queries: ReturnType<typeof open>['queries'] | NaiveStore) => {
  const answers: Record<string, unknown> = {};
  for (const zone of ['UTC', 'Asia/Shanghai'])
    for (const platform of [undefined, 'web']) {
      const params = { ...filter, platform, zone };
      const name = `${zone} ${platform}`;
      const of = { v: 1, ...about(params) } as const;
      const people = MEASURED.filter(({ measure }) => measure === 'people');
      answers[`people ${name}`] = await queries.ask({ ...of, kind: 'trend', series: people });
      answers[`retention ${name}`] = await queries.ask({
        ...of,
        ...FIRST_AND_AGAIN,
        grain: 'week',
        length: 3,
      });
      answers[`retention of a view ${name}`] = await queries.ask({
        ...of,
        kind: 'retention',
        series: [{ event: { kind: 'view', key: 'a' } }, {}],
        length: 3,
      });
      answers[`funnel ${name}`] = await queries.ask({
        ...of,
        kind: 'funnel',
        series: ['a', 'b'].map(key => ({ event: { kind: 'view', key } as const })),
        window: DAY,
      });
      answers[`paths ${name}`] = await queries.ask({ ...of, kind: 'paths', top: 50 });
      answers[`paths of a page ${name}`] = await queries.ask({
        ...of,
        kind: 'paths',
        page: { through: 'b' },
        top: 50,
      });
      answers[`heatmap ${name}`] = await queries.heatmap({ ...params, page: 'a', width: undefined });
      answers[`properties ${name}`] = await queries.properties({ ...params, kind: 'view', key: 'a' });
      answers[`live ${name}`] = await queries.live(params);
    }
  return answers;
};

/** Views of pages by user and device, on several days up to now. */
const history = (user: string | undefined, device: string) =>
  [30, 12, 1, 0].flatMap(days =>
    ['a', 'b', 'c'].map((key, n) =>
      eventAt(NOW - days * DAY - 5 * MINUTE + n * 1000, {
        kind: 1,
        key,
        ...(user === undefined ? {} : { user }),
        device,
        platform: 'web',
        data: { by: user ?? device },
      }),
    ),
  );

test('answers about people leave out what waits from the moment that it is told, and sums of hours from the night on', async () => {
  const { store, load, pass, queries, close } = open();
  const naive = new NaiveStore(() => NOW);
  const events = [
    ...history('gone', 'd1'),
    ...history('stays', 'd2'),
    ...history(undefined, 'd3'),
    ...history('shares', 'd4'),
    ...history('shares', 'd5'),
  ];
  await load(...events);
  await naive.load({ partition: 0, from: 0, to: 1, events, reports: [] });
  expect(await aboutPeople(queries)).toEqual(await aboutPeople(naive));
  for (const subject of [{ user: 'gone' }, { device: 'd3' }, { device: 'd4' }, { user: 'nobody' }]) {
    expect(await store.erase(subject)).toBe(await naive.erase(subject));
    expect(await aboutPeople(queries), JSON.stringify(subject)).toEqual(await aboutPeople(naive));
    expect(await store.eventsOf(subject, undefined, 99)).toEqual([]);
  }
  expect(await store.eventsOf({ user: 'shares' }, undefined, 99)).toEqual(
    await naive.eventsOf({ user: 'shares' }, undefined, 99),
  );
  expect((await queries.scope()).events).toBe(60);
  await pass();
  expect(await aboutPeople(queries)).toEqual(await aboutPeople(naive));
  expect(await queries.scope()).toEqual(await naive.scope());
  expect(await store.query('SELECT count() AS n FROM events')).toEqual([{ n: 24 }]);
  await close();
});

test('keeps what arrives after an erasure, and leaves out what is sent again', async () => {
  const { store, load, pass, queries, close } = open();
  const before = history('returns', 'd1');
  await load(...before, eventAt(NOW - DAY, { kind: 1, key: 'x', device: 'd1' }));
  expect(await store.erase({ user: 'returns' })).toBe(12);
  const after = eventAt(NOW, {
    kind: 1,
    key: 'after',
    user: 'returns',
    device: 'd1',
    received: NOW + MINUTE,
  });
  const again = before.map(event => ({ ...event, received: NOW + MINUTE }));
  for (const night of [false, true]) {
    if (night) await pass();
    expect(await load(...again, ...(night ? [] : [after]))).toBe(12);
    expect(await store.eventsOf({ user: 'returns' }, undefined, 99)).toEqual([after]);
  }
  // The device is joined again by what came after: its view before is of the user.
  expect(await peopleOf(queries, { ...filter, zone: 'Asia/Shanghai' })).toBe(1);
  expect((await queries.scope()).events).toBe(2);
  await close();
});

test('sums of what expires are without what waits, and what has expired is erased, too', async () => {
  const { store, client, load, pass, queries, close } = open();
  await load(...history('gone', 'd1'), ...history('stays', 'd2'), ...history('late', 'd3'));
  await store.expire(NOW - 20 * DAY);
  expect(await store.erase({ user: 'gone' })).toBe(9);
  await store.expire(NOW - 5 * DAY);
  await store.erase({ user: 'late' });
  for (const night of [false, true]) {
    if (night) await pass();
    for (const zone of ['UTC', 'Asia/Shanghai']) expect(await peopleOf(queries, { ...filter, zone })).toBe(1);
  }
  expect(await client.rows('SELECT uniqExact(person) AS n FROM active_persons_archive')).toEqual([{ n: 1 }]);
  // Those who were there when it expired are in the sums of hours; "gone" waited by then for the second half.
  expect(await client.rows('SELECT sum(events) AS n FROM hourly_archive')).toEqual([{ n: 15 }]);
  await close();
});

test('a night ends the mutation that one before has left, and tries again what is not gone', async () => {
  const { client, store, erasures, load, look, close } = open();
  await load(...history('gone', 'd1'), ...history('stays', 'd2'));
  await client.run('SYSTEM STOP MERGES events');
  await store.erase({ user: 'gone' });
  const unfinished = async () =>
    (
      await client.rows<{ id: string }>(
        "SELECT mutation_id AS id FROM system.mutations WHERE database = currentDatabase() AND table = 'events' AND NOT is_done",
      )
    ).map(({ id }) => id);
  // It is not a night yet.
  await look(NOW);
  expect(await unfinished()).toEqual([]);
  await look(NOW + DAY);
  const first = await unfinished();
  expect(first).toHaveLength(1);
  // Other looks of this night leave it alone.
  expect(await look(NOW + DAY + 10 * MINUTE)).toBeLessThan(NOW);
  expect(await unfinished()).toEqual(first);
  await look(NOW + 2 * DAY);
  const second = await unfinished();
  expect(second).toHaveLength(1);
  expect(second).not.toEqual(first);
  expect(await erasures.waiting()).toHaveLength(1);
  await client.run('SYSTEM START MERGES events');
  await expect
    .poll(async () => {
      await look(NOW + 2 * DAY + 10 * MINUTE);
      return erasures.waiting();
    })
    .toEqual([]);
  expect(await client.rows('SELECT count() AS n FROM events')).toEqual([{ n: 12 }]);
  await close();
});

test('says that an erasure is gone from the disk once the files of replaced parts are', async () => {
  const { client, store, erasures, load, look, pass, close } = open();
  await load(...history('gone', 'd1'));
  await store.erase({ user: 'gone' });
  const later = NOW + 3 * DAY;
  await pass();
  expect(await look(later)).toBeLessThanOrEqual(NOW);
  expect(await erasures.list()).toHaveLength(1);
  for (const table of ['events', 'device_users'])
    await client.run(
      `ALTER TABLE ${table} MODIFY SETTING old_parts_lifetime = 1, cleanup_delay_period = 0, cleanup_delay_period_random_add = 0, merge_tree_clear_old_parts_interval_seconds = 1`,
    );
  await expect.poll(() => look(later)).toBe(later - 10 * MINUTE);
  expect(await erasures.list()).toEqual([]);
  await close();
});

test('an erasure that is asked for again extends the one that waits, and begins again', async () => {
  const { erasures } = open();
  const subject = { user: 'a' };
  await erasures.add({ subject, until: 5, askedAt: NOW });
  const [first] = await erasures.list();
  if (!first) throw new Error('none');
  await erasures.sent([first], NOW + 1);
  await erasures.add({ subject, until: 9, askedAt: NOW + 2 });
  // A look that saw the one from before changes nothing.
  await erasures.gone([first], 7);
  await erasures.remove([first]);
  expect(await erasures.list()).toEqual([{ subject, until: 9, askedAt: NOW }]);
});
