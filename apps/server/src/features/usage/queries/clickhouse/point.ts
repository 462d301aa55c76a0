/** The number of a point of the axis, in ClickHouse's SQL. */
import { HOUR } from '../../../../events/store/tables.ts';
import type { Axis, Step } from '../period.ts';
import type { ZonePiece } from '../zone.ts';

const day = (hour: string): string => `intDiv(${hour}, 24)`;
const date = (hour: string): string => `addDays(toDate32('1970-01-01'), ${day(hour)})`;

const pointOfHour: Readonly<Record<Step, (hour: string) => string>> = {
  hour: hour => hour,
  day,
  // 1970-01-01 was a Thursday; weeks begin on Mondays.
  week: hour => `intDiv(${day(hour)} + 3, 7)`,
  month: hour => `((toYear(${date(hour)}) - 1970) * 12 + toMonth(${date(hour)}) - 1)`,
};

const localHour = (pieces: readonly ZonePiece[], hour: string): string => {
  const [first, ...more] = pieces;
  const cases = more.toReversed().flatMap(piece => [`${hour} >= ${piece.from / HOUR}`, String(piece.hours)]);
  const ahead = first?.hours ?? 0;
  return cases.length === 0 ? `(${hour} + ${ahead})` : `(${hour} + multiIf(${cases.join(', ')}, ${ahead}))`;
};

/** @param hour SQL of hours since 1970 */
export const pointOf = ({ step, pieces }: Axis, hour: string): string =>
  pointOfHour[step](localHour(pieces, hour));
