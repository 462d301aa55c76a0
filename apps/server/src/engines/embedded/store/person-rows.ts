/**
 * Reads rows of `events` of a few persons in some hours. A statement for each person and range is what the database answers from the blocks
 * that hold them: it looks at other columns only where a single value matches, which it does not do for lists of values or of rows.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TimeRange } from './hour-ranges.ts';

/** Ranges of a person: to look through the persons of some hours more takes less time than another statement. */
export const RANGES = 8;

export interface PersonRanges {
  readonly person: bigint;
  readonly ranges: readonly TimeRange[];
}

/** @param into a table @param select a SELECT of `events` up to its condition, which follows */
export const insertRowsOf = async (
  writer: DuckDBConnection,
  into: string,
  select: string,
  persons: readonly PersonRanges[],
): Promise<void> => {
  for (const { person, ranges } of persons) {
    for (const { from, to } of ranges)
      await writer.run(
        `insert into ${into} ${select} person = ${person} and time >= ${from} and time < ${to}`,
      );
  }
};
