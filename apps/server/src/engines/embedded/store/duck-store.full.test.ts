import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { eventKind } from '@rollcall/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { LIMIT } from '../../../../../../tools/testing/limits.ts';
import { StoreDatabase } from './database.ts';
import { DuckStore, openDuckStore } from './duck-store.ts';
import { duckQueries, newStoreFolder, openTestStore, testedDuckStore } from './testing/duck.ts';
import { eventStoreSuite } from '../../../events/store/testing/event-store.suite.ts';
import { knownSuite } from '../../../events/store/testing/known.suite.ts';
import { joinsSuite } from '../../../events/store/testing/joins.suite.ts';
import { about, totalOf } from '../../../events/store/testing/asked.ts';
import { eventAt, NOW } from '../../../events/store/testing/events.ts';
import { ContentError } from '../../../events/record/content-error.ts';
import type { StoredReport } from '../../../events/record/stored-report.ts';
import { openFile } from './file.ts';
import { writeAnew } from './rewrite.ts';
import { eventCells, reportCells } from '../../../events/store/rows.ts';
import {
  QueryQueueFull,
  QueryCancelled,
  StageLost,
  StoreCrashed,
  StoreDamaged,
  StoreUnavailable,
} from '../../../events/store/errors.ts';

const memory = 256 * 2 ** 20;
const silentLog = { info() {}, warn() {}, error() {} };

eventStoreSuite('DuckDB', testedDuckStore, Number(process.env['ROLLCALL_HISTORIES'] ?? 4));
joinsSuite('DuckDB', testedDuckStore, 'device_users');
knownSuite('DuckDB', testedDuckStore);

describe('the embedded event store', () => {
  const stores: DuckStore[] = [];
  const folders: string[] = [];
  const fresh = async (): Promise<{ store: DuckStore; folder: string; file: string }> => {
    const folder = await newStoreFolder();
    folders.push(folder);
    const store = await openTestStore(folder);
    stores.push(store);
    return { store, folder, file: join(folder, 'events.duckdb') };
  };
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  it('goes on at the position of a log that had no identity, and counts nothing of it again', async () => {
    const { store } = await fresh();
    const older = 'files:older:01900000-0000-7000-8000-000000000000';
    const batch = { partition: 0, from: 0, to: 7, events: [eventAt(NOW - 40 * 86_400_000)], reports: [] };
    await store.load(batch);
    await store.expire(NOW - 30 * 86_400_000);
    expect(await store.position(0, older)).toEqual({ loadedTo: 7 });
    await store.load({ ...batch, log: older });
    await store.load({ partition: 0, log: older, from: 7, to: 9, events: [], reports: [] });
    expect(await store.position(0, older)).toEqual({ loadedTo: 9 });
    const from = new Date(NOW - 60 * 86_400_000).toISOString().slice(0, 10);
    const all = {
      sample: 'with',
      bots: 'with',
      dev: 'with',
      zone: 'Asia/Shanghai',
      from,
      to: '2026-11-21',
    } as const;
    expect(await totalOf(duckQueries(store), all)).toBe(1);
    // Another folder of files, and another partition, begin at their start.
    expect(await store.position(0, 'files:01900000-0000-7000-8000-000000000000')).toEqual({ loadedTo: 0 });
    expect(await store.position(1, older)).toEqual({ loadedTo: 0 });
  });

  it('loads, compacts and erases while a question runs that began before the last checkpoint', async () => {
    const { store } = await fresh();
    const load = (n: number) =>
      store.load({
        partition: 0,
        from: n,
        to: n + 1,
        events: [eventAt(NOW - n, { user: `pupil-${n}` })],
        reports: [],
      });
    await load(0);
    const stop = new AbortController();
    const endless = 'select count(*) as found from events, range(1000000000000) where hash(time, range) = 1';
    const question = store.query(endless, {}, { signal: stop.signal }).catch((error: unknown) => error);
    for (let n = 1; n < 4; n += 1) {
      await load(n);
      await store.compact();
    }
    const erased = store.erase({ user: 'pupil-1' });
    stop.abort();
    expect(await question).toBeInstanceOf(QueryCancelled);
    expect(await erased).toBe(1);
    expect(await store.query('select count(*) as events from events')).toEqual([{ events: 3 }]);
  });

  it('erases a person from its files, and keeps the events of the others', async () => {
    const { store, folder } = await fresh();
    const secret = 'pupil-4711-who-leaves';
    const events = Array.from({ length: 5000 }, (_, n) =>
      eventAt(NOW - n * 1000, {
        user: n % 50 === 0 ? secret : `pupil-${n % 50}`,
        data: { note: `note ${n}` },
      }),
    );
    await store.load({ partition: 0, from: 0, to: 5000, events, reports: [] });
    await store.compact();
    const holds = async (text: string) => {
      const names = await readdir(folder);
      const contents = await Promise.all(
        names.map(name => readFile(join(folder, name)).catch(() => Buffer.alloc(0))),
      );
      return contents.some(content => content.includes(text));
    };
    expect(await holds(secret)).toBe(true);
    expect(await store.erase({ user: secret })).toBe(100);
    expect(await store.query('select count(*) as n from events')).toEqual([{ n: 4900 }]);
    expect(await store.clearedTo()).toBe(NOW);
    await store.rewrite();
    expect(await holds(secret)).toBe(false);
    expect(await store.query('select count(*) as n from events')).toEqual([{ n: 4900 }]);
    expect(await store.position(0)).toEqual({ loadedTo: 5000 });
  });

  it('clears the disk of the erased at night, or after a day, and says what is gone from it', async () => {
    const folder = await newStoreFolder();
    folders.push(folder);
    let now = NOW;
    const store = await openDuckStore({ folder, memory, log: silentLog, now: () => now });
    stores.push(store);
    const events = ['one', 'two', 'three'].map(user => eventAt(NOW, { user }));
    await store.load({ partition: 0, from: 0, to: 3, events, reports: [] });
    const hour = 3_600_000;
    // Half past noon in Shanghai.
    expect(await store.clear()).toBe(now);
    await store.erase({ user: 'one' });
    const first = now;
    now += hour;
    await store.erase({ user: 'two' });
    expect(await store.clear()).toBe(first);
    // Two hours after midnight.
    now = Math.floor(NOW / hour) * hour + 14 * hour;
    expect(await store.clear()).toBe(now);
    await store.erase({ user: 'three' });
    const third = now;
    // It was rewritten this night.
    now += hour;
    expect(await store.clear()).toBe(third);
    now = third;
    // By a clock that is put back it was erased before.
    now -= 8 * hour;
    expect(await store.clear()).toBe(third);
    // The server did not run at night.
    now = third + 24 * hour - 1 - 6 * hour;
    expect(await store.clear()).toBe(third);
    now = third + 30 * hour;
    expect(await store.clear()).toBe(now);
  });

  it('clears the disk also of who was the second user of a device, did nothing there, and whose rows have expired', async () => {
    const folder = await newStoreFolder();
    folders.push(folder);
    let now = NOW;
    const store = await openDuckStore({ folder, memory, log: silentLog, now: () => now });
    stores.push(store);
    const consents = ['one', 'two'].map((user, n) =>
      eventAt(NOW - 10_000_000 + n, { kind: eventKind.consent, user, device: 'shared' }),
    );
    await store.load({ partition: 0, from: 0, to: 2, events: consents, reports: [] });
    await store.expire(NOW);
    expect(await store.erase({ user: 'two' })).toBe(0);
    now += 1000;
    expect(await store.clearedTo()).toBe(NOW);
  });

  it('does not write the file anew without room for it on the disk, nor leaves anything of it there', async () => {
    const folder = await newStoreFolder();
    folders.push(folder);
    const file = await openFile({ folder, memory });
    try {
      await expect(writeAnew(file, async () => 60 * 2 ** 20)).rejects.toThrow(
        /needs \d+ MB of free disk; 60 MB are free/,
      );
      expect((await readdir(folder)).filter(name => name.includes('.new'))).toEqual([]);
    } finally {
      file.close();
    }
  });

  it('goes on after a kill while the file is written anew, and clears the disk then', async () => {
    const { store, folder, file } = await fresh();
    const events = Array.from({ length: 3000 }, (_, n) =>
      eventAt(NOW - n, { user: n % 3 ? 'stays' : 'goes-for-good' }),
    );
    await store.load({ partition: 0, from: 0, to: 1, events, reports: [] });
    expect(await store.erase({ user: 'goes-for-good' })).toBe(1000);
    const rewriting = store.rewrite();
    store.process?.kill('SIGKILL');
    await rewriting.catch(() => undefined);
    await store.close();
    // As far as it may have come.
    await writeFile(`${file}.new`, 'goes-for-good');
    const again = await openTestStore(folder);
    stores.push(again);
    await again.rewrite();
    expect(await again.clearedTo()).toBe(NOW);
    for (const name of await readdir(folder))
      expect((await readFile(join(folder, name))).includes('goes-for-good'), name).toBe(false);
    expect(await again.query('select count(*) as n from events')).toEqual([{ n: 2000 }]);
  });

  it('loads every event of a batch that is staged while the file is written anew', async () => {
    const { store } = await fresh();
    const eventsOf = (user: string, count: number) =>
      Array.from({ length: count }, (_, n) => eventAt(NOW - n, { user }));
    const gone = Array.from({ length: 3 }, (_, n) => `gone-${n}`);
    await store.load({
      partition: 0,
      from: 0,
      to: 1,
      events: gone.flatMap(user => eventsOf(user, 20)),
      reports: [],
    });
    for (const [n, user] of gone.entries()) {
      const batch = { partition: 0, from: n + 1, to: n + 2, events: eventsOf('stays', 1200), reports: [] };
      // The batch is staged in three parts, between which both come.
      const loading = store.load(batch);
      const [erased] = await Promise.all([store.erase({ user }), store.rewrite()]);
      expect([await loading, erased]).toEqual([0, 20]);
    }
    const rows = await store.query('select user_id, count(*) as events from events group by all');
    expect(rows).toEqual([{ user_id: 'stays', events: gone.length * 1200 }]);
  });

  it('refuses to load a batch of which a part is not staged any more', async () => {
    const folder = await newStoreFolder();
    folders.push(folder);
    const database = await StoreDatabase.open({ folder, memory });
    const part = () => eventCells([eventAt(NOW, { user: 'gone' })]);
    await database.stage(1, part(), reportCells([]));
    await database.load({ load: 1, parts: 1 }, undefined, false);
    await database.stage(2, part(), reportCells([]));
    expect(await database.erase([{ user: 'gone' }], NOW)).toEqual([1]);
    await database.rewrite();
    await database.stage(2, part(), reportCells([]));
    const range = { partition: 0, log: '', from: 0, to: 9 };
    await expect(database.load({ load: 2, parts: 2 }, range, false)).rejects.toThrow(StageLost);
    expect(await database.loadedTo(0, '')).toBe(0);
    await database.close();
  });

  it('refuses SQL that opens files outside its folder, attaches a database, loads an extension or changes settings', async () => {
    const { store, folder } = await fresh();
    const outside = await newStoreFolder();
    folders.push(outside);
    const other = join(outside, 'other.duckdb');
    (await DuckDBInstance.create(other)).closeSync();
    const access = /Permission Error/;
    for (const [sql, refusal] of [
      ["select * from read_text('/etc/passwd')", access],
      [`select * from read_text('${folder}/../../../../../../etc/passwd')`, access],
      ["select * from read_csv('/etc/passwd')", access],
      ["select * from glob('/etc/*')", access],
      [`copy (select 1) to '${join(outside, 'copied')}'`, access],
      [`attach '${other}' as other`, access],
      [`attach '${join(outside, 'new.duckdb')}' as other`, access],
      [`export database '${join(outside, 'exported')}'`, access],
      ['load httpfs', access],
      ['install httpfs', access],
      [`load '${join(outside, 'own.duckdb_extension')}'`, access],
      ["set allowed_directories = ['/']", /configuration has been locked/],
      ['set enable_external_access = true', /configuration has been locked/],
      ["set memory_limit = '1TB'", /configuration has been locked/],
      ['reset lock_configuration', /configuration has been locked/],
    ] as const)
      await expect(store.query(sql), sql).rejects.toThrow(refusal);
    expect(await readdir(outside)).toEqual(['other.duckdb']);
    expect(await store.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('spills to its folder if a query needs more memory than the limit', async () => {
    const folder = await newStoreFolder();
    folders.push(folder);
    const store = await openDuckStore({ folder, memory: 64 * 2 ** 20, log: silentLog, now: () => NOW });
    stores.push(store);
    const sql = `select count(*) as n from (
      select md5(range::varchar) || repeat('x', 200) as text from range(400000) order by text limit 399999)`;
    expect(await store.query(sql, {}, { timeout: LIMIT })).toEqual([{ n: 399_999 }]);
  });

  it('restarts its process after a crash, and rejects the waiting queries', async () => {
    const { store } = await fresh();
    await store.load({ partition: 0, from: 0, to: 1, events: [eventAt(NOW)], reports: [] });
    const waiting = store.query('select sum(hash(range)) from range(100000000000)');
    store.process?.kill('SIGKILL');
    await expect(waiting).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await store.position(0)).toEqual({ loadedTo: 1 });
  });

  it('reports a crash during a load, and then loads the parts of the batch and the rest once each', async () => {
    const { store } = await fresh();
    const reports = ['one', 'two'].map(
      (id, n): StoredReport => ({
        id,
        product: 'school',
        received: NOW + n,
        kind: 'performance',
        release: '1',
        page: '/',
        weight: 1,
        name: 'LCP',
      }),
    );
    const events = [eventAt(NOW), eventAt(NOW), eventAt(NOW)];
    const crashed = store.load({ partition: 0, from: 0, to: 9, events, reports });
    store.process?.kill('SIGKILL');
    await expect(crashed).rejects.toBeInstanceOf(StoreCrashed);
    const counted = () =>
      store.query(
        'select (select count(*) from events) as events, (select count(*) from reports) as reports',
      );
    expect(
      await store.loadPart({ partition: 0, from: 0, to: 9, events: events.slice(0, 2), reports: [] }),
    ).toBe(0);
    expect(await store.loadPart({ partition: 0, from: 0, to: 9, events: [], reports })).toBe(0);
    expect(await store.position(0)).toEqual({ loadedTo: 0 });
    expect(await store.load({ partition: 0, from: 0, to: 9, events, reports })).toBe(2);
    await store.moveTo(0, 0);
    expect(await store.load({ partition: 0, from: 0, to: 9, events: [], reports })).toBe(0);
    expect(await counted()).toEqual([{ events: 3, reports: 2 }]);
    expect(await store.position(0)).toEqual({ loadedTo: 9 });
  });

  it('rejects a running query as unavailable when it is closed', async () => {
    const { store } = await fresh();
    const sql = 'select sum(hash(range)) from range(100000000000)';
    const stopped = store.query(sql, {}, { timeout: LIMIT }).catch((error: unknown) => error);
    await store.query('select 1');
    await store.close();
    expect(await stopped).toBeInstanceOf(StoreUnavailable);
  });

  it('ends its process when the server ends or is killed, so that the next server can open the file', async () => {
    const folder = await newStoreFolder();
    folders.push(folder);
    const owner = fork(fileURLToPath(new URL('./testing/owner.ts', import.meta.url)), [folder], {
      execArgv: [
        '--conditions=@rollcall/source',
        '--import',
        pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
      ],
    });
    expect((await once(owner, 'message'))[0]).toBe('loaded');
    const ended = once(owner, 'exit');
    owner.kill('SIGKILL');
    await ended;
    // It waits for the file, which the process of the dead server must let go of.
    const store = await openTestStore(folder);
    stores.push(store);
    expect(await store.position(0)).toEqual({ loadedTo: 1 });
  });

  it('stops a query at its time limit or when it is cancelled, and answers the next one', async () => {
    const { store } = await fresh();
    const endless = 'select sum(hash(a.range + b.range)) from range(1000000) a, range(1000000) b';
    await expect(store.query(endless, {}, { timeout: 50 })).rejects.toMatchObject({ why: 'time' });
    const given = new AbortController();
    const answer = store.query(endless, {}, { signal: given.signal });
    given.abort();
    await expect(answer).rejects.toBeInstanceOf(QueryCancelled);
    expect(await store.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('cancels a waiting and a running query, and no other', async () => {
    const { store } = await fresh();
    const endless = 'select sum(hash(a.range + b.range)) from range(1000000) a, range(1000000) b';
    const settled: number[] = [];
    const queries = Array.from({ length: 32 }, (_, n) => {
      const controller = new AbortController();
      const error = store
        .query(endless, {}, { signal: controller.signal })
        .then(
          () => undefined,
          (error: unknown) => error,
        )
        .finally(() => settled.push(n));
      return { cancel: () => controller.abort(), error };
    });
    // The last waits in the queue; the first runs.
    for (const n of [31, 0]) {
      queries[n]?.cancel();
      expect(await queries[n]?.error).toMatchObject({ name: 'QueryCancelled', why: 'caller' });
    }
    expect(settled).toEqual([31, 0]);
    // Each has freed its place; these wait behind the others, and are answered once those are cancelled.
    const next = [store.query('select 1 as one'), store.query('select 2 as two')];
    await expect(store.query('select 3')).rejects.toBeInstanceOf(QueryQueueFull);
    for (const { cancel } of queries.slice(1, 31)) cancel();
    expect(await Promise.all(next)).toEqual([[{ one: 1 }], [{ two: 2 }]]);
    expect(await Promise.all(queries.map(({ error }) => error))).toEqual(
      queries.map(() => expect.any(QueryCancelled)),
    );
  });

  it('counts the start of its process towards the time limit of a query', async () => {
    const { store, folder } = await fresh();
    await store.close();
    const starting = new DuckStore({ folder, memory, log: silentLog, now: () => NOW });
    stores.push(starting);
    await expect(starting.query('select 1', {}, { timeout: 30 })).rejects.toMatchObject({ why: 'time' });
    expect(await starting.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('sends no query whose signal is aborted already', async () => {
    const { store } = await fresh();
    await expect(store.query('select 1', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      why: 'caller',
    });
  });

  it('refuses queries beyond its limit, and loads while they run', async () => {
    const { store } = await fresh();
    const endless = 'select sum(hash(a.range + b.range)) from range(1000000) a, range(1000000) b';
    const given = Array.from({ length: 32 }, () => new AbortController());
    const answers = given.map(({ signal }) =>
      store.query(endless, {}, { signal }).catch((error: unknown) => error),
    );
    await expect(store.query('select 1')).rejects.toBeInstanceOf(QueryQueueFull);
    // A light query waits for none of them.
    expect(await store.query('select 1 as one', {}, { light: true })).toEqual([{ one: 1 }]);
    const before = store.version;
    await store.load({ partition: 0, from: 0, to: 1, events: [eventAt(NOW)], reports: [] });
    expect(store.version).not.toBe(before);
    for (const each of given) each.abort();
    for (const answer of await Promise.all(answers)) expect(answer).toBeInstanceOf(QueryCancelled);
    expect(await store.query('select count(*) as n from events')).toEqual([{ n: 1 }]);
  });

  it('keeps whole numbers beyond 2^53 as text, and others as numbers', async () => {
    const { store } = await fresh();
    expect(
      await store.query(
        'select $big::bigint as big, 9223372036854775807 as bigger, $half as half, $text as text',
        {
          big: 2 ** 52,
          half: 0.5,
          text: "it's",
        },
      ),
    ).toEqual([{ big: 2 ** 52, bigger: '9223372036854775807', half: 0.5, text: "it's" }]);
  });

  it('throws ContentError for records that it cannot store, stores none of them, and loads the others', async () => {
    const { store } = await fresh();
    const poison = eventAt(NOW, { cpu: 2 ** 53 });
    const events = [eventAt(NOW), poison];
    await expect(store.load({ partition: 0, from: 0, to: 1, events, reports: [] })).rejects.toBeInstanceOf(
      ContentError,
    );
    await expect(
      store.loadPart({ partition: 0, from: 0, to: 1, events: [poison], reports: [] }),
    ).rejects.toBeInstanceOf(ContentError);
    await store.check();
    expect(await store.query('select count(*) as n from events')).toEqual([{ n: 0 }]);
    await store.load({ partition: 0, from: 0, to: 1, events: [eventAt(NOW)], reports: [] });
    expect(await store.products()).toEqual(['school']);
  });

  it('answers every query over extreme values, in a batch, across batches and merged', async () => {
    const { store } = await fresh();
    const queries = duckQueries(store);
    const extreme = {
      duration: Number.MAX_SAFE_INTEGER,
      sequence: Number.MAX_SAFE_INTEGER,
      kind: 2,
      key: '/',
    } as const;
    const data = { x: 500, y: 1e300, w: 1e300, h: 1e300, bad: '\ud800' };
    for (let from = 0; from < 3; from += 1) {
      const events = Array.from({ length: 1000 }, () => eventAt(NOW - 1000, { ...extreme, data, user: 'u' }));
      await store.load({ partition: 0, from, to: from + 1, events, reports: [] });
      await store.compact();
    }
    const who = {
      product: undefined,
      platform: undefined,
      sample: 'with',
      bots: 'with',
      dev: 'with',
    } as const;
    const month = { ...who, zone: 'UTC', from: '2026-11-01', to: '2026-11-21' } as const;
    const total = 3000 * Number.MAX_SAFE_INTEGER;
    const duration = { measure: { of: 'sum', property: 'event.duration' } } as const;
    for (const breakdowns of [[], ['device.language'], ['data.bad']] as const) {
      const question = { v: 1, kind: 'trend', ...about(month), series: [duration], breakdowns } as const;
      const body = await queries.ask(question);
      if (body.kind !== 'trend') throw new Error('another kind');
      expect(body.lines).toHaveLength(breakdowns.length + 1);
      for (const line of body.lines) expect(line.total).toBeCloseTo(total, -6);
    }
    const body = await queries.ask({ v: 1, kind: 'time', ...about(month) });
    expect(body.kind === 'time' ? body.rows[0]?.sum : undefined).toBeCloseTo(total, -6);
    expect((await queries.heatmap({ ...month, page: '/', width: undefined })).clicks).toBe(0);
    await queries.properties({ ...month, kind: 'click', key: '/' });
    expect(await store.erase({ user: 'u' })).toBe(3000);
  });

  it('refuses a foreign file, a foreign database, a damaged file and a later schema by name', async () => {
    const { store, folder, file } = await fresh();
    await store.query("select value from meta where name = 'schema'");
    await store.close();
    const failure = async () => {
      const error: unknown = await openTestStore(folder).then(
        async opened => opened.close(),
        (error: unknown) => error,
      );
      expect(error).toBeInstanceOf(StoreDamaged);
      return (error as Error).message;
    };
    const change = async (...statements: string[]) => {
      const database = await DuckDBInstance.create(file);
      const connection = await database.connect();
      for (const statement of statements) await connection.run(statement);
      connection.closeSync();
      database.closeSync();
    };
    await change("update meta set value = 99 where name = 'schema'");
    expect(await failure()).toContain('has the form 99');
    await truncate(file, 8000);
    expect(await failure()).toContain(file);
    await writeFile(file, 'something else entirely');
    expect(await failure()).toContain(file);
    await rm(file);
    await change('create table pupils (name varchar)');
    expect(await failure()).toContain('not of this event store');
  });

  it('refuses sample data that is not marked', async () => {
    const { store } = await fresh();
    await expect((async () => store.loadSample([eventAt(NOW)], []))()).rejects.toThrow('marked');
  });
});
