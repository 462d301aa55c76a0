/** A store on a ClickHouse for tests, with its positions and locks in the tests' PostgreSQL. */
import { randomUUID } from 'node:crypto';
import type { OpenDatabase } from '../../../../platform/database/connection.ts';
import { BatchRanges } from '../../partitions/batch-ranges.ts';
import { ClickHouseStore, type ClickHouseStoreOptions } from '../clickhouse-store.ts';
import { ErasureQueue } from '../erasure-queue.ts';
import { databaseLocks } from '../locks.ts';
import { clickHouseQuestions } from '../../queries/question-dialect.ts';
import { clickHouseStatements } from '../../queries/statements.ts';
import { bindQueries, type BoundQueries } from '../../../../features/usage/testing/bound-queries.ts';
import type { QueryClient } from '../../../../events/store/query-client.ts';
import { NOW } from '../../../../events/store/testing/events.ts';

/** The queries of a store whose clock stands at `NOW`. */
export const clickHouseQueries = (client: QueryClient): BoundQueries =>
  bindQueries({
    client,
    statements: clickHouseStatements,
    questions: clickHouseQuestions,
    now: () => NOW,
  });

/** @param database a new one, if it is not given */
export const testStore = (
  url: string,
  { db, connect }: Pick<OpenDatabase, 'db' | 'connect'>,
  now: () => number,
  more: Partial<ClickHouseStoreOptions> = {},
): ClickHouseStore =>
  new ClickHouseStore({
    url,
    database: `t${randomUUID().replaceAll('-', '')}`,
    cluster: undefined,
    ranges: new BatchRanges(db),
    locks: databaseLocks(connect),
    erasures: new ErasureQueue(db),
    now,
    ...more,
  });
