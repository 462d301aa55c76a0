/**
 * Reads rows of `events` of a few persons in some hours. A statement for each person and range is what the database answers from the blocks
 * that hold them: it looks at other columns only where a single value matches, which it does not do for lists of values or of rows.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TimeRange } from './hour-ranges.ts';

/** Persons above whom one statement for all takes less time. */
export const FEW = 20;
/** Ranges of a person. */
export const RANGES = 100;

export interface PersonRanges {
  readonly person: bigint;
  readonly ranges: readonly TimeRange[];
}

/** The conditions that find them, one for each person and range. */
export const conditionsOf = (persons: readonly PersonRanges[]): readonly string[] =>
  persons.flatMap(({ person, ranges }) =>
    ranges.map(({ from, to }) => `person = ${person} and time >= ${from} and time < ${to}`),
  );

/** @param into a table @param select a SELECT of `events` up to its condition, which follows */
export const insertRowsOf = async (
  writer: DuckDBConnection,
  into: string,
  select: string,
  persons: readonly PersonRanges[],
): Promise<void> => {
  for (const condition of conditionsOf(persons))
    await writer.run(`insert into ${into} ${select} ${condition}`);
};
