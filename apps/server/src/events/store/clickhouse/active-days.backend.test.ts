/** `active_days`: by loads, by the rows of an earlier version, when events expire, and when people are erased. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { clickHouseStatements } from '../../../features/usage/queries/clickhouse/statements.ts';
import { bindQueries } from '../../../features/usage/testing/bound-queries.ts';
import { personOf } from '../rows.ts';
import { HOUR } from '../tables.ts';
import { eventAt, NOW } from '../testing/events.ts';
import { addDaysOfEvents } from './active-days.ts';
import { ClickHouse } from './client.ts';
import type { ClickHouseStore } from './clickhouse-store.ts';
import { startProxy } from './testing/proxy.ts';
import { clickHouseAndPostgres } from './testing/set-up.ts';
import { testStore } from './testing/store.ts';

const started = clickHouseAndPostgres();
const asked = {
  product: undefined,
  platform: undefined,
  sample: 'with',
  bots: 'with',
  dev: 'with',
  zone: 'Asia/Shanghai',
  from: '2026-09-01',
  to: '2026-12-30',
  step: 'day',
} as const;

describe('the days on which persons were there', () => {
  const DAY = 24 * HOUR;
  const open = () => {
    const database = `t${randomUUID().replaceAll('-', '')}`;
    const store = testStore(started.server.url, started.postgres, () => NOW, { database });
    const client = new ClickHouse({ url: started.server.url, database });
    return {
      database,
      store,
      client,
      queries: bindQueries({ client: store, statements: clickHouseStatements, now: () => NOW }),
      rows: () => client.rows('SELECT * FROM active_days FINAL ORDER BY ALL'),
      close: () => Promise.all([store.close(), client.close()]),
    };
  };
  const people = [
    { user: 'anna', device: 'd1', platform: 'web' },
    { user: 'anna', device: 'd2', product: 'contest' },
    { user: 'anna' },
    { device: 'd1' },
    { device: 'd3', bot: true as const },
    { process: 'p' },
    {},
  ];
  const events = people.flatMap(who =>
    [0, 1, 1.2, 9, 40].map((days, n) =>
      eventAt(NOW - days * DAY, { ...who, kind: n === 2 ? 3 : 1, sequence: n }),
    ),
  );
  const load = (store: ClickHouseStore, some = events) =>
    store.load({ partition: 0, from: 0, to: some.length, events: some, reports: [] });

  it('are the same by a load and by the rows of an earlier version', async () => {
    const { store, client, rows, close } = open();
    await load(store);
    const loaded = await rows();
    expect(loaded.length).toBeGreaterThan(10);
    await client.run('TRUNCATE TABLE active_days');
    await client.run(addDaysOfEvents('true'));
    expect(await rows()).toEqual(loaded);
    // Again, beside those that are there.
    await client.run(addDaysOfEvents('true'));
    expect(await rows()).toEqual(loaded);
    await close();
  });

  it('are added each day where a process of an earlier version loaded events', async () => {
    const { store, client, rows, close } = open();
    const recent = events.filter(({ time }) => time > NOW - DAY);
    await load(store, recent);
    const loaded = await rows();
    await client.run('TRUNCATE TABLE active_days');
    await store.compact();
    expect(await rows()).toEqual(loaded);
    await close();
  });

  it('stay when events expire, and go with the device or the user', async () => {
    const { store, queries, rows, close } = open();
    await load(store);
    const loaded = await rows();
    await store.expire(NOW - 5 * DAY);
    expect(await rows()).toEqual(loaded);
    const seen = async () => {
      const { people: all } = await queries.users(asked);
      return all.filter(some => some > 0);
    };
    // Anna with her device, the device that nobody signed in with, and the process.
    const before = await seen();
    expect(before).toEqual([3, 3, 3, 3]);
    await store.erase({ device: 'd1' });
    const hashes = (kind: 'device' | 'who', of: Parameters<typeof personOf>[0]) =>
      rows().then(all => all.filter(row => String(row[kind]) === String(personOf(of))));
    expect(await hashes('device', { device: 'd1' })).toEqual([]);
    expect(await hashes('who', { user: 'anna' })).not.toEqual([]);
    expect(await seen()).toEqual(before);
    await store.erase({ user: 'anna' });
    expect(await hashes('who', { user: 'anna' })).toEqual([]);
    expect(await seen()).toEqual([2, 2, 2, 2]);
    await close();
  });

  it('leave a user known whose device is erased after its events expired', async () => {
    const { store, queries, rows, close } = open();
    await load(store, [
      eventAt(NOW - 25 * DAY, { user: 'anna', device: 'd1' }),
      eventAt(NOW - DAY, { user: 'anna', device: 'd2' }),
    ]);
    await store.expire(NOW - 20 * DAY);
    await store.erase({ device: 'd1' });
    expect(
      (await rows()).filter(({ device }) => String(device) === String(personOf({ device: 'd1' }))),
    ).toEqual([]);
    for (const zone of ['Asia/Shanghai', 'UTC']) {
      const lately = { ...asked, zone, from: '2026-11-18', to: '2026-11-21' };
      expect(await queries.users(lately), zone).toMatchObject({ total: 1, total_new: 0 });
    }
    expect(await queries.users(asked)).toMatchObject({ total: 1, total_new: 1 });
    await store.erase({ user: 'anna' });
    expect(await rows()).toEqual([]);
    await close();
  });

  it('are added where a person was erased between the days and the events of a load', async () => {
    const { database, store, rows, close } = open();
    const some = [eventAt(NOW, { user: 'anna', device: 'd1' })];
    let isErased = false;
    const proxy = await startProxy(started.server.url, async statement => {
      if (statement.startsWith('INSERT INTO events') && !isErased) {
        isErased = true;
        await store.erase({ user: 'anna' });
      }
      return 'pass' as const;
    });
    const loader = testStore(proxy.url, started.postgres, () => NOW, { database });
    await store.start();
    await load(loader, some);
    expect([isErased, await rows()]).toEqual([true, []]);
    await store.compact();
    expect(await rows()).toHaveLength(1);
    await Promise.all([close(), loader.close(), proxy.close()]);
  });
});
