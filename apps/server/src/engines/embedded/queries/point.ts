/** The number of a point of the axis, in DuckDB's SQL. */
import { HOUR } from '../../../events/store/counting.ts';
import type { Axis, Step } from '../../../features/usage/queries/period.ts';
import type { ZonePiece } from '../../../features/usage/queries/zone.ts';

/** Hours since 1970 to the begin of a month, which is counted since 1970, too. */
const hoursTo = (month: number): number => Date.UTC(1970, month, 1) / HOUR;

const pointOfHour: Readonly<Record<Step, (hour: string, axis: Axis) => string>> = {
  hour: hour => hour,
  day: hour => `((${hour}) // 24)`,
  // 1970-01-01 was a Thursday; weeks begin on Mondays.
  week: hour => `(((${hour}) // 24 + 3) // 7)`,
  // Looking for a month among the few of the axis takes a tenth of working it out of a date.
  month: (hour, { first, last }) => {
    const months = Array.from({ length: last - first + 1 }, (_, n) => first + n);
    return `(case ${months.map(n => `when ${hour} < ${hoursTo(n + 1)} then ${n}`).join(' ')} end)`;
  },
};

const localHour = (pieces: readonly ZonePiece[], hour: string): string => {
  const [first, ...more] = pieces;
  let sql = `${hour} + ${first?.hours ?? 0}`;
  for (const piece of more) {
    sql = `case when ${hour} >= ${piece.from / HOUR} then ${hour} + ${piece.hours} else ${sql} end`;
  }
  return `(${sql})`;
};

/** @param hour SQL of hours since 1970, within the axis */
export const pointOf = (axis: Axis, hour: string): string =>
  pointOfHour[axis.step](localHour(axis.pieces, hour), axis);
