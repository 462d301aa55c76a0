/** Opens the event store that the configuration names, with the queries in its SQL. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { SharedQueries } from '../events/store/shared-queries.ts';
import { duckDialect } from '../engines/embedded/store/dialect.ts';
import { createQueryMetrics, folderBytes } from '../events/store/query-metrics.ts';
import { DuckStore } from '../engines/embedded/store/duck-store.ts';
import { retentionJobs } from '../events/store/retention.ts';
import { duckQuestions } from '../engines/embedded/queries/question-dialect.ts';
import { duckStatements } from '../engines/embedded/queries/statements.ts';
import type { OpenEventStore } from '../features/usage/event-store.ts';
import type { Connect } from '../platform/database/connection.ts';
import type { Database } from '../platform/database/schema.ts';
import { openDataKey } from '../platform/database/data-key.ts';
import { withPackages } from '../platform/optional-packages.ts';
import type { Config } from './config.ts';

interface Context {
  readonly db: Kysely<Database>;
  /** Opens a connection outside the pool. */
  readonly connect: Connect;
  readonly now: () => number;
  readonly log: Logger;
  readonly config: Pick<Config, 'data' | 'secret' | 'usage'>;
}

/** The key that people are named with in the nightly files and where SQL is asked. */
export const usageFilesKey = async ({
  db,
  secret,
}: {
  readonly db: Kysely<Database>;
  readonly secret: Config['secret'];
}): Promise<string> => (await openDataKey({ db, secret }, 'usage files')).toString('hex');

export const openEventStore = async ({ db, connect, now, log, config }: Context): Promise<OpenEventStore> => {
  const { store: settings, keepDays, storeBytes, exportFolder } = config.usage;
  if (settings.kind === 'clickhouse') {
    // One machine does without it.
    const { openClickHouse } = await withPackages(
      'ROLLCALL_CLICKHOUSE_URL',
      ['@clickhouse/client'],
      () => import('../engines/cluster/open-store.ts'),
    );
    return openClickHouse({
      db,
      connect,
      now,
      settings,
      keepDays,
      key: () => usageFilesKey({ db, secret: config.secret }),
    });
  }
  const folder = join(config.data, 'usage/store');
  const store = new DuckStore({ folder, memory: storeBytes, exports: exportFolder, log, now });
  return {
    store,
    client: new SharedQueries({ client: store, version: () => store.version }),
    dialect: duckDialect,
    statements: duckStatements,
    questions: duckQuestions,
    ...createQueryMetrics(() => folderBytes(folder)),
    jobs: retentionJobs(store, keepDays),
    // Do not start the store's process if there is no store yet.
    loadedTo: async identity => (existsSync(folder) ? (await store.position(0, identity)).loadedTo : 0),
  };
};
