/**
 * What operators ask of the usage events. Every question is a GET, so that an address holds the whole of it.
 *
 * A person is a user id, else a device, else a page life: whoever signs in later counts as another person. Events are
 * those of the library's kinds custom, view and click unless a kind is named.
 */
import * as v from 'valibot';
import { usageLimits } from '../events/index.ts';
import type { ConsoleCall } from './call.ts';
import { count, queryNumber, text, time } from './page.ts';

/** The longest period, in days. */
export const usageDays = { hour: 31, day: 400, week: 1100, month: 1100, rows: 400 } as const;
/** Milliseconds between the first step of a funnel and its last: at most, and unless told. */
export const funnelWindow = { least: 1000, most: 30 * 86_400_000, usual: 86_400_000 } as const;
export const funnelLength = { least: 2, most: 10 } as const;
/** What of an event names a series: a fact, or `data.` and a field of `biz_data`. */
export const usageFacts = ['platform', 'key', 'language', 'network', 'resolution', 'library'] as const;
/** Widths of a page in CSS pixels by which clicks are told apart: below 600, below 1200, wider. */
export const widthClasses = ['narrow', 'medium', 'wide'] as const;
/** Columns of a heat map, and the height of its rows in CSS pixels. */
export const heatmapGrid = { columns: 50, row: 20, cells: 5000 } as const;

const productText = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string(),
  /* @__PURE__ */ v.minLength(1),
  /* @__PURE__ */ v.maxLength(64),
);
const factText = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string(),
  /* @__PURE__ */ v.minLength(1),
  /* @__PURE__ */ v.maxLength(128),
);
const keyText = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string(),
  /* @__PURE__ */ v.minLength(1),
  /* @__PURE__ */ v.maxLength(1024),
);

/** A day of the calendar, like 2026-11-21. */
const date = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string(),
  /* @__PURE__ */ v.regex(/^20\d\d-\d\d-\d\d$/),
  /* @__PURE__ */ v.check(
    day => new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day,
    'A day of the calendar, like 2026-11-21.',
  ),
);

const presence = ['with', 'without', 'only'] as const;
/** Whether rows of a kind are counted. */
export type Counted = (typeof presence)[number];

const who = {
  product: /* @__PURE__ */ v.optional(productText),
  platform: /* @__PURE__ */ v.optional(factText),
  /** Made by `npm run sample`. */
  sample: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(presence), 'with'),
  bots: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(presence), 'without'),
  /** Reported by a page outside production. */
  dev: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(presence), 'with'),
} as const;

const filter = {
  ...who,
  /** The first day. Absent: 27 days before `to`. */
  from: /* @__PURE__ */ v.optional(date),
  /** The last day, taken whole. Absent: today. */
  to: /* @__PURE__ */ v.optional(date),
  /** Whose days these are, by its IANA name; whole hours from UTC. */
  zone: /* @__PURE__ */ v.optional(
    /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^[A-Za-z][\w+/-]{0,63}$/)),
    'Asia/Shanghai',
  ),
} as const;

/** Names of the kinds of events (`eventKind`). */
export const usageKinds = ['custom', 'view', 'click', 'consent', 'dropped'] as const;
export type UsageKind = (typeof usageKinds)[number];
const kind = /* @__PURE__ */ v.picklist(usageKinds);

/** What every answer says of the period that it counted. */
const counted = {
  /** Milliseconds since 1970: the period's beginning, and its end, exclusive. */
  from: time,
  to: time,
  /** Sample data is among what was counted. */
  sample: /* @__PURE__ */ v.boolean(),
} as const;
/** Rows are kept for a time; where the period reaches further back, the answer holds no more than this. */
const kept = {
  ...counted,
  /** Null where the whole period is kept. */
  rows_from: /* @__PURE__ */ v.nullable(time),
} as const;

/** The form of a point in time on an axis: 2026-11-21 for days, weeks (their Monday) and months (their first), 2026-11-21T08 for hours. */
const points = /* @__PURE__ */ v.array(text);
const values = /* @__PURE__ */ v.array(/* @__PURE__ */ v.number());

export interface FunnelStep {
  readonly kind: 'custom' | 'view' | 'click';
  readonly key: string;
}
const stepKinds = ['custom', 'view', 'click'] as const;

/** A funnel's steps as one text for an address: `custom:lesson.open,view:%2Fcourse`. */
export const writeSteps = (steps: readonly FunnelStep[]): string =>
  steps.map(({ kind, key }) => `${kind}:${encodeURIComponent(key)}`).join(',');

/** The steps of such a text; undefined where it is none. */
export const readSteps = (given: string): readonly FunnelStep[] | undefined => {
  const steps: FunnelStep[] = [];
  for (const part of given.split(',')) {
    const [name, rest, ...more] = part.split(':');
    const known = stepKinds.find(one => one === name);
    if (!known || !rest || more.length > 0) return undefined;
    try {
      const key = decodeURIComponent(rest);
      if (!key || key.length > 1024) return undefined;
      steps.push({ kind: known, key });
    } catch {
      return undefined;
    }
  }
  return steps;
};

const steps = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string(),
  /* @__PURE__ */ v.maxLength(32_768),
  /* @__PURE__ */ v.check(given => {
    const read = readSteps(given);
    return read !== undefined && read.length >= funnelLength.least && read.length <= funnelLength.most;
  }, `${funnelLength.least} to ${funnelLength.most} steps, like custom:lesson.open,view:%2Fcourse.`),
  /* @__PURE__ */ v.transform(given => readSteps(given) ?? []),
);

const base = '/console/v1/usage';
const row = { method: 'GET', role: 'viewer', refusals: [] } as const;

export const getUsageScope = {
  ...row,
  summary:
    'What there is to ask about: products, platforms, since when, and whether sample data is among it.',
  path: `${base}/scope`,
  answer: /* @__PURE__ */ v.object({
    products: /* @__PURE__ */ v.array(text),
    platforms: /* @__PURE__ */ v.array(text),
    events: count,
    /** The hour of the first event and of the last; null where there is none. */
    first: /* @__PURE__ */ v.nullable(time),
    last: /* @__PURE__ */ v.nullable(time),
    sample: /* @__PURE__ */ v.boolean(),
  }),
} as const satisfies ConsoleCall;

export const getUsageTrend = {
  ...row,
  summary:
    'How often, by how many people or for how long, over time; also split by a fact or a field of biz_data.',
  path: `${base}/trend`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    step: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(['hour', 'day', 'week', 'month']), 'day'),
    kind: /* @__PURE__ */ v.optional(kind),
    key: /* @__PURE__ */ v.optional(keyText),
    measure: /* @__PURE__ */ v.optional(
      /* @__PURE__ */ v.picklist(['events', 'people', 'duration']),
      'events',
    ),
    by: /* @__PURE__ */ v.optional(
      /* @__PURE__ */ v.union([
        /* @__PURE__ */ v.picklist(usageFacts),
        /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/^data\..{1,64}$/u)),
      ]),
    ),
    /** Series of their own; the rest is one. */
    top: /* @__PURE__ */ v.optional(/* @__PURE__ */ queryNumber(1, 20), 8),
  }),
  answer: /* @__PURE__ */ v.object({
    ...kept,
    points,
    /** The largest first; `name` is null where an event has no such value. Without `by` there is one. */
    series: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({
        name: /* @__PURE__ */ v.nullable(text),
        total: /* @__PURE__ */ v.number(),
        values,
      }),
    ),
    /** All that have no series of their own; null where there are none. */
    others: /* @__PURE__ */ v.nullable(
      /* @__PURE__ */ v.object({ total: /* @__PURE__ */ v.number(), values }),
    ),
  }),
} as const satisfies ConsoleCall;

export const getUsageLive = {
  ...row,
  summary: 'The last 30 minutes by minute, who was active in the last five, and what they do.',
  path: `${base}/live`,
  query: /* @__PURE__ */ v.object(who),
  answer: /* @__PURE__ */ v.object({
    ...counted,
    /** People of the last five minutes. */
    active: count,
    minutes: /* @__PURE__ */ v.array(/* @__PURE__ */ v.object({ at: time, events: count, people: count })),
    /** The most frequent of these 30 minutes. */
    keys: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({ kind, key: text, events: count, people: count }),
    ),
  }),
} as const satisfies ConsoleCall;

export const getUsageUsers = {
  ...row,
  summary:
    'How many people there were in each day, week or month, and how many of them for the first time ever.',
  path: `${base}/users`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    step: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(['day', 'week', 'month']), 'day'),
  }),
  answer: /* @__PURE__ */ v.object({
    ...counted,
    points,
    people: values,
    new: values,
    /** In the whole period, each once. */
    total: count,
    total_new: count,
  }),
} as const satisfies ConsoleCall;

export const getUsageFunnel = {
  ...row,
  summary:
    'How many people did the first step in the period, then the second, and so on, in order and within a time.',
  path: `${base}/funnel`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    steps,
    /** Milliseconds from the first step to the last. */
    window: /* @__PURE__ */ v.optional(
      /* @__PURE__ */ queryNumber(funnelWindow.least, funnelWindow.most),
      funnelWindow.usual,
    ),
  }),
  answer: /* @__PURE__ */ v.object({
    ...kept,
    steps: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({
        kind,
        key: text,
        people: count,
        /** Milliseconds from the first step, at each person's quickest; null where nobody came so far, and for the first. */
        median: /* @__PURE__ */ v.nullable(/* @__PURE__ */ v.number()),
      }),
    ),
  }),
} as const satisfies ConsoleCall;

export const getUsageRetention = {
  ...row,
  summary: 'Of those who came for the first time in a day or week, how many came back in each one after.',
  path: `${base}/retention`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    step: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(['day', 'week']), 'week'),
    /** How many days or weeks after. */
    length: /* @__PURE__ */ v.optional(/* @__PURE__ */ queryNumber(1, 30), 12),
  }),
  answer: /* @__PURE__ */ v.object({
    ...counted,
    cohorts: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({
        point: text,
        people: count,
        /** From the day or week itself (all of them) on; only those that have begun. */
        back: values,
      }),
    ),
  }),
} as const satisfies ConsoleCall;

export const getUsageTime = {
  ...row,
  summary:
    'How long timed events lasted, by key: how often, sum, median and the 90th percentile, the longest sum first.',
  path: `${base}/time`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    top: /* @__PURE__ */ v.optional(/* @__PURE__ */ queryNumber(1, 200), 50),
  }),
  answer: /* @__PURE__ */ v.object({
    ...counted,
    keys: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({
        kind,
        key: text,
        events: count,
        /** Milliseconds; median and p90 are right within 2.5 %. */
        sum: /* @__PURE__ */ v.number(),
        median: /* @__PURE__ */ v.number(),
        p90: /* @__PURE__ */ v.number(),
      }),
    ),
  }),
} as const satisfies ConsoleCall;

export const getUsagePaths = {
  ...row,
  summary:
    'From which page people go to which, the most frequent first; half an hour without a page ends a path.',
  path: `${base}/paths`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    /** Only moves from this page or to it. */
    page: /* @__PURE__ */ v.optional(keyText),
    top: /* @__PURE__ */ v.optional(/* @__PURE__ */ queryNumber(1, 200), 50),
  }),
  answer: /* @__PURE__ */ v.object({
    ...kept,
    moves: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({
        /** Null: the path begins here. */
        from_page: /* @__PURE__ */ v.nullable(text),
        /** Null: the path ends here. */
        to_page: /* @__PURE__ */ v.nullable(text),
        moves: count,
      }),
    ),
    /** Of all moves, those not listed too. */
    total: count,
  }),
} as const satisfies ConsoleCall;

export const getUsageHeatmap = {
  ...row,
  summary:
    "Where on a page people click, in cells of a fiftieth of the page's width and 20 pixels of height.",
  path: `${base}/heatmap`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    page: keyText,
    width: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(widthClasses)),
  }),
  answer: /* @__PURE__ */ v.object({
    ...kept,
    clicks: count,
    /** Clicks by the page's width, whichever is asked for. */
    widths: /* @__PURE__ */ v.object({ narrow: count, medium: count, wide: count }),
    /** CSS pixels of the page's height: the median of the clicks'. */
    height: count,
    /** The fullest first, at most 5000: column (0 to 49), row from the top, clicks. */
    cells: /* @__PURE__ */ v.array(/* @__PURE__ */ v.tuple([count, count, count])),
    /** There are more cells than that. */
    more: /* @__PURE__ */ v.boolean(),
  }),
} as const satisfies ConsoleCall;

export const listUsageKeys = {
  ...row,
  summary: 'The keys that occurred, the most frequent first; also those that hold a text.',
  path: `${base}/keys`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    kind: /* @__PURE__ */ v.optional(kind),
    search: /* @__PURE__ */ v.optional(
      /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.maxLength(usageLimits.key)),
    ),
    top: /* @__PURE__ */ v.optional(/* @__PURE__ */ queryNumber(1, 500), 100),
  }),
  answer: /* @__PURE__ */ v.object({
    ...counted,
    keys: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({ kind, key: text, events: count, timed: count, last: time }),
    ),
  }),
} as const satisfies ConsoleCall;

export const listUsageProperties = {
  ...row,
  summary:
    "The fields of a key's biz_data, out of its last 5000 events: how many bear them, and the commonest values.",
  path: `${base}/properties`,
  query: /* @__PURE__ */ v.object({
    ...filter,
    kind: /* @__PURE__ */ v.optional(kind, 'custom'),
    key: keyText,
  }),
  answer: /* @__PURE__ */ v.object({
    ...kept,
    /** Events that were looked at. */
    events: count,
    properties: /* @__PURE__ */ v.array(
      /* @__PURE__ */ v.object({
        name: text,
        events: count,
        /** Different values. */
        values: count,
        /** At most five. */
        common: /* @__PURE__ */ v.array(text),
      }),
    ),
  }),
} as const satisfies ConsoleCall;

export const usageConsoleCalls = {
  getUsageScope,
  getUsageTrend,
  getUsageLive,
  getUsageUsers,
  getUsageFunnel,
  getUsageRetention,
  getUsageTime,
  getUsagePaths,
  getUsageHeatmap,
  listUsageKeys,
  listUsageProperties,
} as const satisfies Record<string, ConsoleCall>;
export type UsageConsoleCalls = typeof usageConsoleCalls;
