/** A history in DuckDB. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDuckStore } from '../../../apps/server/src/events/store/duck-store.ts';
import { openFile } from '../../../apps/server/src/events/store/file.ts';
import { rollupTables } from '../../../apps/server/src/events/store/tables.ts';
import { DuckQueries } from '../../../apps/server/src/features/usage/queries/duckdb/queries.ts';
import { DAYS, type Growth, type HistoryStore } from './history.ts';
import { NOW } from './questions.ts';

const memory = 1024 * 2 ** 20;
const HOURS = DAYS * 24;

/** What a copy of a row has in place of its own values, by table. */
const shifted = (table: string, n: number, growth: Growth): string => {
  if (growth === 'pupils') {
    const other = `xor(person, ${n}) as person`;
    const names = `user_id || '~${n}' as user_id, device || '~${n}' as device`;
    if (['joins', 'device_users'].includes(table)) return `${other}, xor(device, ${n}) as device`;
    return table === 'events' ? `${other}, ${names}` : other;
  }
  const time = n * HOURS * 3_600_000;
  if (table === 'events') return `time - ${time} as time`;
  const hour = `hour - ${n * HOURS} as hour`;
  return table === 'active_persons' ? `${hour}, first_at - ${time} as first_at` : hour;
};

/** Makes rows and rollups what loading as many events would give, in minutes instead of hours. Shifts are whole hours, so rollups stay right. */
const multiplyFile = async (folder: string, has: number, factor: number, growth: Growth): Promise<void> => {
  const { writer, close } = await openFile({ folder, memory });
  const pupils = ['events', 'active_persons', 'first_seen', 'joins', 'device_users'];
  const tables = growth === 'pupils' ? pupils : ['events', ...rollupTables];
  for (const table of tables) {
    // Each copy is of the rows that were loaded, which come first.
    if (has === 1) await writer.run(`create table ${table}_once as select * from ${table}`);
    for (let n = has; n < factor; n += 1) {
      await writer.run(
        `insert into ${table} select * replace (${shifted(table, n, growth)}) from ${table}_once`,
      );
    }
  }
  if (growth === 'pupils') {
    const by = factor / has;
    await writer.run(
      `update hourly set events = events * ${by}, timed = timed * ${by}, duration = duration * ${by}`,
    );
    await writer.run(`update durations set events = events * ${by}`);
    await writer.run(`update transitions set transitions = transitions * ${by}`);
  } else {
    await writer.run(`update first_seen set first_at = first_at - ${(factor - has) * HOURS * 3_600_000}`);
  }
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
    queries: client => new DuckQueries({ client, now: () => NOW }),
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
