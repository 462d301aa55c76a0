/** What operators ask of the monitoring, and the rules of its alerts. */
import * as v from 'valibot';
import { done } from '../answers.ts';
import { PID } from '../fields.ts';
import { metrics, resourceElements } from '../monitor.ts';
import type { ConsoleCall } from './call.ts';
import { cursor, limit, moment, pageOf, queryNumber } from './page.ts';

/** Milliseconds since 1970. */
const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(8_640_000_000_000_000));
const count = v.pipe(v.number(), v.minValue(0));
const product = v.pipe(v.string(), v.regex(PID));
const release = v.pipe(v.string(), v.regex(/^[\w.+-]{1,64}$/));
const page = v.pipe(v.string(), v.maxLength(200));
/** A share, 0 to 1. */
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** Days that one question may span. */
export const MONITOR_DAYS = 31;
const DAY = 86_400_000;

const range = { product, from: moment, to: moment };
const inOrder = <T extends { from: number; to: number }>(): v.GenericValidation<T> =>
  v.forward(
    v.check<T, string>(
      ({ from, to }) => from < to && to - from <= MONITOR_DAYS * DAY,
      `"from" is before "to", by ${MONITOR_DAYS} days at most`,
    ),
    // biome-ignore lint: valibot's path type cannot follow the generic key
    ['from'] as never,
  );

/** Good, in need of improvement, poor: by the thresholds of web-vitals. */
export const ratings = ['good', 'needs-improvement', 'poor'] as const;
export type Rating = (typeof ratings)[number];

/** A value up to the first is good, one above the second is poor; ms, but CLS. */
export const vitalThresholds = {
  LCP: [2500, 4000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  TTFB: [800, 1800],
  FCP: [1800, 3000],
} as const;
export type Vital = keyof typeof vitalThresholds;
export const vitals = Object.keys(vitalThresholds) as readonly Vital[];

export const groupStatuses = ['open', 'resolved', 'ignored'] as const;
export type GroupStatus = (typeof groupStatuses)[number];

const groupId = v.pipe(v.string(), v.regex(/^[\da-f]{32}$/));
const group = v.object({
  id: groupId,
  product,
  name: v.string(),
  message: v.string(),
  /** Where it happens: the first frame of our own. */
  culprit: v.string(),
  status: v.picklist(groupStatuses),
  first_seen: time,
  last_seen: time,
  first_release: v.string(),
  last_release: v.string(),
  count,
  /** When a resolved one came back in a newer release. */
  regressed_at: v.nullable(time),
});
export type ErrorGroup = v.InferOutput<typeof group>;

const frame = v.object({
  function: v.string(),
  /** The source's path, or the script's where no source map was found. */
  file: v.string(),
  line: v.number(),
  column: v.number(),
  /** Of this site, not of a library. */
  own: v.boolean(),
  /** Read through a source map. */
  mapped: v.boolean(),
});
export type ReadableFrame = v.InferOutput<typeof frame>;

export const alertKinds = ['error-rate', 'failed-share', 'vital', 'call-latency'] as const;
export type AlertKind = (typeof alertKinds)[number];

const ruleFields = {
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  product,
  kind: v.picklist(alertKinds),
  /**
   * What is measured. `error-rate`: an error group's id or `*`. `failed-share`, `call-latency`: a call as the console
   * shows it (`POST /path`) or `*`. `vital`: one of `vitals`.
   */
  target: v.pipe(v.string(), v.minLength(1), v.maxLength(240)),
  /** Of `vital` and `call-latency`: which percentile, 0.5 to 0.99. */
  percentile: v.pipe(v.number(), v.minValue(0.5), v.maxValue(0.99)),
  /** Fires above it: errors a minute; a share, 0 to 1; ms (CLS: without a unit). */
  threshold: v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000)),
  /** Minutes that are looked back. */
  window: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1440)),
  /** With fewer samples in the window nothing is judged. */
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
    // biome-ignore lint: valibot's path type cannot follow the generic key
    ['target'] as never,
  );
const ruleInput = v.pipe(v.object(ruleFields), targetFits());
export type AlertRuleInput = v.InferOutput<typeof ruleInput>;

const ruleId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const rule = v.object({
  id: ruleId,
  ...ruleFields,
  changed_at: time,
  /** When the episode that goes on began; null: all is well. */
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
  /** What was measured when it began. */
  value: v.number(),
  /** The worst that was measured. */
  worst: v.number(),
  threshold: v.number(),
  /** How far the webhook's messages got; `none`: there is no webhook. */
  delivery: v.picklist(deliveryStates),
});
export type AlertEpisode = v.InferOutput<typeof episode>;

const latency = {
  p50: v.nullable(v.number()),
  p75: v.nullable(v.number()),
  p95: v.nullable(v.number()),
  p99: v.nullable(v.number()),
};

export const getCallHealth = {
  summary: 'How calls went, as browsers saw them: outcomes and latency by call.',
  method: 'GET',
  path: '/console/v1/monitor/calls',
  role: 'viewer',
  query: v.pipe(v.object({ ...range, release: v.optional(release) }), inOrder()),
  answer: v.object({
    calls: v.array(
      v.object({
        /** `POST /path`. */
        call: v.string(),
        total: count,
        succeeded: count,
        /** HTTP 400-499. */
        business: count,
        /** HTTP 500-599, or 601, 602, 604. */
        failed: count,
        /** 603: called off by the page. */
        aborted: count,
        /** Of those that were not called off. */
        success_share: v.nullable(share),
        /** By status or code, the most frequent first. */
        statuses: v.array(v.object({ status: v.number(), count })),
        ...latency,
      }),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

export const getVitals = {
  summary: 'Web vitals by page and release, against their thresholds.',
  method: 'GET',
  path: '/console/v1/monitor/vitals',
  role: 'viewer',
  query: v.pipe(v.object({ ...range, release: v.optional(release) }), inOrder()),
  answer: v.object({
    vitals: v.array(
      v.object({
        page,
        release: v.string(),
        metric: v.picklist(metrics),
        samples: count,
        p75: v.number(),
        /** By p75; null: a metric without thresholds. */
        rating: v.nullable(v.picklist(ratings)),
        good: count,
        needs_improvement: count,
        poor: count,
      }),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

/** What groups can be ordered by. */
export const groupOrders = ['last_seen', 'first_seen', 'count'] as const;
export type GroupOrder = (typeof groupOrders)[number];

export const listErrorGroups = {
  summary: 'Groups of the same script error, found by words and in an order, a page at a time.',
  method: 'GET',
  path: '/console/v1/monitor/errors',
  role: 'viewer',
  query: v.object({
    product,
    status: v.optional(v.picklist(groupStatuses)),
    /**
     * Words, each of which stands in the group's name, message or place, or is its id, the beginning of a release it was
     * seen in, or, beginning with `/`, stands in the name of a page where it happened in the last 31 days.
     */
    q: v.optional(v.pipe(v.string(), v.regex(/^[^\p{C}]{0,200}$/u))),
    sort: v.optional(v.picklist(groupOrders), 'last_seen'),
    order: v.optional(v.picklist(['descending', 'ascending']), 'descending'),
    limit,
    cursor,
  }),
  answer: pageOf(group),
  refusals: [],
} as const satisfies ConsoleCall;

export const getErrorGroup = {
  summary: 'One group: its readable stack, its releases, and how often it happened over time.',
  method: 'GET',
  path: '/console/v1/monitor/errors/group',
  role: 'viewer',
  query: v.pipe(v.object({ id: groupId, from: moment, to: moment }), inOrder()),
  answer: v.object({
    group,
    origin: v.string(),
    frames: v.array(frame),
    releases: v.array(v.object({ release: v.string(), first_seen: time, last_seen: time, count })),
    /** Milliseconds that one point of `counts` spans. */
    step: v.number(),
    counts: v.array(v.object({ at: time, count })),
    pages: v.array(v.object({ page, count })),
  }),
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const setErrorGroupStatus = {
  summary: 'Resolves, ignores or opens a group. A resolved one opens by itself when a newer release has it.',
  method: 'POST',
  path: '/console/v1/monitor/errors/status',
  role: 'admin',
  act: 'monitor.error-status',
  body: v.object({ id: groupId, status: v.picklist(groupStatuses) }),
  answer: group,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const getResourceFailures = {
  summary: 'What could not be loaded: chunks by their numbers, scripts, styles, pictures.',
  method: 'GET',
  path: '/console/v1/monitor/resources',
  role: 'viewer',
  query: v.pipe(v.object(range), inOrder()),
  answer: v.object({
    resources: v.array(
      v.object({
        element: v.picklist(resourceElements),
        address: v.string(),
        /** Empty where it is no chunk. */
        chunk: v.string(),
        count,
        timeouts: count,
        pages: v.array(page),
        releases: v.array(v.string()),
        last_seen: time,
      }),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

export const listAlertRules = {
  summary: 'The rules of the alerts, and which are firing.',
  method: 'GET',
  path: '/console/v1/monitor/rules',
  role: 'viewer',
  answer: v.object({ rules: v.array(rule), webhook: v.boolean() }),
  refusals: [],
} as const satisfies ConsoleCall;

export const createAlertRule = {
  summary: 'Adds a rule.',
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
    'Replaces a rule. An episode that goes on ends where the rule changed what it measures or was switched off.',
  method: 'PUT',
  path: '/console/v1/monitor/rules',
  role: 'admin',
  act: 'monitor.rule-change',
  body: v.pipe(v.object({ id: ruleId, ...ruleFields }), targetFits()),
  answer: rule,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const deleteAlertRule = {
  summary: 'Takes a rule away, with its episodes.',
  method: 'DELETE',
  path: '/console/v1/monitor/rules',
  role: 'admin',
  act: 'monitor.rule-delete',
  query: v.object({ id: queryNumber(1, 999_999_999_999_999) }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const listAlertEpisodes = {
  summary: 'The last hundred times that an alert fired.',
  method: 'GET',
  path: '/console/v1/monitor/episodes',
  role: 'viewer',
  query: v.object({ product }),
  answer: v.object({ episodes: v.array(episode) }),
  refusals: [],
} as const satisfies ConsoleCall;

export const listMonitorProducts = {
  summary: 'The products whose pages report, by their codes.',
  method: 'GET',
  path: '/console/v1/monitor/products',
  role: 'viewer',
  answer: v.object({ products: v.array(v.string()) }),
  refusals: [],
} as const satisfies ConsoleCall;

export const monitorConsoleCalls = {
  listMonitorProducts,
  getCallHealth,
  getVitals,
  listErrorGroups,
  getErrorGroup,
  setErrorGroupStatus,
  getResourceFailures,
  listAlertRules,
  createAlertRule,
  changeAlertRule,
  deleteAlertRule,
  listAlertEpisodes,
} as const satisfies Record<string, ConsoleCall>;

export type MonitorConsoleCalls = typeof monitorConsoleCalls;
