/** For tests: an embedded store in a folder of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duckQuestions } from '../../queries/question-dialect.ts';
import { duckStatements } from '../../queries/statements.ts';
import { bindQueries, type BoundQueries } from '../../../../features/usage/testing/bound-queries.ts';
import type { QueryClient } from '../../../../events/store/query-client.ts';
import { type DuckStore, openDuckStore } from '../duck-store.ts';
import type { Tested } from '../../../../events/store/testing/event-store.suite.ts';
import { NOW } from '../../../../events/store/testing/events.ts';

export const newStoreFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'rollcall-store-'));

/** Its clock stands at `NOW`. @param exports the folder of its files for other software */
export const openTestStore = (folder: string, memory = 256 * 2 ** 20, exports?: string): Promise<DuckStore> =>
  openDuckStore({ folder, memory, exports, log: { info() {}, warn() {}, error() {} }, now: () => NOW });

/** The queries of a store whose clock stands at `NOW`. */
export const duckQueries = (client: QueryClient): BoundQueries =>
  bindQueries({ client, statements: duckStatements, questions: duckQuestions, now: () => NOW });

const tested = async (folder: string): Promise<Tested> => {
  const store = await openTestStore(folder);
  return {
    store,
    queries: duckQueries(store),
    kill: async () => {
      store.process?.kill('SIGKILL');
      await store.close();
      return tested(folder);
    },
    remove: async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export const testedDuckStore = async (): Promise<Tested> => tested(await newStoreFolder());
