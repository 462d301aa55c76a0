/**
 * Test setup: one embedded PostgreSQL per test run, started by vitest before the first file. Tests create databases on it, which
 * is faster than a cluster each.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from './embedded/supervisor.ts';
import { connectionUrl } from './embedded/testing/connection-url.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** Called once by vitest in its main process. @returns the teardown */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-tests-'));
  const running = await startEmbeddedDatabase({ folder, log: quiet });
  project.provide('database', connectionUrl(running.connection));
  return async () => {
    await running.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
};
