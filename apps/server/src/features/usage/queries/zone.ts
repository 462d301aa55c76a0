/** Time zones: the UTC hours of a local day. Rollups are kept by the hour, so offsets are whole hours. */
import { refuse } from '../../../platform/refusal.ts';
import { HOUR } from '../../../events/store/counting.ts';

const DAY = 24 * HOUR;

/** From `from` (milliseconds since 1970) on, clocks are this many hours ahead of UTC. */
export interface ZonePiece {
  readonly from: number;
  readonly hours: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** Number of cached zones; there are about 600 names. */
const ZONES = 1000;

const formatOf = (zone: string): Intl.DateTimeFormat => {
  let format = formats.get(zone);
  if (!format) {
    try {
      format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    } catch {
      throw refuse('InvalidRequest', {
        message: `The time zone "${zone}" is not known.`,
        data: { field: 'zone' },
      });
    }
    if (formats.size >= ZONES) formats.clear();
    formats.set(zone, format);
  }
  return format;
};

/**
 * Hours that a zone is ahead of UTC at a time.
 * @throws Refusal InvalidRequest (`zone`) where the zone is unknown, or not whole hours from UTC then
 */
export const offsetAt = (zone: string, time: number): number => {
  const name = formatOf(zone)
    .formatToParts(time)
    .find(part => part.type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name ?? '') ?? [];
  if (minutes !== undefined && minutes !== '00') {
    throw refuse('InvalidRequest', {
      message: `The time zone "${zone}" is not whole hours from UTC; sums are kept by the hour.`,
      data: { field: 'zone' },
    });
  }
  return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * Number(hours);
};

/** Changes of the offset within a period, in order; the first piece begins with the period. */
export const zonePieces = (zone: string, from: number, to: number): readonly ZonePiece[] => {
  const pieces: ZonePiece[] = [{ from, hours: offsetAt(zone, from) }];
  for (let at = from; at < to; at += DAY) {
    const hours = pieces.at(-1)?.hours ?? 0;
    const next = Math.min(to, at + DAY);
    const later = offsetAt(zone, next);
    if (later === hours) continue;
    // Clocks change at a whole hour of UTC; find it.
    let [before, after] = [Math.floor(at / HOUR), Math.ceil(next / HOUR)];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(zone, middle * HOUR) === hours) before = middle;
      else after = middle;
    }
    pieces.push({ from: after * HOUR, hours: later });
  }
  return pieces;
};

/** When a day of the calendar (2026-11-21) begins there, in milliseconds since 1970. */
export const dayStart = (zone: string, date: string): number => {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Twice: the offset at the first guess may be the one of the other side of a change.
  const guess = midnight - offsetAt(zone, midnight) * HOUR;
  const start = midnight - offsetAt(zone, guess) * HOUR;
  // If clocks go forward at midnight, local midnight does not exist, and the day begins an hour later.
  return dateAt(zone, start) === date ? start : start + HOUR;
};

/** The day of the calendar there. */
export const dateAt = (zone: string, time: number): string =>
  new Date(time + offsetAt(zone, time) * HOUR).toISOString().slice(0, 10);

/** The date so many days later. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
