/**
 * Test setup: one embedded PostgreSQL per test run, started by vitest before the first file. Tests create databases on it, which
 * is faster than a cluster each.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Connection } from './embedded/postmaster.ts';
import { startEmbeddedDatabase } from './embedded/supervisor.ts';

/** The host may be a socket folder, so it is encoded. */
const urlOf = ({ host, port, user, password, database }: Connection): string =>
  `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`;

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** Called once by vitest in its main process. @returns the teardown */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-tests-'));
  const running = await startEmbeddedDatabase({ folder, log: quiet });
  project.provide('database', urlOf(running.connection));
  return async () => {
    await running.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
};
