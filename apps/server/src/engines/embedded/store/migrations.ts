/**
 * The form of the store's file, as numbered steps. A new file takes all of them, an older one those that it lacks, so both end alike.
 * A step that was released is never changed. The number of the last step taken stands in `meta` under `schema`.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { inTransaction } from './statements.ts';
import { baseSchema } from './migrations/0001-base.ts';
import { knownIdsAndNames } from './migrations/0002-known-ids-and-names.ts';
import { joins } from './migrations/0003-joins.ts';
import { deviceUsers } from './migrations/0004-device-users.ts';
import { identified } from './migrations/0005-identified.ts';
import { derivedAndPeople } from './migrations/0006-derived-and-people.ts';
import { setMeta } from './meta.ts';

/** The statements of each step; step n leads from version n to version n + 1. */
const steps: readonly (readonly string[])[] = [
  baseSchema,
  knownIdsAndNames,
  joins,
  deviceUsers,
  identified,
  derivedAndPeople,
];

/** The version of a file that took every step; a file of a later version is not opened. */
export const SCHEMA = steps.length;

/**
 * Takes the steps that a file lacks, each with its number in one transaction.
 * @param version of the file; 0 for an empty one
 */
export const migrate = async (writer: DuckDBConnection, version: number): Promise<void> => {
  for (const [index, statements] of steps.entries()) {
    if (index < version) continue;
    await inTransaction(writer, async () => {
      for (const statement of statements) await writer.run(statement);
      await setMeta(writer, 'schema', index + 1);
    });
  }
};
