/** The number of a point of the axis, in ClickHouse's SQL. */
import { HOUR } from '../../../events/store/counting.ts';
import type { Axis, Step } from '../../../features/usage/queries/period.ts';
import type { ZonePiece } from '../../../features/usage/queries/zone.ts';

const date = (day: string): string => `addDays(toDate32('1970-01-01'), ${day})`;

type DayStep = Exclude<Step, 'hour'>;

const ofDay: Readonly<Record<DayStep, (day: string) => string>> = {
  day: day => day,
  // 1970-01-01 was a Thursday; weeks begin on Mondays.
  week: day => `intDiv(${day} + 3, 7)`,
  month: day => `((toYear(${date(day)}) - 1970) * 12 + toMonth(${date(day)}) - 1)`,
};

const localHour = (pieces: readonly ZonePiece[], hour: string): string => {
  const [first, ...more] = pieces;
  const cases = more.toReversed().flatMap(piece => [`${hour} >= ${piece.from / HOUR}`, String(piece.hours)]);
  const ahead = first?.hours ?? 0;
  return cases.length === 0 ? `(${hour} + ${ahead})` : `(${hour} + multiIf(${cases.join(', ')}, ${ahead}))`;
};

/** @param hour SQL of hours since 1970 */
export const pointOf = ({ step, pieces }: Axis, hour: string): string => {
  const local = localHour(pieces, hour);
  return step === 'hour' ? local : ofDay[step](`intDiv(${local}, 24)`);
};
