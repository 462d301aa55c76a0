/** A history in DuckDB. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDuckStore } from '../../../apps/server/src/engines/embedded/store/duck-store.ts';
import { type OpenFile, openFile } from '../../../apps/server/src/engines/embedded/store/file.ts';
import { inTransaction, rowsOf } from '../../../apps/server/src/engines/embedded/store/statements.ts';
import { HOUR } from '../../../apps/server/src/events/store/counting.ts';
import { rollupTables } from '../../../apps/server/src/engines/embedded/store/tables.ts';
import { duckQuestions } from '../../../apps/server/src/engines/embedded/queries/question-dialect.ts';
import { duckStatements } from '../../../apps/server/src/engines/embedded/queries/statements.ts';
import { bindQueries } from '../../../apps/server/src/features/usage/testing/bound-queries.ts';
import { DAYS, type Growth, type HistoryStore } from './history.ts';
import { NOW } from './questions.ts';

const memory = 1024 * 2 ** 20;
const HOURS = DAYS * 24;

/** Tables of which each copy of the pupils has rows of its own, with the column by which rows come and its units in an hour. */
const ofPupils = {
  events: { column: 'received', hour: HOUR },
  active_persons: { column: 'hour', hour: 1 },
  first_seen: undefined,
  people: undefined,
  joins: undefined,
  device_users: undefined,
} as const;

/** What copy `n` of a row has in place of its own values, by table; copy 0 is the row. */
const ofPupil = (table: keyof typeof ofPupils): string => {
  const other = 'xor(person, n) as person';
  if (table === 'joins' || table === 'device_users') return `${other}, xor(device, n) as device`;
  if (table !== 'events') return other;
  const name = (column: string) => `case n when 0 then ${column} else ${column} || '~' || n end as ${column}`;
  return `${other}, ${name('user_id')}, ${name('device')}`;
};

/** Copies of all pupils, hour by hour, as they would have come. */
const multiplyPupils = async (writer: OpenFile['writer'], has: number, factor: number): Promise<void> => {
  for (const table of Object.keys(ofPupils) as (keyof typeof ofPupils)[]) {
    if (has === 1) await writer.run(`create table ${table}_once as from ${table}`);
    await writer.run(`truncate ${table}`);
    const copy = (where: string) =>
      writer.run(`insert into ${table} select * exclude (n) replace (${ofPupil(table)})
        from (from ${table}_once where ${where}) cross join (select range as n from range(${factor}))`);
    const by = ofPupils[table];
    if (by === undefined) await copy('true');
    else {
      const { column, hour } = by;
      const [bounds] = await rowsOf(
        writer,
        `select min(${column}) // ${hour} as first, max(${column}) // ${hour} as last from ${table}_once`,
      );
      const last = Number(bounds?.['last']);
      for (let at = Number(bounds?.['first']); at <= last; at += 24) {
        await inTransaction(writer, async () => {
          for (let now = at; now < Math.min(at + 24, last + 1); now += 1)
            await copy(`${column} >= ${now * hour} and ${column} < ${(now + 1) * hour}`);
        });
        // Else the write-ahead log would hold all of it.
        await writer.run('checkpoint');
      }
    }
    await writer.run('checkpoint');
  }
  const by = factor / has;
  await writer.run(
    `update hourly set events = events * ${by}, timed = timed * ${by}, duration = duration * ${by}`,
  );
  await writer.run(`update durations set events = events * ${by}`);
  await writer.run(`update transitions set transitions = transitions * ${by}`);
};

/** What copy `n` of a row of an earlier time has in place of its own values, by table. */
const earlier = (table: string, n: number): string => {
  const time = n * HOURS * HOUR;
  if (table === 'events') return `time - ${time} as time`;
  const hour = `hour - ${n * HOURS} as hour`;
  return table === 'active_persons' ? `${hour}, first_at - ${time} as first_at` : hour;
};

const multiplyDays = async (writer: OpenFile['writer'], has: number, factor: number): Promise<void> => {
  for (const table of ['events', ...rollupTables]) {
    // Each copy is of the rows that were loaded, which come first.
    if (has === 1) await writer.run(`create table ${table}_once as from ${table}`);
    for (let n = has; n < factor; n += 1) {
      await writer.run(`insert into ${table} select * replace (${earlier(table, n)}) from ${table}_once`);
    }
  }
  await writer.run(`update first_seen set first_at = first_at - ${(factor - has) * HOURS * HOUR}`);
};

/** Makes rows and rollups what loading as many events would give, in minutes instead of hours. Shifts are whole hours, so rollups stay right. */
const multiplyFile = async (folder: string, has: number, factor: number, growth: Growth): Promise<void> => {
  const { writer, close } = await openFile({ folder, memory });
  await (growth === 'pupils' ? multiplyPupils : multiplyDays)(writer, has, factor);
  await writer.run('checkpoint');
  close();
};

export const openDuckHistory = async (): Promise<HistoryStore> => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-queries-'));
  const begin = () => openDuckStore({ folder, memory, log: console, now: () => NOW });
  let store = await begin();
  let has = 1;
  return {
    name: 'DuckDB in a process of its own with 1 GiB and two threads',
    get store() {
      return store;
    },
    version: () => store.version,
    pid: () => store.process?.pid,
    queries: client =>
      bindQueries({ client, statements: duckStatements, questions: duckQuestions, now: () => NOW }),
    multiply: async (factor, growth) => {
      await store.close();
      await multiplyFile(folder, has, factor, growth);
      has = factor;
      store = await begin();
    },
    rewrite: () => store.rewrite(),
    scan: ({ columns, where }) =>
      store.query(
        `select bit_xor(hash(${columns.join(', ')})) as read from events where ${where}`,
        {},
        { timeout: 300_000 },
      ),
    bytes: async () => statSync(join(folder, 'events.duckdb')).size,
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
