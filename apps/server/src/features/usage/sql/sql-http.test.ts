/** SQL over HTTP: who may, what is audited, and the saved statements. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { refusals } from '@rollcall/contract';
import { nightlyFiles } from '../../../engines/embedded/sql/testing/files.ts';
import { until } from '../../../../../../tools/testing/until.ts';
import { testServer } from '../../../app/testing.ts';
import { testConsole } from '../../console/testing/console.ts';

const { folder, remove } = await nightlyFiles();
const pages = await testConsole({ ROLLCALL_USAGE_EXPORT_FOLDER: folder });
afterAll(async () => {
  await pages.stop();
  await remove();
});
const by = { cookie: pages.cookies.admin };
const run = (sql: string) => pages.ask('runUsageSql', { ...by, body: { sql } });
const entries = async (act: string) => {
  const { rows } = await pages.server.database.pool.query<{ before: unknown; after: unknown }>(
    'select before, after from audit_log where act = $1 order by id',
    [act],
  );
  return rows;
};

test('an admin sees what there is to ask, and until which day', async () => {
  const { tables, ...status } = await pages.call('getUsageSql', by);
  expect({ ...status, tables: tables.map(({ name }) => name) }).toEqual({
    off: null,
    why: null,
    until: '2026-11-20',
    dialect: 'duckdb',
    tables: ['events', 'sessions', 'people'],
  });
});

test('a statement is answered, and a faulty one refused in the words of the database; each run is one entry of the audit log', async () => {
  const good = "select key, count(*) as n from events where key <> '13800138000' group by all order by key";
  expect((await run(good)).json).toMatchObject({
    data: {
      columns: [{ name: 'key' }, { name: 'n', numeric: true }],
      rows: [
        ['/', 2],
        ['/lesson', 2],
      ],
      cut: false,
      until: '2026-11-20',
    },
  });
  const bad = await run('select nothing from events');
  expect(bad).toMatchObject({
    status: 400,
    json: { code: refusals.InvalidRequest.code, data: { field: 'sql' } },
  });
  expect(bad.json?.msg).toMatch(/nothing.* not found/);
  expect((await run("copy events to '/tmp/rollcall-sql.parquet'")).status).toBe(400);
  expect(await entries('usage.sql')).toEqual([
    { before: null, after: { sql: good.replace('13800138000', '138****8000') } },
    { before: null, after: { sql: 'select nothing from events' } },
    { before: null, after: { sql: "copy events to '/tmp/rollcall-sql.parquet'" } },
  ]);
});

test('statements are kept by name, changed as they were read, and deleted', async () => {
  const save = (body: object) => pages.ask('saveSql', { ...by, body: body as never });
  const { id } = await pages.call('saveSql', { ...by, body: { name: '每日', sql: 'select 1' } });
  const changed = await pages.call('saveSql', {
    ...by,
    body: { name: '每日', sql: 'select 2', id, revision: 1 },
  });
  expect(changed).toEqual({ id, revision: 2 });
  expect((await save({ name: '每日', sql: 'select 3', id, revision: 1 })).json?.code).toBe(
    refusals.Conflict.code,
  );
  const { items } = await pages.call('listSavedSql', by);
  expect(items).toMatchObject([{ id, name: '每日', sql: 'select 2', owner: 'first.admin', revision: 2 }]);
  await pages.call('deleteSavedSql', { ...by, body: { id, revision: 2 } });
  expect((await pages.call('listSavedSql', by)).items).toEqual([]);
  expect((await save({ name: '每日', sql: 'select 3', id, revision: 2 })).json?.code).toBe(
    refusals.NotFound.code,
  );
  expect(await entries('usage.delete-sql')).toEqual([
    { before: { name: '每日', sql: 'select 2' }, after: null },
  ]);
});

test('without a folder SQL is off and says so', async () => {
  const other = await testConsole();
  try {
    const admin = { cookie: other.cookies.admin };
    expect(await other.call('getUsageSql', admin)).toMatchObject({ off: 'folder', until: null });
    const answer = await other.ask('runUsageSql', { ...admin, body: { sql: 'select 1' } });
    expect(answer.json?.code).toBe(refusals.IllegalOperation.code);
  } finally {
    await other.stop();
  }
});

test('the job of a running server writes the files', async () => {
  const written = await mkdtemp(join(tmpdir(), 'rollcall-nightly-'));
  // The first run is ten minutes after a start.
  await pages.server.app.db
    .updateTable('job_leases')
    .set({ due_at: new Date(0) })
    .where('name', '=', 'clear the disk of erased usage events')
    .execute();
  const env = { ROLLCALL_USAGE_EXPORT_FOLDER: written };
  const other = await testServer({ env, beside: pages.server });
  try {
    await until(async () => (await readdir(written)).includes('manifest.json'));
    await until(async () =>
      /^rollcall_usage_export_age_seconds 0$/m.test((await other.ask('GET', '/metrics')).text),
    );
    expect((await readdir(written)).filter(name => name.endsWith('.parquet')).toSorted()).toEqual([
      'devices.parquet',
      'people.parquet',
    ]);
  } finally {
    await other.stop();
    await rm(written, { recursive: true, force: true });
  }
});
