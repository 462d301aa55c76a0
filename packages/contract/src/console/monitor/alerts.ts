/** Alert rules and their episodes. */
import * as v from 'valibot';
import { done } from '../../answers.ts';
import type { ConsoleCall } from '../call.ts';
import { VISIBLE } from '../../fields.ts';
import { queryNumber } from '../page.ts';
import { channelId } from './alert-channels.ts';
import { time, product } from './fields.ts';
import { vitals } from './health.ts';

/** What an alert can watch. */
export const alertKinds = [
  'error-rate',
  'failed-share',
  'vital',
  'call-latency',
  'no-events',
  'no-sign-ins',
] as const;

export type AlertKind = (typeof alertKinds)[number];

/** Kinds that measure how many minutes ago something happened last. */
export const absenceKinds = ['no-events', 'no-sign-ins'] as const satisfies readonly AlertKind[];
export type AbsenceKind = (typeof absenceKinds)[number];
/**
 * Whether an alert watches for something that does not come.
 * @example isAbsence('no-events');
 * @see `docs/monitoring.md`
 */
export const isAbsence = (kind: AlertKind): kind is AbsenceKind =>
  absenceKinds.some(absence => absence === kind);

/** Kinds whose threshold has a default that operators set; that of `vital` depends on the metric. */
const defaultedKinds = [
  'error-rate',
  'failed-share',
  'call-latency',
  'no-events',
  'no-sign-ins',
] as const satisfies readonly AlertKind[];
/** The thresholds that new rules begin with, in the units of rules. */
export type AlertDefaults = Readonly<Record<(typeof defaultedKinds)[number], number>>;

/** Least and most minutes of an absence. */
export const absenceMinutes = [5, 10_080] as const;

const hour = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
/** Hours of the day in China Standard Time (UTC+8), `to` exclusive; `from` after `to` spans midnight. */
const hours = v.pipe(
  v.object({ from: hour(0, 23), to: hour(1, 24) }),
  v.check(({ from, to }) => from !== to, 'the hours are none'),
);
export type AlertHours = v.InferOutput<typeof hours>;

/**
 * Whether an absence of so many minutes fits into the hours, without which it could never be measured.
 * @example fitsHours(60, { from: 8, to: 22 });
 * @see `docs/monitoring.md`
 */
export const fitsHours = (minutes: number, hours: AlertHours | null): boolean =>
  hours === null || minutes < ((hours.to - hours.from + 24) % 24 || 24) * 60;

const ruleFields = {
  name: v.pipe(v.string(), v.trim(), v.regex(VISIBLE), v.maxLength(100)),
  product,
  kind: v.picklist(alertKinds),
  /**
   * The measured object. `error-rate`: an error group's id or `*`. `failed-share`, `call-latency`: a call such as
   * `POST /path`, or `*`. `vital`: one of `vitals`. `no-events`: an event's key, or `*`. `no-sign-ins`: `*`, all of the
   * installation, whatever the product.
   */
  target: v.pipe(v.string(), v.minLength(1), v.maxLength(240)),
  /** The percentile of `vital` and `call-latency`, 0.5 to 0.99. */
  percentile: v.pipe(v.number(), v.minValue(0.5), v.maxValue(0.99)),
  /**
   * The alert fires above it: errors a minute, a fraction from 0 to 1, milliseconds (CLS has no unit), or minutes since the
   * last event or sign-in (5 to 10,080).
   */
  threshold: v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000)),
  /** The evaluated period in minutes; without effect on absences. */
  window: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1440)),
  /** Minimum samples in the window; with fewer the rule is not evaluated. Without effect on absences. */
  least: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  /** When an absence counts, more than `threshold` minutes; null: always, and for all other kinds. Silence before `from` does not count. */
  hours: v.nullable(hours),
  /** The channel that its messages go to; null: the configured webhook. */
  channel: v.nullable(channelId),
  enabled: v.boolean(),
};

const fits = (kind: AlertKind, target: string, threshold: number, within: AlertHours | null): boolean => {
  if (isAbsence(kind)) {
    const [least, most] = absenceMinutes;
    return (
      (kind === 'no-events' || target === '*') &&
      threshold >= least &&
      threshold <= most &&
      fitsHours(threshold, within)
    );
  }
  if (kind === 'vital') return vitals.some(vital => vital === target);
  if (kind === 'error-rate') return target === '*' || /^[\da-f]{32}$/.test(target);
  return (target === '*' || /^[A-Z]{1,16} \S+$/.test(target)) && (kind !== 'failed-share' || threshold < 1);
};

const targetFits = <
  T extends { kind: AlertKind; target: string; threshold: number; hours: AlertHours | null },
>(): v.GenericValidation<T> =>
  v.forward(
    v.check<T, string>(
      rule => fits(rule.kind, rule.target, rule.threshold, rule.hours),
      'the target (or the threshold) does not fit the kind',
    ),
    // valibot's path type cannot follow a generic key.
    ['target'] as never,
  );

const ruleInput = v.pipe(v.object(ruleFields), targetFits());

export type AlertRuleInput = v.InferOutput<typeof ruleInput>;

const ruleId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const rule = v.object({
  id: ruleId,
  ...ruleFields,
  changed_at: time,
  /** The beginning of the current episode; null: the alert does not fire. */
  firing_since: v.nullable(time),
});

export type AlertRule = v.InferOutput<typeof rule>;

export const deliveryStates = ['none', 'waiting', 'delivered', 'given-up'] as const;

/**
 * `resolved`: measured below the threshold. `no-data`: there was nothing to measure any more, which is no recovery.
 * `changed`: the rule was disabled or measures something else.
 */
const episodeEnds = ['resolved', 'no-data', 'changed'] as const;
export type EpisodeEnd = (typeof episodeEnds)[number];

const episode = v.object({
  id: v.number(),
  rule: ruleId,
  name: v.string(),
  began_at: time,
  ended_at: v.nullable(time),
  /** Why it ended; null: it goes on, or ended before this was recorded. */
  ended_by: v.nullable(v.picklist(episodeEnds)),
  /** The value at its beginning. */
  value: v.number(),
  /** The worst value. */
  worst: v.number(),
  threshold: v.number(),
  /** The state of its messages; `none`: there is neither a channel nor a webhook. */
  delivery: v.picklist(deliveryStates),
});

export type AlertEpisode = v.InferOutput<typeof episode>;

export const listAlertRules = {
  summary: 'The alert rules, and which of them fire.',
  method: 'GET',
  path: '/console/v1/monitor/rules',
  role: 'viewer',
  answer: v.object({
    rules: v.array(rule),
    /** The thresholds that new rules begin with. */
    defaults: v.object(v.entriesFromList(defaultedKinds, v.number())),
    /** Whether a webhook is configured, which gets the messages of rules without a channel. */
    webhook: v.boolean(),
    /** Origins that webhooks of channels may have; none is told to other roles than admins. */
    origins: v.array(v.string()),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

export const createAlertRule = {
  summary: 'Adds an alert rule. Refused if its channel does not exist.',
  method: 'POST',
  path: '/console/v1/monitor/rules',
  role: 'admin',
  act: 'monitor.rule-create',
  body: ruleInput,
  answer: rule,
  refusals: ['IllegalOperation', 'NotFound'],
} as const satisfies ConsoleCall;

export const changeAlertRule = {
  summary:
    'Replaces an alert rule. Ends its current episode if the rule is disabled or measures something else.',
  method: 'PUT',
  path: '/console/v1/monitor/rules',
  role: 'admin',
  act: 'monitor.rule-change',
  body: v.pipe(v.object({ id: ruleId, ...ruleFields }), targetFits()),
  answer: rule,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const deleteAlertRule = {
  summary: 'Deletes an alert rule and its episodes.',
  method: 'DELETE',
  path: '/console/v1/monitor/rules',
  role: 'admin',
  act: 'monitor.rule-delete',
  query: v.object({ id: queryNumber(1, 999_999_999_999_999) }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const testAlertRule = {
  summary:
    'Sends a test message of a rule to where its messages go, at once, and answers how it went. Refused if that is nowhere.',
  method: 'POST',
  path: '/console/v1/monitor/rules/test',
  role: 'admin',
  act: 'monitor.rule-test',
  body: v.object({ id: ruleId }),
  /** `failure` is what the receiver answered, or why it was not reached; null: delivered. */
  answer: v.object({ failure: v.nullable(v.string()) }),
  refusals: ['NotFound', 'IllegalOperation', 'TooManyAttempts'],
} as const satisfies ConsoleCall;

export const listAlertEpisodes = {
  summary: 'The last hundred episodes of alerts.',
  method: 'GET',
  path: '/console/v1/monitor/episodes',
  role: 'viewer',
  query: v.object({ product }),
  answer: v.object({ episodes: v.array(episode) }),
  refusals: [],
} as const satisfies ConsoleCall;
