/** Opens ClickHouse as an installation's event store. */
import type { Kysely } from 'kysely';
import { createQueryMetrics } from '../../events/store/query-metrics.ts';
import { retentionJobs } from '../../events/store/retention.ts';
import { SharedQueries } from '../../events/store/shared-queries.ts';
import type { OpenEventStore } from '../../features/usage/event-store.ts';
import type { EventStoreSettings } from '../../features/usage/settings.ts';
import type { Connect } from '../../platform/database/connection.ts';
import type { Database } from '../../platform/database/schema.ts';
import { BatchRanges } from './partitions/batch-ranges.ts';
import { clickHouseQuestions } from './queries/question-dialect.ts';
import { clickHouseStatements } from './queries/statements.ts';
import { ClickHouseStore } from './store/clickhouse-store.ts';
import { ClickHouseSql } from './sql/clickhouse-sql.ts';
import { createSqlViews, sqlDatabase } from './sql/views.ts';
import { ClickHouse } from './store/client.ts';
import { clickHouseDialect } from './store/dialect.ts';
import { ErasureQueue } from './store/erasure-queue.ts';
import { databaseLocks } from './store/locks.ts';

/** Milliseconds between two looks for ids of erased events that need not be known any longer. */
const COMPACT_EVERY = 24 * 3_600_000;

export interface ClickHouseOptions {
  readonly db: Kysely<Database>;
  /** Opens a connection outside the pool. */
  readonly connect: Connect;
  readonly now: () => number;
  readonly settings: Extract<EventStoreSettings, { readonly kind: 'clickhouse' }>;
  readonly keepDays: number;
  /** The key that people are named with where SQL is asked. */
  readonly key: () => Promise<string>;
}

export const openClickHouse = ({
  db,
  connect,
  now,
  settings,
  keepDays,
  key,
}: ClickHouseOptions): OpenEventStore => {
  const ranges = new BatchRanges(db);
  const erasures = new ErasureQueue(db);
  const store = new ClickHouseStore({ ...settings, ranges, locks: databaseLocks(connect), erasures, now });
  const sql = (url: string) =>
    new ClickHouseSql({
      url,
      database: sqlDatabase(settings.database),
      now,
      prepare: async () => {
        await store.start();
        const client = new ClickHouse(settings);
        try {
          await createSqlViews(client, settings, await key());
        } finally {
          await client.close();
        }
      },
    });
  return {
    store,
    ...(settings.sqlUrl === undefined ? {} : { sql: sql(settings.sqlUrl) }),
    client: new SharedQueries({ client: store }),
    dialect: clickHouseDialect,
    statements: clickHouseStatements,
    questions: clickHouseQuestions,
    ...createQueryMetrics(() => store.bytes()),
    jobs: [
      ...retentionJobs(store, keepDays),
      {
        name: 'forget ids of erased usage events',
        everyMs: COMPACT_EVERY,
        scope: 'installation',
        run: () => store.compact(),
      },
    ],
    loadedTo: async identity => (await ranges.position(0, identity)).loadedTo,
  };
};
