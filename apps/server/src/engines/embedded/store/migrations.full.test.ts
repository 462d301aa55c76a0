/**
 * A store that an earlier version wrote opens, answers as before and can be loaded. `testing/version-1` was written by the
 * first release.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import { type DuckStore, openDuckStore } from './duck-store.ts';
import { baseSchema } from './migrations/0001-base.ts';
import { knownIdsAndNames } from './migrations/0002-known-ids-and-names.ts';
import { joins } from './migrations/0003-joins.ts';
import { deviceUsers } from './migrations/0004-device-users.ts';
import { identified } from './migrations/0005-identified.ts';
import { personOf } from '../../../events/store/rows.ts';
import { HOUR } from '../../../events/store/counting.ts';
import { askAll, expectSame } from '../../../events/store/testing/event-store.suite.ts';
import { eventAt, NOW } from '../../../events/store/testing/events.ts';
import { duckQueries } from './testing/duck.ts';
import { NaiveStore } from '../../../events/store/testing/naive-store.ts';

const fixture = async (name: string): Promise<Buffer> =>
  gunzipSync(await readFile(new URL(`./testing/version-1/${name}.gz`, import.meta.url)));
const month = {
  product: undefined,
  platform: undefined,
  sample: 'with',
  bots: 'without',
  dev: 'with',
  zone: 'UTC',
  from: '2026-10-15',
  to: '2026-11-21',
} as const;
const lines: unknown[][] = [];
const log = { info: (...line: unknown[]) => void lines.push(line), warn() {}, error() {} };

it('opens a store of version 1, answers the same, loads on, and opens again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-migrations-'));
  await writeFile(join(folder, 'events.duckdb'), await fixture('events.duckdb'));
  const events = JSON.parse((await fixture('events.json')).toString()) as StoredEvent[];
  const naive = new NaiveStore(() => NOW);
  await naive.load({ partition: 0, from: 0, to: 400, events, reports: [] });
  await naive.erase({ user: '3' });
  const open = () => openDuckStore({ folder, memory: 256 * 2 ** 20, log, now: () => NOW });
  let store = await open();
  try {
    const expectSameAnswers = async () => {
      expectSame(await askAll(duckQueries(store), month), await askAll(naive, month));
    };
    expect(await store.position(0)).toEqual({ loadedTo: 400 });
    await expectSameAnswers();
    // Its rows count by their ids, too; those that it erased are not known any more.
    const again = events.slice(0, 50).filter(({ user }) => user !== '3');
    const batch = {
      partition: 0,
      from: 400,
      to: 500,
      events: [...again, eventAt(NOW - 1000, { user: '3' })],
      reports: [],
    };
    expect(await store.load(batch)).toBe(again.length);
    await naive.load(batch);
    await store.compact();
    await expectSameAnswers();
    await store.close();
    store = await open();
    await expectSameAnswers();
    expect(lines).toEqual([
      [{ version: 1, milliseconds: expect.any(Number) }, 'the event store was upgraded'],
    ]);
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
});

/** Opens a store of an earlier version that holds what the statements say. */
const ofVersion = async (
  version: 2 | 3 | 4 | 5,
  statements: readonly string[],
  ask: (store: DuckStore) => Promise<void>,
) => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-migrations-'));
  const instance = await DuckDBInstance.create(join(folder, 'events.duckdb'));
  const connection = await instance.connect();
  const schema = `update meta set value = ${version} where name = 'schema'`;
  const steps = [
    ...baseSchema,
    ...knownIdsAndNames,
    ...(version > 2 ? joins : []),
    ...(version > 3 ? deviceUsers : []),
    ...(version > 4 ? identified : []),
  ];
  for (const statement of [...steps, schema, ...statements]) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  const store = await openDuckStore({ folder, memory: 256 * 2 ** 20, log, now: () => NOW });
  try {
    await ask(store);
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
};

it('keeps the active persons of version 2 in the order of their hours, by which queries skip', async () => {
  await ofVersion(
    2,
    [
      `insert into active_persons select 400000 + range // 20, 'school', 'web', 0, hash(range % 37)::bit::bigint, 1
       from range(20000)`,
    ],
    async store => {
      expect(
        await store.query(`select count(*) as rows, count(*) filter (back) as back
          from (select hour < lag(hour) over (order by rowid) as back from active_persons)`),
      ).toEqual([{ rows: 20_000, back: 0 }]);
    },
  );
});

it('takes back no transition of version 2 that it did not count, where a join reaches the first hour that is kept', async () => {
  const first = Math.floor(NOW / HOUR) - 20 * 24;
  const [device, user] = [personOf({ device: 'D' }), personOf({ user: 'U' })];
  const row = (id: number, minutes: number, kind: number, key: string, who: string, person: unknown) =>
    `insert into events by name select '00000000-0000-7000-8000-00000000000${id}'::uuid as id, 'school' as product,
     ${first * HOUR + minutes * 60_000} as time, time as received, 0 as sequence, ${kind} as kind, '${key}' as key, 0 as flags, ${who},
     ${String(person)} as person`;
  const moves = [
    ['', 'a'],
    ['a', ''],
    ['', 'b'],
    ['b', ''],
  ];
  await ofVersion(
    2,
    [
      row(1, 35, 1, 'a', "'D' as device", device),
      row(2, 40, 1, 'b', "'U' as user_id", user),
      row(3, 5 * 60, 0, 'in', "'D' as device, 'U' as user_id", user),
      ...[
        [first, device],
        [first, user],
        [first + 5, user],
      ].map(([hour, person]) => `insert into active_persons values (${hour}, 'school', '', 0, ${person}, 1)`),
      ...moves.map(
        ([from, to]) => `insert into transitions values (${first}, 'school', '', 0, '${from}', '${to}', 1)`,
      ),
      `update meta set value = ${first + 24} where name = 'watermark'`,
      `update meta set value = ${first * HOUR} where name = 'rows_from'`,
    ],
    async store => {
      expect(await store.erase({ user: 'U' })).toBe(2);
      await store.compact();
      const counted = await store.query(
        'select from_page, to_page, transitions as n from transitions order by all',
      );
      expect(counted).toEqual(
        moves
          .map(([from_page, to_page]) => ({ from_page, to_page, n: 1 }))
          .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
      );
    },
  );
});

it('knows every user of a device of version 3: the next one is joined when the first is erased', async () => {
  const person = (user: string) => personOf({ user });
  const device = personOf({ device: "d'1" });
  const row = (id: number, user: string, flags: number) =>
    `insert into events by name select '00000000-0000-7000-8000-00000000000${id}'::uuid as id, 'school' as product,
     ${NOW - HOUR} + ${id} as time, time as received, 0 as sequence, 0 as kind, 'in' as key, ${flags} as flags,
     'd''1' as device, '${user}' as user_id, ${String(person(user))} as person`;
  await ofVersion(
    3,
    [
      // The row of the first has expired.
      `insert into joins values (${device}, ${NOW - 90 * 24 * HOUR}, 0, '00000000-0000-7000-8000-000000000009', 0, ${person('A')})`,
      row(1, 'B', 0),
      row(2, 'B', 0),
      row(3, 'C', 1),
      row(4, 'C', 0),
    ],
    async store => {
      const users = () =>
        store.query('select person::varchar as person, flags from device_users order by time');
      const [a, b, c] = ['A', 'B', 'C'].map(user => String(person(user)));
      expect(await users()).toEqual([
        { person: a, flags: 0 },
        { person: b, flags: 0 },
        { person: c, flags: 1 },
        { person: c, flags: 0 },
      ]);
      const joined = async () =>
        (await store.query('select person::varchar as person from joins')).map(({ person: whose }) => whose);
      await store.erase({ user: 'A' });
      expect(await joined()).toEqual([b]);
      await store.erase({ user: 'B' });
      expect(await joined()).toEqual([c]);
      await store.eraseSample();
      expect(await joined()).toEqual([c]);
      await store.erase({ device: "d'1" });
      expect(await joined()).toEqual([]);
    },
  );
});

it('knows which persons of version 4 are users; one whose rows have expired is not known as one', async () => {
  const [user, device, old] = [
    personOf({ user: 'U' }),
    personOf({ device: 'D' }),
    personOf({ user: 'expired' }),
  ];
  const row = (id: number, columns: string) =>
    `insert into events by name select '00000000-0000-7000-8000-00000000000${id}'::uuid as id, 'school' as product,
     ${NOW - HOUR} as time, time as received, 0 as sequence, 0 as kind, 'in' as key, 0 as flags, ${columns}`;
  await ofVersion(
    4,
    [
      row(1, `'U' as user_id, 'D' as device, ${user} as person`),
      row(2, `'D' as device, ${device} as person`),
      row(3, 'null::bigint as person'),
      ...[user, device, old].flatMap(person => [
        `insert into active_persons values (${Math.floor(NOW / HOUR) - 1}, 'school', '', 0, ${person}, 1, ${NOW - HOUR})`,
        `insert into first_seen values ('school', ${person}, 0, ${NOW - HOUR})`,
      ]),
    ],
    async store => {
      const identifiedOf = (sql: string) =>
        store.query(sql).then(rows => rows.map(({ identified: each }) => each));
      expect(await identifiedOf('select distinct identified from events')).toEqual([null]);
      for (const table of ['active_persons', 'first_seen'])
        expect(await identifiedOf(`select identified from ${table} order by rowid`)).toEqual([
          true,
          false,
          false,
        ]);
    },
  );
});

it('derives nothing of the rows of version 5, knows nobody, and goes on', async () => {
  const old = `insert into events by name select '00000000-0000-7000-8000-000000000001'::uuid as id, 'school' as product,
    ${NOW - HOUR} as time, time as received, 0 as sequence, 1 as kind, '/' as key, 0 as flags, '{"utm_source":"old"}' as data`;
  await ofVersion(5, [old], async store => {
    expect(await store.peopleAt()).toBe(0);
    const event = eventAt(NOW, { kind: 1, key: '/', data: { utm_source: 'new' } });
    await store.load({ partition: 0, from: 0, to: 1, events: [event], reports: [] });
    expect(await store.query('select utm_source, browser from events order by time')).toEqual([
      { utm_source: null, browser: null },
      { utm_source: 'new', browser: null },
    ]);
    const anna = { user: 'anna', grade: 1, signedUp: 0, site: null, fields: {} };
    expect(await store.changePeople({ from: 0, to: 1, all: true, people: [anna], gone: [] })).toBe(true);
  });
});
