/** A store on a ClickHouse for tests, with its positions and locks in the tests' PostgreSQL. */
import { randomUUID } from 'node:crypto';
import type { OpenDatabase } from '../../../../platform/database/connection.ts';
import { BatchRanges } from '../../partitions/batch-ranges.ts';
import { ClickHouseStore, type ClickHouseStoreOptions } from '../clickhouse-store.ts';
import { ErasureQueue } from '../erasure-queue.ts';
import { databaseLocks } from '../locks.ts';

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
