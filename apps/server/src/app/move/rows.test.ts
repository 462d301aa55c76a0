import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMoveRow, removeMoveRow } from '../moved-mark.ts';
import { type TestDatabase, testDatabase } from '../testing.ts';
import { ensureAlone, ensureNobody, moveRows } from './rows.ts';

let from: TestDatabase;
let to: TestDatabase;
beforeEach(async () => {
  [from, to] = await Promise.all([testDatabase(), testDatabase()]);
});
afterEach(() => Promise.all([from.close(), to.close()]));

const person = (database: TestDatabase) =>
  database.pool.query(
    `insert into accounts (id, pid, created_at, nickname, nickname_key) values ($1, 'school', now(), $2, $2)`,
    [randomUUID(), randomUUID()],
  );
const moved = (arrived: () => Promise<void> = async () => {}, told = (_text: string) => {}) =>
  moveRows(
    from.pool,
    to.pool,
    { ...from.config, exports: 'folder' },
    { told, now: Date.now, place: 'there', arrived },
  );
const accounts = async ({ pool }: TestDatabase) =>
  (await pool.query<{ n: number }>('select count(*) as n from accounts')).rows[0]?.n;

test('nothing is written to the old database between the copy and the end of the move', async () => {
  await person(from);
  let refused: unknown;
  await moved(async () => {
    const client = await from.pool.connect();
    try {
      await client.query("set lock_timeout = '20ms'");
      refused = await client.query("update accounts set nickname = 'late'").catch((error: unknown) => error);
    } finally {
      client.release(true);
    }
  });
  expect(refused).toMatchObject({ code: '55P03' });
});

test('a copy is made anew until servers may start on it, and never over people of its own', async () => {
  await person(from);
  await moved();
  expect(await readMoveRow(to.pool)).toMatchObject({ state: 'arriving', place: 'there' });
  await person(from);
  await moved();
  expect(await accounts(to)).toBe(2);
  await removeMoveRow(to.pool);
  await expect(moved()).rejects.toThrow('has people');
  await expect(ensureNobody(to.pool)).rejects.toThrow('has people');
});

test('a database without tables has nobody, and gets none by the look', async () => {
  const empty = await testDatabase({ migrated: false });
  try {
    await ensureNobody(empty.pool);
    const { rows } = await empty.pool.query("select from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([]);
  } finally {
    await empty.close();
  }
});

test('an export without a file is named', async () => {
  await person(from);
  await from.pool.query(
    "insert into usage_jobs (id, kind, subject_kind, subject, state, created_at, not_before, asked_by) values ($1, 'export', 'user', '1', 'done', now(), now(), 'operator')",
    ['00000000-0000-4000-8000-00000000000e'],
  );
  const told: string[] = [];
  await moved(undefined, text => told.push(text));
  expect(told).toEqual([expect.stringContaining('00000000000e has no file')]);
});

test('a picture that arrives otherwise is refused, and nothing is moved', async () => {
  await person(from);
  const name = 'a'.repeat(32);
  await mkdir(join(from.config.data, 'pictures'), { recursive: true });
  await writeFile(join(from.config.data, 'pictures', `${name}.webp`), 'whole');
  await from.pool.query("insert into pictures (name, bytes, kept_at) values ($1, 'half', now())", [name]);
  await expect(moved()).rejects.toThrow('Other contents arrived in pictures');
  expect(await accounts(to)).toBe(0);
});

test('a connection of another process is named with what ends it', async () => {
  const client = await from.pool.connect();
  try {
    await expect(ensureAlone(from.pool, 'old', 'rollcall move 1')).rejects.toThrow(
      /^\d connections .* old PostgreSQL.*pg_terminate_backend\(PID\)".*PIDs: \d+ from .+ since \d{4}-/,
    );
    await ensureAlone(from.pool, 'old', 'rollcall');
  } finally {
    client.release();
  }
});
