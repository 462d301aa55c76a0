/** The number of a point of the axis, in DuckDB's SQL. */
import { HOUR } from '../../../../events/store/tables.ts';
import type { Axis, Step } from '../period.ts';
import type { ZonePiece } from '../zone.ts';

const pointOfHour: Readonly<Record<Step, (hour: string) => string>> = {
  hour: hour => hour,
  day: hour => `((${hour}) // 24)`,
  // 1970-01-01 was a Thursday; weeks begin on Mondays.
  week: hour => `(((${hour}) // 24 + 3) // 7)`,
  month: hour => `date_diff('month', date '1970-01-01', date '1970-01-01' + ((${hour}) // 24)::integer)`,
};

const localHour = (pieces: readonly ZonePiece[], hour: string): string => {
  const [first, ...more] = pieces;
  let sql = `${hour} + ${first?.hours ?? 0}`;
  for (const piece of more) {
    sql = `case when ${hour} >= ${piece.from / HOUR} then ${hour} + ${piece.hours} else ${sql} end`;
  }
  return `(${sql})`;
};

/** @param hour SQL of hours since 1970 */
export const pointOf = ({ step, pieces }: Axis, hour: string): string =>
  pointOfHour[step](localHour(pieces, hour));
