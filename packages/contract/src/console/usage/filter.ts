/** The parts that the queries of usage share: filters, periods, and the periods of answers. */
import * as v from 'valibot';
import { text, time } from '../page.ts';

/** The longest period, in days. */
export const usageDays = { hour: 31, day: 400, week: 1100, month: 1100, rows: 400 } as const;

/** Names of the kinds of events (`eventKind`). */
export const usageKinds = ['custom', 'view', 'click', 'consent', 'dropped'] as const;

export type UsageKind = (typeof usageKinds)[number];

export const kind = /* @__PURE__ */ v.picklist(usageKinds);

/** What of an event names a series: a fact, or `data.` and a field of `biz_data`. */
export const usageFacts = ['platform', 'key', 'language', 'network', 'resolution', 'library'] as const;

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

export const keyText = /* @__PURE__ */ v.pipe(
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

export const who = {
  product: /* @__PURE__ */ v.optional(productText),
  platform: /* @__PURE__ */ v.optional(factText),
  /** Made by `npm run sample`. */
  sample: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(presence), 'with'),
  bots: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(presence), 'without'),
  /** Reported by a page outside production. */
  dev: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.picklist(presence), 'with'),
} as const;

export const filter = {
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

/** What every answer says of the period that it counted. */
export const counted = {
  /** Milliseconds since 1970: the period's beginning, and its end, exclusive. */
  from: time,
  to: time,
  /** Sample data is among what was counted. */
  sample: /* @__PURE__ */ v.boolean(),
} as const;

/** Rows are kept for a time; where the period reaches further back, the answer holds no more than this. */
export const kept = {
  ...counted,
  /** Null where the whole period is kept. */
  rows_from: /* @__PURE__ */ v.nullable(time),
} as const;

/** The form of a point in time on an axis: 2026-11-21 for days, weeks (their Monday) and months (their first), 2026-11-21T08 for hours. */
export const points = /* @__PURE__ */ v.array(text);

export const values = /* @__PURE__ */ v.array(/* @__PURE__ */ v.number());

export const base = '/console/v1/usage';

export const row = { method: 'GET', role: 'viewer', refusals: [] } as const;
