/**
 * Test setup: one embedded PostgreSQL per test run, started by vitest before the first file. Tests create databases on it, which
 * is faster than a cluster each, as copies of a migrated one, which is faster than migrating each.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from './embedded/supervisor.ts';
import { connectionUrl } from './embedded/testing/connection-url.ts';
import { migrate } from './migrate.ts';

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

/** The migrated database of the run's PostgreSQL, which tests copy. */
export const TEMPLATE = 'migrated';

/** Makes TEMPLATE, and lets no commit wait for the disk: nothing of this PostgreSQL outlives the run. */
const prepare = async (url: string): Promise<void> => {
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  await server.query(`create database ${TEMPLATE}`);
  await server.query('alter role current_user set synchronous_commit = off');
  await server.end();
  const place = new URL(url);
  place.pathname = `/${TEMPLATE}`;
  const pool = new pg.Pool({ connectionString: place.href, max: 1 });
  await migrate(pool, { log: pino({ enabled: false }), now: Date.now });
  await pool.end();
};

/** Called once by vitest in its main process. @returns the teardown */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-tests-'));
  // Files run side by side, some with several servers: each has its own pool.
  const running = await startEmbeddedDatabase({ folder, log: silentLog, connections: 300 });
  const url = connectionUrl(running.connection);
  await prepare(url);
  project.provide('database', url);
  return async () => {
    await running.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
};
