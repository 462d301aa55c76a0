/** How long something has not happened: events of a product, sign-ins of the installation. */
import type { AbsenceKind } from '@rollcall/contract/console';
import { SCHOOL_OFFSET } from '../../platform/school-zone.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Sources of the times, in milliseconds since 1970; undefined: never. */
export interface Absences {
  /** @param key an event's key, or `*`. A time after `to`, of a clock that ran ahead, does not count. */
  readonly lastEvent: (product: string, key: string, from: number, to: number) => Promise<number | undefined>;
  readonly lastSignIn: () => Promise<number | undefined>;
  /** Milliseconds that the event store is behind what was acknowledged. @throws Error where it can't be told now */
  readonly lag: () => Promise<number>;
  /** When this process started: before, nothing could be reported. */
  readonly started: number;
}

/** An open episode of a rule. */
export interface OpenAbsence {
  readonly began_at: Date;
  /** The rule's minutes when it began. */
  readonly threshold: number;
}

export interface AbsenceRule {
  readonly kind: AbsenceKind;
  readonly product: string;
  readonly target: string;
  /** Minutes. */
  readonly threshold: number;
  readonly hour_from: number | null;
  readonly hour_to: number | null;
  readonly changed_at: Date;
}

/**
 * Where the present run of hours began.
 * @returns undefined outside of the hours; minus infinity for a rule that counts always
 */
const hoursSince = (
  at: number,
  { hour_from: from, hour_to: to }: Pick<AbsenceRule, 'hour_from' | 'hour_to'>,
): number | undefined => {
  if (from === null || to === null) return Number.NEGATIVE_INFINITY;
  const midnight = Math.floor((at + SCHOOL_OFFSET) / DAY) * DAY - SCHOOL_OFFSET;
  const hour = (at - midnight) / HOUR;
  const today = midnight + from * HOUR;
  if (from < to) return hour >= from && hour < to ? today : undefined;
  if (hour >= from) return today;
  return hour < to ? today - DAY : undefined;
};

/** An absence that is longer is not measured more exactly. */
const LOOKED_BACK = 2;
/** Milliseconds that the clocks of two machines may differ. */
const SKEW = MINUTE;

/**
 * Minutes since the last event or sign-in. They count from the beginning of the rule's hours at most, and of this process; from when the
 * rule was set up where there never was one. An open episode ends only by an event after its beginning, at any hour.
 * @param open the rule's open episode
 * @returns undefined where it can't be told: outside of the hours, or while events wait to be loaded
 */
export const minutesAbsent = async (
  sources: Absences,
  rule: AbsenceRule,
  at: number,
  open?: OpenAbsence,
): Promise<number | undefined> => {
  const hours = hoursSince(at, rule);
  if (hours === undefined && !open) return undefined;
  const threshold = rule.threshold * MINUTE;
  if (rule.kind === 'no-events' && (await sources.lag()) > Math.min(threshold, MINUTE)) return undefined;
  const from = open ? open.began_at.getTime() : at - LOOKED_BACK * threshold - DAY;
  const found =
    rule.kind === 'no-events'
      ? await sources.lastEvent(rule.product, rule.target, from, at + SKEW)
      : await sources.lastSignIn();
  const last = found !== undefined && found <= at + SKEW ? found : undefined;
  if (open && (last === undefined || last < from)) return open.threshold + (at - from) / MINUTE;
  const begin = Math.max(hours ?? from, from, sources.started);
  const since = Math.max(last ?? rule.changed_at.getTime(), begin);
  return Math.max(0, (at - since) / MINUTE);
};
