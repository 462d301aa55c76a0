/** The embedded PostgreSQL with a database for each server that is measured. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../../apps/server/src/platform/database/embedded/supervisor.ts';

export interface BenchPostgres {
  /** Of its first process, whose descendants serve the connections. */
  readonly pid: number;
  /** Holds the cluster; may hold the servers' data folders. */
  readonly folder: string;
  /** Makes a database. @returns its URL */
  create(name: string): Promise<string>;
  /** One connection to a database that was made. */
  pool(name: string): pg.Pool;
  /** Stops it and removes the folder. */
  remove(): Promise<void>;
}

export const startBenchPostgres = async (section: string): Promise<BenchPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), `rollcall-${section}-`));
  const database = await startEmbeddedDatabase({
    folder,
    log: { info() {}, warn() {}, error: console.error },
  });
  const { host, port, user, password } = database.connection;
  const pool = (name: string) => {
    const opened = new pg.Pool({ ...database.connection, database: name, max: 1 });
    // The database is stopped at the end, perhaps before an idle connection has said goodbye.
    opened.on('error', () => {});
    return opened;
  };
  const admin = pool(database.connection.database);
  const { rows } = await admin.query<{ folder: string }>(
    "select current_setting('data_directory') as folder",
  );
  return {
    pid: Number(readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]),
    folder,
    create: async name => {
      await admin.query(`create database ${name}`);
      return `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
    },
    pool,
    remove: async () => {
      await admin.end();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
