import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { countedSpans } from '../../../features/usage/queries/clickhouse/paths.ts';
import { clickHouseStatements } from '../../../features/usage/queries/clickhouse/statements.ts';
import { bindQueries, type BoundQueries } from '../../../features/usage/testing/bound-queries.ts';
import type { StoredEvent } from '../../record/stored-event.ts';
import type { Subject } from '../../record/subject.ts';
import { eventAt, NOW } from '../testing/events.ts';
import { NaiveStore } from '../testing/naive-store.ts';
import { ClickHouse } from './client.ts';
import type { ClickHouseStore } from './clickhouse-store.ts';
import { countTransitions, forgetCounts } from './count-transitions.ts';
import { countedDays } from './daily-transitions.ts';
import { databaseLocks, type StoreLocks } from './locks.ts';
import { clickHouseAndPostgres } from './testing/set-up.ts';
import { testStore } from './testing/store.ts';

const started = clickHouseAndPostgres();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** When the day began in Shanghai that is ten days ago, and its number. */
const START = Date.UTC(2026, 10, 11, -8);
const NUMBER = Date.UTC(2026, 10, 11) / DAY;
/** Histories of the longest test. */
const RUNS = Number(process.env['ROLLCALL_HISTORIES'] ?? 4);
const all = {
  product: undefined,
  platform: undefined,
  sample: 'with',
  bots: 'with',
  dev: 'with',
  zone: 'Asia/Shanghai',
  from: '2026-11-01',
  to: '2026-11-21',
} as const;

let store: ClickHouseStore;
let client: ClickHouse;
let naive: NaiveStore;
let queries: BoundQueries;
let at: number;
/** Where the store's log begins: its positions are those of the tests before, too. */
let base: number;
/** A store of its own, empty. */
const anew = async () => {
  const database = `counts${Math.random().toString(36).slice(2)}`;
  store = testStore(started.server.url, started.postgres, () => NOW, { database });
  client = new ClickHouse({ url: started.server.url, database });
  naive = new NaiveStore(() => NOW);
  queries = bindQueries({ client: store, statements: clickHouseStatements, now: () => NOW });
  at = 0;
  base = (await store.position(0)).loadedTo;
  return { close: () => Promise.all([store.close(), client.close()]) };
};
beforeEach(async () => {
  const { close } = await anew();
  return async () => {
    await close();
  };
});

const load = async (...events: readonly StoredEvent[]) => {
  await naive.load({ partition: 0, from: at, to: at + 1, events, reports: [] });
  await store.load({ partition: 0, from: base + at, to: base + at + 1, events, reports: [] });
  at += 1;
};
const view = (after: number, key: string, more: Partial<StoredEvent> = {}) =>
  eventAt(START + after, { kind: 1, key, ...more });
/** Whether counts of the day are valid, by product. */
const counted = async () => {
  const rows = await client.rows<{ product: string; version: number }>(
    countedDays('true', { first: NUMBER, last: NUMBER }),
  );
  return Object.fromEntries(rows.map(({ product, version }) => [product, version !== 0]));
};
const paths = { ...all, page: undefined, top: 50 };
const expectTruth = async () => {
  const [own, its] = await Promise.all([queries.paths(paths), naive.paths(paths)]);
  expect(own).toEqual(its);
};
const context = () => ({
  store: client,
  layout: { database: '', cluster: undefined },
  locks: databaseLocks(started.postgres.connect),
  now: () => NOW,
});
/** The client, but for its statements without an answer. */
const running = (run: ClickHouse['run']): ClickHouse =>
  new Proxy(client, {
    get: (own, name) => {
      const value: unknown = name === 'run' ? run : Reflect.get(own, name);
      return typeof value === 'function' ? value.bind(own) : value;
    },
  });
const rowsOf = async (table: string) =>
  (await client.rows<{ n: number }>(`SELECT count() AS n FROM ${table}`))[0]?.n;

/** A user, a device that signs in later, one that never does, another product, and the hours around the day. */
const history = () => [
  view(9 * HOUR, 'a', { user: 'anna', device: 'd1' }),
  view(9 * HOUR + MINUTE, 'b', { user: 'anna', device: 'd1' }),
  view(9 * HOUR + 2 * MINUTE, 'c', { device: 'd1' }),
  view(10 * HOUR, 'a', { device: 'd2' }),
  view(10 * HOUR + MINUTE, 'b', { device: 'd2', platform: 'web', dev: true }),
  view(11 * HOUR, 'a', { device: 'd1', product: 'contest' }),
  view(12 * HOUR, 's', { device: 'd3', sample: true }),
];

test('leaves days to the next run once the process ends', async () => {
  await load(
    ...Array.from({ length: 10 }, (_, n) => [
      view(9 * HOUR - n * DAY, 'a', { user: 'anna' }),
      view(9 * HOUR - n * DAY + MINUTE, 'b', { user: 'anna' }),
    ]).flat(),
  );
  const closing = new AbortController();
  const ending = running(async (...given) => {
    closing.abort();
    await client.run(...given);
  });
  await countTransitions({ ...context(), store: ending }, closing.signal);
  expect(await rowsOf('counted_days')).toBe(8);
  await expectTruth();
  await countTransitions(context());
  expect(await rowsOf('counted_days')).toBe(10);
  await expectTruth();
});

test('answers from the counts of days, to the filters as well', async () => {
  await load(...history(), eventAt(NOW, { kind: 1, key: 'now', user: 'anna' }));
  await store.compact();
  expect(await counted()).toEqual({ school: true, contest: true });
  const asked = [
    paths,
    { ...paths, product: 'contest' },
    { ...paths, platform: 'web', dev: 'only' as const },
    { ...paths, sample: 'without' as const, page: 'a' },
    { ...paths, page: 'nowhere' },
    { ...paths, top: 1 },
    { ...paths, zone: 'UTC' },
    // The day in part.
    { ...paths, from: '2026-11-11', to: '2026-11-11', zone: 'UTC' },
    { ...paths, from: '2026-11-11', to: '2026-11-11' },
  ];
  for (const each of asked)
    expect(await queries.paths(each), JSON.stringify(each)).toEqual(await naive.paths(each));
  await client.run('ALTER TABLE daily_transitions UPDATE transitions = transitions * 10 WHERE true', {
    settings: { mutations_sync: '2' },
  });
  const before = await naive.paths(paths);
  expect((await queries.paths(paths)).total).toBe((before.total - 2) * 10 + 2);
});

const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['a late view', () => load(view(9 * HOUR + 3 * MINUTE, 'late', { user: 'anna', device: 'd1' }))],
  ['a view just before', () => load(view(-1, 'late', { user: 'anna', device: 'd1' }))],
  ['a view just after', () => load(view(DAY + 29 * MINUTE, 'late', { user: 'anna', device: 'd1' }))],
  ['a join', () => load(eventAt(NOW - HOUR, { user: 'ben', device: 'd2' }))],
  ['an earlier join', () => load(eventAt(START - 3 * DAY, { user: 'ben', device: 'd1' }))],
  [
    'an erased user',
    async () => {
      await store.erase({ user: 'anna' });
      await naive.erase({ user: 'anna' });
    },
  ],
  [
    'an erased device',
    async () => {
      await store.erase({ device: 'd2' });
      await naive.erase({ device: 'd2' });
    },
  ],
  [
    'erased sample data',
    async () => {
      await store.eraseSample();
      await naive.eraseSample();
    },
  ],
];

test.each(changes)('counts the day again after %s', async (_, change) => {
  await load(...history());
  await store.compact();
  await change();
  expect(await counted()).toMatchObject({ school: false });
  await expectTruth();
  await store.compact();
  expect(await counted()).toMatchObject({ school: true });
  await expectTruth();
});

test('goes on with the counts of a day when other days or products change', async () => {
  await load(...history());
  await store.compact();
  await load(
    view(-2 * HOUR, 'late', { user: 'anna' }),
    view(DAY + 2 * HOUR, 'late', { user: 'anna' }),
    view(9 * HOUR, 'late', { user: 'anna', product: 'contest' }),
    eventAt(NOW, { user: 'new', device: 'd9' }),
    view(9 * HOUR, 'click', { user: 'anna', kind: 2 }),
  );
  expect(await counted()).toEqual({ school: true, contest: false });
  await expectTruth();
});

test('keeps no counts that are not valid', async () => {
  await load(...history());
  await store.compact();
  expect([await rowsOf('counted_days'), await rowsOf('daily_transitions')]).toEqual([2, 8]);
  await store.compact();
  expect([await rowsOf('counted_days'), await rowsOf('daily_transitions')]).toEqual([2, 8]);
  for (const device of ['d1', 'd2']) await store.erase({ device });
  await store.eraseSample();
  expect([await rowsOf('counted_days'), await rowsOf('daily_transitions')]).toEqual([0, 0]);
  // Of runs that ended before they named them; the clock was put back since the second.
  const row = (ago: number) => [NUMBER, (NOW - ago) * 1024, 'web', 0, '', 'a', 1];
  const columns = ['day', 'version', 'platform', 'flags', 'from_page', 'to_page', 'transitions'];
  await client.insert('daily_transitions', columns, [row(MINUTE), row(-2 * HOUR)]);
  await forgetCounts(context());
  expect(await rowsOf('daily_transitions')).toBe(0);
});

test('names no counts of a day that was erased and comes again since the days were listed', async () => {
  const sample = ['a', 'b', 'c', 'd'].map((key, n) =>
    view(HOUR + n * MINUTE, key, { user: 'anna', sample: true }),
  );
  await store.loadSample(sample, []);
  await naive.loadSample(sample, []);
  const locks = databaseLocks(started.postgres.connect);
  let [isListed, isAgain] = [false, false];
  const maintenance: StoreLocks['maintenance'] = async work => {
    if (!isListed) {
      isListed = true;
      await store.eraseSample();
      await store.loadSample(sample.slice(0, 2), []);
    }
    return locks.maintenance(work);
  };
  const loading = running(async (sql, options) => {
    await client.run(sql, options);
    if (!sql.includes('INSERT INTO daily_transitions') || isAgain) return;
    isAgain = true;
    await store.loadSample(sample.slice(2), []);
  });
  await countTransitions({ ...context(), store: loading, locks: { maintenance } });
  expect(isAgain).toBe(true);
  await expectTruth();
  await store.compact();
  expect(await counted()).toEqual({ school: true });
  await expectTruth();
});

test('names no counts once the lock is lost', async () => {
  await load(view(HOUR, 'a', { user: 'anna' }), view(HOUR + MINUTE, 'b', { user: 'anna' }));
  let isLost = false;
  const losing = running(async (sql, options) => {
    if (!sql.includes('INSERT INTO daily_transitions') || isLost) return client.run(sql, options);
    isLost = true;
    await load(view(HOUR + 2 * MINUTE, 'secret', { user: 'ben' }));
    await client.run(sql, options);
    await started.postgres.pool.query(
      // Of this database: other files' tests have locks in theirs.
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()
         and database = (select oid from pg_database where datname = current_database())`,
    );
    await store.erase({ user: 'ben' });
    await naive.erase({ user: 'ben' });
  });
  await expect(countTransitions({ ...context(), store: losing })).rejects.toThrow();
  await expectTruth();
  await store.clear();
  expect(await rowsOf('daily_transitions')).toBe(0);
  await store.compact();
  expect(await counted()).toEqual({ school: true });
  await expectTruth();
});

test('counts nothing where the process ends while the lock is waited for', async () => {
  await load(...history());
  const closing = new AbortController();
  const maintenance: StoreLocks['maintenance'] = work => {
    closing.abort();
    return context().locks.maintenance(work);
  };
  await countTransitions({ ...context(), locks: { maintenance } }, closing.signal);
  expect(await rowsOf('counted_days')).toBe(0);
});

test('leaves what others counted while it waited for the lock', async () => {
  await load(...history());
  const maintenance: StoreLocks['maintenance'] = async work => {
    await countTransitions(context());
    return context().locks.maintenance(work);
  };
  await forgetCounts({ ...context(), locks: { maintenance } });
  expect(await counted()).toEqual({ school: true, contest: true });
  expect(await rowsOf('daily_transitions')).toBe(8);
});

test('clears what was counted of the erased before it says that they are gone', async () => {
  await load(...history(), view(9 * HOUR, 'a', { device: 'd4', product: 'library' }));
  await store.compact();
  await store.erase({ user: 'anna' });
  await store.clear();
  // The device of the erased user was on the pages of the contest, too.
  expect(await counted()).toEqual({ school: false, contest: false, library: true });
  expect(await rowsOf('counted_days')).toBe(1);
  expect(
    await client.rows("SELECT from_page FROM daily_transitions WHERE from_page = 'a' AND to_page = 'b'"),
  ).toEqual([]);
});

test('does not name counts of a day that changed while it was counted', async () => {
  await load(...history());
  const changing = running(async (sql, options) => {
    await client.run(sql, options);
    if (sql.includes(`SELECT ${NUMBER},`)) await load(view(9 * HOUR, 'late', { user: 'anna' }));
  });
  await countTransitions({ ...context(), store: changing });
  // What is not named is not kept either.
  expect(await rowsOf('daily_transitions')).toBe(
    await rowsOf('daily_transitions WHERE version IN (SELECT version FROM counted_days)'),
  );
  expect(await counted()).toMatchObject({ school: false });
  await expectTruth();
});

test('counts and names days under the lock that erasures wait for', async () => {
  await load(...history());
  let held = false;
  const maintenance: StoreLocks['maintenance'] = async work => {
    held = true;
    try {
      return await work(
        async each => each(),
        async () => {},
      );
    } finally {
      expect(await rowsOf('counted_days')).toBe(2);
      held = false;
    }
  };
  const seen: boolean[] = [];
  const counting = running(async (sql, options) => {
    if (sql.includes('INSERT INTO daily_transitions')) seen.push(held);
    await client.run(sql, options);
  });
  await countTransitions({ ...context(), store: counting, locks: { maintenance } });
  expect(seen).toEqual([true, true]);
});

test('counts a day again of whose counts some are gone', async () => {
  await load(...history());
  await store.compact();
  await client.run("ALTER TABLE daily_transitions DELETE WHERE to_page = ''", {
    settings: { mutations_sync: '2' },
  });
  await expectTruth();
  await store.compact();
  await store.compact();
  expect(await rowsOf('daily_transitions')).toBe(8);
  await expectTruth();
});

test('counts out of rows where counts went since they were found', async () => {
  await load(...history());
  await store.compact();
  const going = bindQueries({
    statements: clickHouseStatements,
    client: {
      query: async (sql, values, options) => {
        if (sql.includes('FROM daily_transitions')) await client.run('TRUNCATE TABLE daily_transitions');
        return store.query(sql, values, options);
      },
    },
    now: () => NOW,
  });
  expect(await going.paths(paths)).toEqual(await naive.paths(paths));
});

test.each([
  { name: 'counted', count: () => store.compact() },
  { name: 'not counted', count: async () => {} },
])(
  'counts days that are $name, and expire between the two statements, by the hours of the archive',
  async ({ count }) => {
    await load(...history());
    await count();
    let isFirst = true;
    const expiring = bindQueries({
      statements: clickHouseStatements,
      client: {
        query: async (sql, values, options) => {
          if (sql.includes('AS from_page') && isFirst) {
            isFirst = false;
            await store.expire(START + 2 * DAY);
            await store.compact();
          }
          return store.query(sql, values, options);
        },
      },
      now: () => NOW,
    });
    expect(await expiring.paths(paths)).toMatchObject({ total: (await naive.paths(paths)).total });
    expect(isFirst).toBe(false);
  },
);

test('takes days without views for counted', async () => {
  await load(...history(), view(5 * DAY + HOUR, 'a', { user: 'anna' }));
  await store.compact();
  const { sql, values } = countedSpans({ ...all }, { from: START - 2 * DAY, to: START + 7 * DAY });
  const spans = await store.query<{ from: number; to: number }>(sql, values);
  expect(spans.map(({ from, to }) => [from, to]).sort()).toEqual([
    [0, 0],
    [START, START + 5 * DAY],
    [START + 5 * DAY, START + 7 * DAY],
  ]);
  await expectTruth();
});

test('counts the other days where some can not be counted, and tells of each', async () => {
  await load(...history(), view(2 * DAY + 5 * HOUR, 'a', { user: 'anna' }));
  const failing = running(async (sql, options) => {
    if (sql.includes(`SELECT ${NUMBER},`)) throw new Error('no memory');
    await client.run(sql, options);
  });
  let times = 0;
  const maintenance: StoreLocks['maintenance'] = async work => {
    // The second time is to forget counts.
    if ((times += 1) > 1) throw new Error('no lock');
    return context().locks.maintenance(work);
  };
  await expect(
    countTransitions({ ...context(), store: failing, locks: { maintenance } }),
  ).rejects.toMatchObject({
    errors: [{ message: 'no memory' }, { message: 'no memory' }, { message: 'no lock' }],
  });
  expect(await counted()).toEqual({ school: false, contest: false });
  expect(await rowsOf('counted_days')).toBe(1);
  await expectTruth();
});

test('counts out of rows what more days have than a statement can name', async () => {
  await load(
    ...Array.from({ length: 10_000 }, (_, n) =>
      view(9 * HOUR + n, 'a', { product: `made-up-${n}`, user: 'anna' }),
    ),
  );
  await client.run(
    `INSERT INTO counted_days (product, day, version, views, checksum, counts)
     SELECT product, day, ${NOW * 1024} + rowNumberInAllBlocks(), views, checksum, 0 FROM (${countedDays('true', { first: NUMBER, last: NUMBER })})`,
  );
  await expectTruth();
});

/** Mostly the first, so that views meet. */
const usually = <T>(first: T, ...others: readonly T[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(first) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
const anybody = fc.record(
  {
    user: fc.constantFrom('anna', 'ben'),
    device: fc.constantFrom('d1', 'd2', 'd3'),
    process: fc.constant('p'),
  },
  { requiredKeys: [] },
);
const who = fc.oneof({ weight: 2, arbitrary: fc.constant({ user: 'anna', device: 'd1' }) }, anybody);
/** Views at and around the bounds of two days. */
const views = fc.array(
  fc.record({
    day: fc.constantFrom(0, 0, 0, 1),
    after: fc.constantFrom(-31, -29, -1, 0, 1, 29, 31, 59).map(n => n * MINUTE),
    ms: fc.constantFrom(-1, 0, 0, 0, 0, 1),
    sequence: fc.integer({ min: 0, max: 1 }),
    kind: fc.constantFrom(0, 1, 1, 1, 1),
    key: fc.constantFrom('a', 'b'),
    product: usually('school', 'contest'),
    more: usually<Partial<StoredEvent>>({}, { platform: 'web' }, { dev: true }, { bot: true }),
    who,
  }),
  { minLength: 1, maxLength: 4 },
);
const act = fc.oneof(
  { weight: 5, arbitrary: views.map(list => ({ act: 'load' as const, list })) },
  { weight: 4, arbitrary: fc.constant({ act: 'compact' as const }) },
  { weight: 1, arbitrary: fc.constant({ act: 'clear' as const }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<Subject>({ user: 'anna' }, { user: 'ben' }, { device: 'd1' }, { device: 'd2' })
      .map(subject => ({ act: 'erase' as const, subject })),
  },
);
const asked = fc.record({
  product: fc.constantFrom(undefined, 'school'),
  platform: fc.constantFrom(undefined, undefined, 'web'),
  bots: fc.constantFrom('with' as const, 'without' as const),
  zone: fc.constantFrom('Asia/Shanghai', 'UTC', 'America/New_York'),
  from: fc.constantFrom('2026-11-01', '2026-11-10', '2026-11-11'),
  to: fc.constantFrom('2026-11-11', '2026-11-12', '2026-11-21'),
  page: fc.constantFrom(undefined, undefined, 'a'),
});

test(
  'answers as a naive store does after every step of any history, and after its rows expired in the middle of a day',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 3, maxLength: 10 }),
        asked,
        fc.nat(72),
        async (acts, more, hour) => {
          const { close } = await anew();
          const compare = async () => {
            await expectTruth();
            const one = { ...paths, ...more };
            expect(await queries.paths(one)).toEqual(await naive.paths(one));
          };
          for (const step of acts) {
            if (step.act === 'load') {
              await load(
                ...step.list.map(({ day, after, ms, more: mark, who: whose, ...rest }) =>
                  eventAt(START + day * DAY + after + ms, { ...rest, ...mark, ...whose }),
                ),
              );
            } else if (step.act === 'compact') await store.compact();
            else if (step.act === 'clear') await store.clear();
            else {
              await store.erase(step.subject);
              await naive.erase(step.subject);
            }
            await compare();
          }
          await store.expire(START - DAY + hour * HOUR);
          const kept = async () => ({ ...(await queries.paths(paths)), rows_from: null });
          expect(await kept()).toEqual(await naive.paths(paths));
          await store.compact();
          expect(await kept()).toEqual(await naive.paths(paths));
          await close();
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  60_000 + RUNS * 40_000,
);
