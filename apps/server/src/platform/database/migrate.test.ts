import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../app/testing.ts';
import { checksum, type Migration, migrate, migrationsFolder, readMigrations } from './migrate.ts';

const at = Date.parse('2026-11-21T08:00:00Z');
const options = { log: pino({ level: 'silent' }), now: () => at };
const one: Migration = {
  name: '0001_one.sql',
  sql: 'create table one (id int); create table extra (id int);',
};
const two: Migration = { name: '0002_two.sql', sql: 'create table two (id int)' };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ migrated: false });
});
afterAll(() => database?.close());
beforeEach(async () => {
  await database.pool.query('drop schema public cascade; create schema public');
});

const run = (migrations: readonly Migration[]) => migrate(database.pool, { ...options, migrations });
const tables = async () =>
  (
    await database.pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
  ).rows.map(row => row.name);

describe('migrations', () => {
  it('run in order, each once, and are recorded with a checksum and our clock', async () => {
    expect(await run([one])).toEqual([one.name]);
    expect(await run([one, two])).toEqual([two.name]);
    expect(await run([one, two])).toEqual([]);
    expect(await tables()).toEqual(['extra', 'migrations', 'one', 'two']);
    const { rows } = await database.pool.query(
      'select name, checksum, applied_at from migrations order by name',
    );
    expect(rows).toEqual([
      { name: one.name, checksum: checksum(one.sql), applied_at: new Date(at) },
      { name: two.name, checksum: checksum(two.sql), applied_at: new Date(at) },
    ]);
  });

  it('that fail are undone whole and named; those before stay', async () => {
    const broken = { name: '0002_broken.sql', sql: 'create table half (id int); select nonsense;' };
    await expect(run([one, broken])).rejects.toThrow(
      /Migration 0002_broken\.sql failed and was undone: .*nonsense/,
    );
    expect(await tables()).toEqual(['extra', 'migrations', 'one']);
    expect(await run([one, two])).toEqual([two.name]);
  });

  it('that changed are refused by name, before anything is done', async () => {
    await run([one]);
    const changed = { ...one, sql: `${one.sql} -- better` };
    await expect(run([changed, two])).rejects.toThrow(/have changed since: 0001_one\.sql/);
    expect(await tables()).not.toContain('two');
  });

  it('of a newer server are refused by name', async () => {
    await run([one, two]);
    await expect(run([one])).rejects.toThrow(/does not know: 0002_two\.sql/);
  });

  it('are applied once by servers that start at once', async () => {
    const counted = {
      name: '0001_count.sql',
      sql: 'create table counted (id int); insert into counted values (1)',
    };
    const runs = await Promise.all(Array.from({ length: 4 }, () => run([counted, two])));
    expect(runs.filter(applied => applied.length > 0)).toHaveLength(1);
    expect((await database.pool.query('select * from counted')).rows).toHaveLength(1);
  });

  it('that build indexes concurrently do so at once by servers that start at once, while people write', async () => {
    await run([one]);
    const index = {
      name: '0002_index.sql',
      sql: '-- concurrently\n-- Why.\ncreate index concurrently if not exists one_id on one (id);\n',
    };
    // The index waits for a writer that has begun, and keeps no later one waiting.
    const writer = await database.pool.connect();
    await writer.query('begin');
    await writer.query('insert into one values (1)');
    const runs = [run([one, index]), run([one, index]), run([one, index])];
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query(
          `select from pg_stat_activity where datname = current_database()
            and query like 'create index concurrently%' and wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBe(1);
    await database.pool.query('insert into one values (2)');
    await writer.query('commit');
    writer.release();
    expect((await Promise.all(runs)).flat()).toEqual([index.name]);
    const { rows } = await database.pool.query(
      "select indisvalid from pg_index where indexrelid = 'one_id'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it('that build indexes concurrently are taken up again where they ended, and hold nothing else', async () => {
    await run([one]);
    await database.pool.query('insert into one values (1), (1)');
    const index = {
      name: '0002_index.sql',
      sql: '-- concurrently\ncreate index concurrently if not exists extra_id on extra (id);\ncreate unique index concurrently if not exists one_id on one (id);\n',
    };
    await expect(run([one, index])).rejects.toThrow(/0002_index\.sql failed, and is taken up again.*one_id/);
    await database.pool.query('delete from one');
    expect(await run([one, index])).toEqual([index.name]);
    const { rows } = await database.pool.query('select bool_and(indisvalid) as valid from pg_index');
    expect(rows).toEqual([{ valid: true }]);
    const other = { name: '0003_other.sql', sql: '-- concurrently\nupdate one set id = 2;' };
    await expect(run([one, index, other])).rejects.toThrow(/0003_other\.sql.*not "update one set id = 2"/);
  });

  it('leave no lock and no setting behind', async () => {
    await run([one]);
    await expect(run([two])).rejects.toThrow('0001_one.sql');
    // The connection was told to close, and ends when PostgreSQL has read that.
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query(
          `select current_setting('statement_timeout') as timeout,
            (select count(*) from pg_locks where locktype = 'advisory'
              and database = (select oid from pg_database where datname = current_database())) as locks`,
        );
        return rows;
      })
      .toEqual([{ locks: 0, timeout: '10s' }]);
  });

  it('do not mind how line ends were checked out', () => {
    expect(checksum('a\r\nb\r\n')).toBe(checksum('a\nb\n'));
    expect(checksum('a\nb')).not.toBe(checksum('a\nc'));
  });
});

describe('our own files', () => {
  it('bring an empty database up to date, and again change nothing', async () => {
    const names = (await readMigrations()).map(migration => migration.name);
    expect(names[0]).toBe('0001_accounts.sql');
    expect(names).toEqual([...names].sort());
    expect(await migrate(database.pool, options)).toEqual(names);
    expect(await migrate(database.pool, options)).toEqual([]);
    expect(await tables()).toContain('sessions');
  });

  it('give each stored picture to the account that showed it first, and to no other', async () => {
    const all = await readMigrations();
    const owners = all.findIndex(migration => migration.name === '0021_picture_owners.sql');
    await run(all.slice(0, owners));
    const path = (letter: string) => `/pictures/${letter.repeat(32)}.webp`;
    const accounts: [string, string, string | null][] = [
      ['first', '2026-01-01', path('a')],
      ['copied', '2026-01-02', path('a')],
      ['alone', '2026-01-03', path('b')],
      ['elsewhere', '2026-01-04', 'https://pictures.example/a.png'],
      ['none', '2026-01-05', null],
    ];
    for (const row of accounts)
      await database.pool.query(
        `insert into accounts (id, pid, nickname, nickname_key, created_at, avatar_url)
          values (gen_random_uuid(), 'school', $1, $1, $2, $3)`,
        row,
      );
    await run(all);
    const { rows } = await database.pool.query(
      'select nickname, picture, avatar_url from accounts order by created_at',
    );
    expect(rows.map(row => [row.nickname, row.picture, row.avatar_url])).toEqual([
      ['first', 'a'.repeat(32), path('a')],
      ['copied', null, null],
      ['alone', 'b'.repeat(32), path('b')],
      ['elsewhere', null, 'https://pictures.example/a.png'],
      ['none', null, null],
    ]);
  });

  it('say since when page views of errors were counted: not before there was a count', async () => {
    const all = await readMigrations();
    const since = all.findIndex(migration => migration.name === '0071_pages_since.sql');
    await run(all.slice(0, since));
    const group = (id: string, firstSeen: string, pages: number) =>
      database.pool.query(
        `insert into error_groups (id, product, origin, name, message, culprit, frames, first_seen, last_seen, first_release, last_release, count, pages)
          values ($1, 'school', 'error', 'E', 'm', '', '[]', $2, $2, 'r1', 'r1', 9, $3)`,
        [id, firstSeen, pages],
      );
    await group('older', '2026-11-01T00:00:00Z', 3);
    await group('newer', '2026-11-22T00:00:00Z', 9);
    await group('uncounted', '2026-11-22T00:00:00Z', 0);
    await run(all);
    const { rows } = await database.pool.query('select id, pages_since from error_groups order by id');
    expect(rows).toEqual([
      { id: 'newer', pages_since: new Date('2026-11-22T00:00:00Z') },
      { id: 'older', pages_since: new Date(at) },
      { id: 'uncounted', pages_since: null },
    ]);
  });

  it('build indexes of tables that have rows while people write', async () => {
    // Of those up to 0057 writes to the table wait; they may not be edited any more.
    const later = (await readMigrations()).filter(({ name }) => name > '0058');
    const blocking = later.flatMap(({ name, sql }) =>
      [...sql.matchAll(/create (?:unique )?index (?!concurrently)\w+ on (\w+)/g)]
        .filter(([, table]) => !sql.includes(`create table ${table} (`))
        .map(([statement]) => `${name}: ${statement}`),
    );
    expect(blocking).toEqual([]);
  });

  it('are the SQL files of the folder alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rollcall-migrations-'));
    await expect(readMigrations(folder)).rejects.toThrow(/no migrations/);
    await cp(migrationsFolder, folder, { recursive: true });
    await writeFile(join(folder, 'notes.txt'), 'not SQL');
    expect(await readMigrations(folder)).toEqual(await readMigrations());
    await rm(folder, { recursive: true });
  });
});
