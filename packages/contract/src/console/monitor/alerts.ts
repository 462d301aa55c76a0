/** Alert rules and their episodes. */
import * as v from 'valibot';
import { done } from '../../answers.ts';
import type { ConsoleCall } from '../call.ts';
import { queryNumber } from '../page.ts';
import { time, product } from './fields.ts';
import { vitals } from './health.ts';

export const alertKinds = ['error-rate', 'failed-share', 'vital', 'call-latency'] as const;

export type AlertKind = (typeof alertKinds)[number];

const ruleFields = {
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  product,
  kind: v.picklist(alertKinds),
  /**
   * The measured object. `error-rate`: an error group's id or `*`. `failed-share`, `call-latency`: a call such as
   * `POST /path`, or `*`. `vital`: one of `vitals`.
   */
  target: v.pipe(v.string(), v.minLength(1), v.maxLength(240)),
  /** The percentile of `vital` and `call-latency`, 0.5 to 0.99. */
  percentile: v.pipe(v.number(), v.minValue(0.5), v.maxValue(0.99)),
  /** The alert fires above it: errors a minute, a fraction from 0 to 1, or milliseconds (CLS has no unit). */
  threshold: v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000)),
  /** The evaluated period in minutes. */
  window: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1440)),
  /** Minimum samples in the window; with fewer the rule is not evaluated. */
  least: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  enabled: v.boolean(),
};

const fits = (kind: AlertKind, target: string, threshold: number): boolean => {
  if (kind === 'vital') return vitals.some(vital => vital === target);
  if (kind === 'error-rate') return target === '*' || /^[\da-f]{32}$/.test(target);
  return (target === '*' || /^[A-Z]{1,16} \S+$/.test(target)) && (kind !== 'failed-share' || threshold < 1);
};

const targetFits = <
  T extends { kind: AlertKind; target: string; threshold: number },
>(): v.GenericValidation<T> =>
  v.forward(
    v.check<T, string>(
      ({ kind, target, threshold }) => fits(kind, target, threshold),
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

const deliveryStates = ['none', 'waiting', 'delivered', 'given-up'] as const;

const episode = v.object({
  id: v.number(),
  rule: ruleId,
  name: v.string(),
  began_at: time,
  ended_at: v.nullable(time),
  /** The value at its beginning. */
  value: v.number(),
  /** The worst value. */
  worst: v.number(),
  threshold: v.number(),
  /** The state of the webhook's messages; `none`: no webhook is configured. */
  delivery: v.picklist(deliveryStates),
});

export type AlertEpisode = v.InferOutput<typeof episode>;

export const listAlertRules = {
  summary: 'The alert rules, and which of them fire.',
  method: 'GET',
  path: '/console/v1/monitor/rules',
  role: 'viewer',
  answer: v.object({ rules: v.array(rule), webhook: v.boolean() }),
  refusals: [],
} as const satisfies ConsoleCall;

export const createAlertRule = {
  summary: 'Adds an alert rule.',
  method: 'POST',
  path: '/console/v1/monitor/rules',
  role: 'admin',
  act: 'monitor.rule-create',
  body: ruleInput,
  answer: rule,
  refusals: ['IllegalOperation'],
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

export const listAlertEpisodes = {
  summary: 'The last hundred episodes of alerts.',
  method: 'GET',
  path: '/console/v1/monitor/episodes',
  role: 'viewer',
  query: v.object({ product }),
  answer: v.object({ episodes: v.array(episode) }),
  refusals: [],
} as const satisfies ConsoleCall;
