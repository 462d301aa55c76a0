import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { until } from '../../../../../../tools/testing/until.ts';
import { ContentError } from '../../../events/record/content-error.ts';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import { HOUR } from '../../../events/store/counting.ts';
import { about, newPeopleOf, peopleOf, totalOf } from '../../../events/store/testing/asked.ts';
import { anyEvents, eventAt, NOW, storyInParts } from '../../../events/store/testing/events.ts';
import { NaiveStore } from '../../../events/store/testing/naive-store.ts';
import type { ClickHouseStore } from './clickhouse-store.ts';
import { peopleOf as resolved } from './people.ts';
import { kept } from './waiting.ts';
import { clickHouseAndPostgres } from './testing/set-up.ts';
import { nightsPass, storeOfNights } from './testing/night.ts';
import { clickHouseQueries, testStore } from './testing/store.ts';
import { namesOf, transitionsOf } from './transitions.ts';
import { ClickHouse } from './client.ts';
import { kill } from './ddl.ts';

const started = clickHouseAndPostgres();

const filter = {
  product: undefined,
  platform: undefined,
  sample: 'with',
  bots: 'with',
  dev: 'with',
  zone: 'UTC',
  from: '2026-09-01',
  to: '2026-12-30',
} as const;

const figures = async (store: ClickHouseStore) => {
  const [sums] = await store.query<{ events: number; duration: number }>(
    'SELECT sum(events) AS events, sum(duration) AS duration FROM hourly WHERE kind <= 2',
  );
  const [people] = await store.query<{ people: number }>(
    `SELECT uniqExact(person) AS people FROM ${resolved('(SELECT person, time FROM events WHERE kind <= 2)')} WHERE person IS NOT NULL`,
  );
  const moves = await store.query<{ from_page: string; to_page: string; moves: number }>(
    `SELECT from_page, to_page, sum(transitions) AS moves FROM (${transitionsOf('true', 'true')})
     GROUP BY from_page, to_page ORDER BY moves DESC, from_page, to_page`,
  );
  return { ...sums, ...people, moves };
};
const naiveFigures = async (naive: NaiveStore) => {
  const paths = await naive.ask({ v: 1, kind: 'paths', ...about(filter), top: 500 });
  const duration = { of: 'sum', property: 'event.duration' } as const;
  return {
    events: await totalOf(naive, filter),
    duration: await totalOf(naive, filter, { measure: duration }),
    people: await totalOf(naive, filter, { measure: 'people' }),
    moves: (paths.kind === 'paths' ? paths.moves : []).map(({ from_page, to_page, moves }) => ({
      from_page: from_page ?? '',
      to_page: to_page ?? '',
      moves,
    })),
  };
};

test('holds the same sums as a naive store after any history', async () => {
  const { server, postgres } = started;
  const database = `t${randomUUID().replaceAll('-', '')}`;
  const store = storeOfNights({ url: server.url, database, postgres }, () => NOW);
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          anyEvents(40),
          storyInParts.map(parts => parts.flat()),
        ),
        { minLength: 1, maxLength: 4 },
      ),
      async loads => {
        for (const user of ['1', '2']) await store.erase({ user });
        for (const device of ['1', '2', "o'brien", 'somebody']) await store.erase({ device });
        await store.eraseSample();
        const naive = new NaiveStore(() => NOW);
        let { loadedTo } = await store.position(0);
        for (const [n, events] of loads.entries()) {
          const marked = events.map(event =>
            event.user === undefined && event.device === undefined ? { ...event, device: 'somebody' } : event,
          );
          const known = await naive.load({ partition: 0, from: n, to: n + 1, events: marked, reports: [] });
          expect(
            await store.load({ partition: 0, from: loadedTo, to: loadedTo + 1, events: marked, reports: [] }),
          ).toBe(known);
          loadedTo += 1;
        }
        expect(await figures(store)).toEqual(await naiveFigures(naive));
        expect(await store.erase({ user: '1' })).toBe(await naive.erase({ user: '1' }));
        expect(await figures(store)).toEqual(await naiveFigures(naive));
        expect(await store.eventsOf({ device: '1' }, undefined, 1000)).toEqual(
          await naive.eventsOf({ device: '1' }, undefined, 1000),
        );
      },
    ),
    // A smaller history would have ids that were erased before.
    { numRuns: 6, endOnFailure: true },
  );
  await store.close();
});

test('keeps sums of what expires, and of late events of those hours', async () => {
  const store = testStore(started.server.url, started.postgres, () => NOW);
  const day = 24 * 3_600_000;
  const old = NOW - 20 * day;
  const view = (key: string, time: number, received = time) =>
    eventAt(time, { received, kind: 1, key, user: '1', duration: 3 });
  const loadAll = async (...events: ReturnType<typeof eventAt>[]) => {
    const { loadedTo } = await store.position(0);
    await store.load({ partition: 0, from: loadedTo, to: loadedTo + 1, events, reports: [] });
  };
  await loadAll(view('a', old), view('b', old + 60_000), view('a', NOW - day), view('c', NOW));
  await store.expire(NOW - 10 * day);
  await loadAll(view('late', old + 120_000, NOW));
  const sums = 'SELECT sum(events) AS events, sum(duration) AS duration FROM hourly';
  expect(await store.query(sums)).toEqual([{ events: 5, duration: 15 }]);
  await store.expire(NOW - 10 * day);
  await store.expire(NOW - day / 2);
  expect(await store.query(sums)).toEqual([{ events: 5, duration: 15 }]);
  expect(
    await store.query('SELECT from_page, to_page FROM transitions_archive ORDER BY hour, from_page, to_page'),
  ).toEqual([
    { from_page: '', to_page: 'a' },
    { from_page: 'a', to_page: 'b' },
    { from_page: 'b', to_page: '' },
    { from_page: '', to_page: 'a' },
    { from_page: 'a', to_page: '' },
  ]);
  expect((await store.eventsOf({ user: '1' }, undefined, 9)).map(({ key }) => key)).toEqual(['c']);
  await store.erase({ user: '1' });
  expect(await peopleOf(clickHouseQueries(store), filter)).toBe(0);
  await store.close();
});

test('counts nobody by what an archiving that was interrupted left', async () => {
  const database = `t${randomUUID().replaceAll('-', '')}`;
  const store = testStore(started.server.url, started.postgres, () => NOW, { database });
  const client = new ClickHouse({ url: started.server.url, database });
  const queries = clickHouseQueries(store);
  const DAY = 24 * HOUR;
  const events = [
    eventAt(NOW - 20 * DAY, { user: 'expires' }),
    eventAt(NOW - 5 * DAY, { user: 'goes' }),
    eventAt(NOW, { user: 'stays' }),
  ];
  await store.load({ partition: 0, from: 0, to: 1, events, reports: [] });
  await store.expire(NOW - 10 * DAY);
  // As the next archiving begins; the person's rows go afterwards.
  await client.run(
    `INSERT INTO active_persons_archive (hour, product, platform, flags, person, first_at)
     SELECT hour, product, ifNull(platform, ''), flags, assumeNotNull(person), time FROM events WHERE user_id = 'goes'`,
  );
  await client.run("ALTER TABLE events DELETE WHERE user_id = 'goes'", { settings: { mutations_sync: '2' } });
  for (const zone of ['UTC', 'Asia/Shanghai']) {
    expect(await peopleOf(queries, { ...filter, zone }), zone).toBe(2);
    expect(await newPeopleOf(queries, { ...filter, zone }), zone).toEqual(['2026-11-01 1', '2026-11-21 1']);
  }
  await client.close();
  await store.close();
});

test('refuses a record that no column can hold, and stores nothing of its batch', async () => {
  const store = testStore(started.server.url, started.postgres, () => NOW);
  const good = eventAt(NOW, { user: '1', device: 'a' });
  const bad: StoredEvent[] = [
    eventAt(NOW, { cpu: 2 ** 31 }),
    eventAt(NOW, { duration: 1.5 }),
    eventAt(NOW, { time: 2 ** 60 }),
    { ...eventAt(NOW), id: 'no uuid' },
    { ...eventAt(NOW), key: 7 as unknown as string },
    { ...eventAt(NOW), product: undefined as unknown as string },
  ];
  for (const event of bad)
    await expect(
      store.load({ partition: 0, from: 0, to: 1, events: [good, event], reports: [] }),
    ).rejects.toThrow(ContentError);
  // The range is the next one whatever it holds.
  expect(await store.position(0)).toEqual({ loadedTo: 0, unfinished: { from: 0, to: 1 } });
  await store.check();
  expect(
    await store.query(
      'SELECT (SELECT count() FROM events) AS events, (SELECT count() FROM device_users) AS joins, (SELECT count() FROM checks) AS checks',
    ),
  ).toEqual([{ events: 0, joins: 0, checks: 0 }]);
  const part = { partition: 0, from: 0, to: 1, events: [good], reports: [] };
  expect(await store.loadPart(part)).toBe(0);
  expect(await store.loadPart(part)).toBe(1);
  await store.load({ partition: 0, from: 0, to: 1, events: [], reports: [] });
  expect(await store.position(0)).toEqual({ loadedTo: 1 });
  await store.close();
});

test('takes hostile text as text', async () => {
  const { server, postgres } = started;
  const database = `t${randomUUID().replaceAll('-', '')}`;
  const store = testStore(server.url, postgres, () => NOW, { database });
  const names = ["o'brien", '@kept_rows @( ', "\\' OR 1 --", 'a\0b\n\t', '`"$x {y:String}', '数学 😀', '\\'];
  const events = names.map(name =>
    eventAt(NOW, { user: name, device: name, key: name, data: { note: name } }),
  );
  await store.load({ partition: 0, from: 0, to: 1, events, reports: [] });
  const half = (text: string) => ({
    product: `school ${text}`,
    platform: `web ${text}`,
    key: `half ${text} of it`,
  });
  const cut = eventAt(NOW, { user: 'half', ...half('\ud83d') });
  await store.load({ partition: 0, from: 1, to: 2, events: [cut], reports: [] });
  expect(await store.eventsOf({ user: 'half' }, undefined, 9)).toEqual([{ ...cut, ...half('\ufffd') }]);
  for (const [n, name] of names.entries()) {
    expect(await store.eventsOf({ device: name }, undefined, 9)).toEqual([events[n]]);
    // PostgreSQL, which has the queue and the requests, takes no NUL.
    if (name.includes('\0')) continue;
    expect(await store.erase(n % 2 === 0 ? { user: name } : { device: name })).toBe(1);
    expect(await store.eventsOf({ user: name }, undefined, 9)).toEqual([]);
  }
  const left = (where: string) => store.query(`SELECT count() AS events FROM events WHERE ${where}`);
  expect(await left(kept.rows)).toEqual([{ events: 2 }]);
  await nightsPass({ url: server.url, database, postgres }, NOW);
  expect(await left('true')).toEqual([{ events: 2 }]);
  await store.close();
});

test('leaves a page out of paths that is loaded while they are counted', async () => {
  const store = testStore(started.server.url, started.postgres, () => NOW);
  const view = (key: string, n: number) => eventAt(NOW + n, { kind: 1, key, user: '1' });
  const events = ['a', 'new', 'b'].map(view);
  await store.load({ partition: 0, from: 0, to: 1, events, reports: [] });
  // The pages are read before the views.
  const views = 'true AND kind = 1';
  const sql = transitionsOf('true', 'true').replace(namesOf(views), namesOf(`${views} AND key != 'new'`));
  expect(sql).not.toBe(transitionsOf('true', 'true'));
  expect(await store.query(`SELECT from_page, to_page FROM (${sql}) ORDER BY from_page, to_page`)).toEqual([
    { from_page: '', to_page: 'a' },
    { from_page: 'a', to_page: 'b' },
    { from_page: 'b', to_page: '' },
  ]);
  await store.close();
});

test('ends a statement that goes on without its client, and waits for its end', async () => {
  const id = 'goes-on';
  const layout = { database: 'default', cluster: undefined };
  const running = async () =>
    (await client.rows(`SELECT query_id FROM system.processes WHERE startsWith(query_id, '${id}/')`)).length;
  const client = new ClickHouse({ url: started.server.url, database: 'default' });
  await client.run('CREATE TABLE numbered (n UInt64) ENGINE = Null');
  const lost = new ClickHouse({ url: started.server.url, database: 'default' });
  const insert = lost.run('INSERT INTO numbered SELECT number FROM system.numbers', { id: `${id}/1` });
  const failed = insert.catch((error: unknown) => error);
  await until(async () => expect(await running()).toBe(1));
  await lost.close();
  expect(await running()).toBe(1);
  await client.run(kill(`${id}/`, layout));
  expect(await running()).toBe(0);
  expect(await failed).toBeInstanceOf(Error);
  await client.run(kill(`${id}/`, layout));
  await client.close();
});
