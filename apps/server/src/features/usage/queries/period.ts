/** The period of a query, and the points of its axis. */
import { usageDays } from '@rollcall/contract/console';
import { refuse } from '../../../platform/refusal.ts';
import { HOUR } from '../../../events/store/counting.ts';
import { addDays, dateAt, dayStart, type ZonePiece, zonePieces } from './zone.ts';

export type Step = 'hour' | 'day' | 'week' | 'month';

/** Days by default. */
const USUAL_DAYS = 28;

export interface PeriodParams {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly zone: string;
}

export interface Period {
  /** Milliseconds since 1970, at whole hours; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly zone: string;
}

/**
 * @param now milliseconds since 1970
 * @param longest days at most
 * @throws Refusal InvalidRequest by field: an unknown zone, days out of order, too many of them
 */
export const periodOf = (
  { from, to, zone }: PeriodParams,
  now: number,
  longest: number = usageDays.day,
): Period => {
  const last = to ?? dateAt(zone, now);
  const first = from ?? addDays(last, 1 - Math.min(USUAL_DAYS, longest));
  const days = Math.round((Date.parse(last) - Date.parse(first)) / (24 * HOUR)) + 1;
  if (days < 1) {
    throw refuse('InvalidRequest', { message: '"from" is after "to".', data: { field: 'from' } });
  }
  if (days > longest) {
    throw refuse('InvalidRequest', {
      message: `This query takes at most ${longest} days, not ${days}.`,
      data: { field: 'from' },
    });
  }
  return { from: dayStart(zone, first), to: dayStart(zone, addDays(last, 1)), zone };
};

/** The axis of a period: which point an hour belongs to, and what the points are called. */
export interface Axis {
  readonly step: Step;
  /** By which a store makes hours local. */
  readonly pieces: readonly ZonePiece[];
  /** Numbers of the first point and the last. */
  readonly first: number;
  readonly last: number;
  readonly names: readonly string[];
}

/** The number of the point that an hour belongs to. @param hour local, hours since 1970 */
const numberOfHour = (step: Step, hour: number): number => {
  if (step === 'hour') return hour;
  const day = Math.floor(hour / 24);
  if (step === 'day') return day;
  // 1970-01-01 was a Thursday; weeks begin on Mondays.
  if (step === 'week') return Math.floor((day + 3) / 7);
  const date = new Date(day * 24 * HOUR);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
};

const nameOf = (step: Step, point: number): string => {
  if (step === 'hour') return new Date(point * HOUR).toISOString().slice(0, 13);
  if (step === 'month') return new Date(Date.UTC(1970, point, 1)).toISOString().slice(0, 10);
  const day = step === 'day' ? point : point * 7 - 3;
  return new Date(day * 24 * HOUR).toISOString().slice(0, 10);
};

/** @param until where the axis ends, if it is later than the period (milliseconds since 1970) */
export const axisOf = ({ from, to, zone }: Period, step: Step, until: number = to): Axis => {
  const pieces = zonePieces(zone, from, until);
  const local = (time: number) =>
    Math.floor(time / HOUR) + (pieces.findLast(piece => piece.from <= time)?.hours ?? 0);
  const first = numberOfHour(step, local(from));
  const last = numberOfHour(step, local(to - 1));
  return {
    step,
    pieces,
    first,
    last,
    names: Array.from({ length: last - first + 1 }, (_, n) => nameOf(step, first + n)),
  };
};
