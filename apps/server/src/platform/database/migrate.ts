/** Applies the SQL files of `migrations` in the order of their names. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Logger } from 'pino';

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** Beside this file in the sources, and beside the bundle that the build makes of it. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Key of the advisory lock under which migrations run. */
const LOCK = 7_665_527_001;

/** Milliseconds between two attempts at the lock: a statement that waited for it would keep an index from being finished. */
const AGAIN = 200;
/** Attempts after which the log says what is waited for: 5 seconds. */
const SAID_AFTER = 25;

/** The first line of a migration that builds or drops indexes while people write: it has no transaction, and each statement may be repeated. */
const CONCURRENTLY = '-- concurrently\n';
const OF_INDEX =
  /^(?:create (?:unique )?index concurrently if not exists (\w+) on [^;]+|drop index concurrently if exists \w+)$/;

/** Reads the migrations of a folder, in order. */
export const readMigrations = async (folder = migrationsFolder): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort();
  if (names.length === 0) throw new Error(`There are no migrations in ${folder}.`);
  return Promise.all(names.map(async name => ({ name, sql: await readFile(join(folder, name), 'utf8') })));
};

/** SHA-256 of the text with LF line ends, so that it does not depend on the checkout. */
export const checksum = (sql: string): string =>
  createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');

/**
 * Applies missing migrations, each with its record in one transaction, except those that build indexes concurrently. Servers that start
 * concurrently wait for an advisory lock.
 *
 * @returns the names of the migrations applied now
 * @throws Error before any change if an applied migration's text differs, or is unknown (the database of a newer server);
 *   Error naming the migration if its SQL fails, which is rolled back, or taken up again at the next start where it builds indexes concurrently
 */
export const migrate = async (
  pool: pg.Pool,
  { log, now, migrations }: { log: Logger; now: () => number; migrations?: readonly Migration[] },
): Promise<string[]> => {
  const wanted = migrations ?? (await readMigrations());
  const client = await pool.connect();
  try {
    // Waiting for another server's migrations, or a long migration, may take minutes.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await locked(client, log);
    await client.query(
      'create table if not exists migrations ' +
        '(name text primary key, checksum text not null, applied_at timestamptz not null)',
    );
    const missing = compare(wanted, await appliedIn(client));
    for (const migration of missing) {
      if (migration.sql.startsWith(CONCURRENTLY.trim()))
        log.info({ migration: migration.name }, 'building indexes while people write: this may take long');
      await apply(client, migration, new Date(now()));
      log.info({ migration: migration.name }, 'migration applied');
    }
    return missing.map(migration => migration.name);
  } finally {
    // Closes the connection, which releases the lock and resets the timeout.
    client.release(true);
  }
};

const appliedIn = async (client: pg.PoolClient): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations order by name',
  );
  return new Map(rows.map(row => [row.name, row.checksum]));
};

const compare = (wanted: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] => {
  const known = new Set(wanted.map(migration => migration.name));
  const unknown = [...applied.keys()].filter(name => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `The database holds migrations that this version does not know: ${unknown.join(', ')}. ` +
        'It was used by a newer server; start that one, or restore a backup from before.',
    );
  }
  const changed = wanted.filter(({ name, sql }) => applied.has(name) && applied.get(name) !== checksum(sql));
  if (changed.length > 0) {
    throw new Error(
      `Migrations that were applied have changed since: ${changed.map(({ name }) => name).join(', ')}. ` +
        'A migration is never edited once it ran; put the text back and add a new file.',
    );
  }
  return wanted.filter(({ name }) => !applied.has(name));
};

const locked = async (client: pg.PoolClient, log: Logger): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCK]);
    if (rows[0]?.got) return;
    if (attempt === SAID_AFTER) log.info('waiting for another server that brings the database up to date');
    await setTimeout(AGAIN);
  }
};

const record = (client: pg.PoolClient, { name, sql }: Migration, at: Date) =>
  client.query('insert into migrations (name, checksum, applied_at) values ($1, $2, $3)', [
    name,
    checksum(sql),
    at,
  ]);

const apply = async (client: pg.PoolClient, migration: Migration, at: Date): Promise<void> => {
  const { name } = migration;
  const sql = migration.sql.replaceAll('\r\n', '\n');
  if (sql.startsWith(CONCURRENTLY)) return applyConcurrently(client, migration, sql, at);
  try {
    await client.query('begin');
    await client.query(sql);
    await record(client, migration, at);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed and was undone: ${(error as Error).message}`, { cause: error });
  }
};

/** What was interrupted is an index that is not valid: it is dropped and built again. */
const applyConcurrently = async (
  client: pg.PoolClient,
  migration: Migration,
  sql: string,
  at: Date,
): Promise<void> => {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map(statement => statement.trim())
    .filter(statement => statement !== '');
  try {
    const other = statements.find(statement => !OF_INDEX.test(statement));
    if (other !== undefined)
      throw new Error(
        `only "create index concurrently if not exists" and "drop index concurrently if exists" may stand in it, not "${other}"`,
      );
    for (const statement of statements) {
      const [, index] = OF_INDEX.exec(statement) ?? [];
      if (index !== undefined && (await isInvalid(client, index)))
        await client.query(`drop index concurrently if exists ${index}`);
      await client.query(statement);
    }
    await record(client, migration, at);
  } catch (error) {
    throw new Error(
      `Migration ${migration.name} failed, and is taken up again at the next start: ${(error as Error).message}`,
      { cause: error },
    );
  }
};

const isInvalid = async (client: pg.PoolClient, index: string): Promise<boolean> => {
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  return rows.length > 0;
};
