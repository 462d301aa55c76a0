/**
 * For tests: one embedded PostgreSQL for a whole run, started by vitest before the first file. Each test makes a database of
 * its own on it, which takes a fraction of the time that a cluster takes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Connection } from './embedded/postmaster.ts';
import { startEmbeddedDatabase } from './embedded/supervisor.ts';

/** The host of a URL may be a socket's folder: it is encoded whole. */
const urlOf = ({ host, port, user, password, database }: Connection): string =>
  `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`;

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** Called by vitest, once, in its main process. @returns what is called when the last file is through */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-tests-'));
  const running = await startEmbeddedDatabase({ folder, log: quiet });
  project.provide('database', urlOf(running.connection));
  return async () => {
    await running.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
};
