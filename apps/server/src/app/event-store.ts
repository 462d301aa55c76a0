/** Opens the event store that the configuration names, with the queries in its SQL. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Offset } from '../events/log/event-log.ts';
import { SharedQueries } from '../events/store/shared-queries.ts';
import type { Dialect } from '../events/store/dialect.ts';
import { duckDialect } from '../engines/embedded/store/dialect.ts';
import { createQueryMetrics, folderBytes, type QueryMetrics } from '../events/store/query-metrics.ts';
import { DuckStore } from '../engines/embedded/store/duck-store.ts';
import type { EventStore } from '../events/store/event-store.ts';
import type { QueryClient } from '../events/store/query-client.ts';
import { retentionJobs } from '../events/store/retention.ts';
import { duckStatements } from '../engines/embedded/queries/statements.ts';
import type { UsageStatements } from '../features/usage/queries/statements.ts';
import type { SampleStore } from '../features/usage/sample/sample-data.ts';
import type { Connect } from '../platform/database/connection.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Job } from '../platform/jobs/scheduler.ts';
import { withPackages } from '../platform/optional-packages.ts';
import type { Config } from './config.ts';

export interface OpenEventStore extends QueryMetrics {
  readonly store: EventStore & QueryClient & SampleStore;
  /** Answers questions that are asked again from the answers before. */
  readonly client: QueryClient;
  readonly dialect: Dialect;
  readonly statements: UsageStatements;
  readonly jobs: readonly Job[];
  /** The offset that the embedded event log of an identity goes on at, if it is empty. */
  readonly loadedTo: (log: string) => Promise<Offset>;
}

interface Context {
  readonly db: Kysely<Database>;
  /** Opens a connection outside the pool. */
  readonly connect: Connect;
  readonly now: () => number;
  readonly log: Logger;
  readonly config: Pick<Config, 'data' | 'usage'>;
}

/** Milliseconds between two looks for ids of erased events that need not be known any longer. */
const COMPACT_EVERY = 24 * 3_600_000;

export const openEventStore = async ({ db, connect, now, log, config }: Context): Promise<OpenEventStore> => {
  const { store: settings, keepDays, storeBytes } = config.usage;
  if (settings.kind === 'clickhouse') {
    // Only what is used is loaded: a start with the embedded store is shorter without it.
    const [
      { BatchRanges },
      { ClickHouseStore },
      { ErasureQueue },
      { databaseLocks },
      { clickHouseDialect },
      { clickHouseStatements },
    ] = await withPackages('ROLLCALL_CLICKHOUSE_URL', ['@clickhouse/client'], () =>
      Promise.all([
        import('../engines/cluster/partitions/batch-ranges.ts'),
        import('../engines/cluster/store/clickhouse-store.ts'),
        import('../engines/cluster/store/erasure-queue.ts'),
        import('../engines/cluster/store/locks.ts'),
        import('../engines/cluster/store/dialect.ts'),
        import('../engines/cluster/queries/statements.ts'),
      ]),
    );
    const ranges = new BatchRanges(db);
    const erasures = new ErasureQueue(db);
    const store = new ClickHouseStore({ ...settings, ranges, locks: databaseLocks(connect), erasures, now });
    return {
      store,
      client: new SharedQueries({ client: store }),
      dialect: clickHouseDialect,
      statements: clickHouseStatements,
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
  }
  const folder = join(config.data, 'usage/store');
  const store = new DuckStore({ folder, memory: storeBytes, log, now });
  return {
    store,
    client: new SharedQueries({ client: store, version: () => store.version }),
    dialect: duckDialect,
    statements: duckStatements,
    ...createQueryMetrics(() => folderBytes(folder)),
    jobs: retentionJobs(store, keepDays),
    // Do not start the store's process if there is no store yet.
    loadedTo: async identity => (existsSync(folder) ? (await store.position(0, identity)).loadedTo : 0),
  };
};
