/** The parts that the queries of usage share: filters, periods, and the periods of answers. */
import * as v from 'valibot';
import { text, time } from '../page.ts';

/** The longest period, in days. */
export const usageDays = { hour: 31, day: 400, week: 1100, month: 1100, rows: 400 } as const;

/** Names of the kinds of events (`eventKind`). */
export const usageKinds = ['custom', 'view', 'click', 'consent', 'dropped'] as const;

export type UsageKind = (typeof usageKinds)[number];

export const kind = v.picklist(usageKinds);

/** What of an event names a series: a fact, or `data.` and a field of `biz_data`. */
export const usageFacts = ['platform', 'key', 'language', 'network', 'resolution', 'library'] as const;

const productText = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

const factText = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

export const keyText = v.pipe(v.string(), v.minLength(1), v.maxLength(1024));

/** A day of the calendar, like 2026-11-21. */
const date = v.pipe(
  v.string(),
  v.regex(/^20\d\d-\d\d-\d\d$/),
  v.check(
    day => new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day,
    'A day of the calendar, like 2026-11-21.',
  ),
);

const presence = ['with', 'without', 'only'] as const;

/** Whether rows of a kind are counted. */
export type Counted = (typeof presence)[number];

export const who = {
  product: v.optional(productText),
  platform: v.optional(factText),
  /** Made by `npm run sample`. */
  sample: v.optional(v.picklist(presence), 'with'),
  bots: v.optional(v.picklist(presence), 'without'),
  /** Reported by a page outside production. */
  dev: v.optional(v.picklist(presence), 'with'),
} as const;

export const filter = {
  ...who,
  /** The first day. Absent: 27 days before `to`. */
  from: v.optional(date),
  /** The last day, taken whole. Absent: today. */
  to: v.optional(date),
  /** Whose days these are, by its IANA name; whole hours from UTC. */
  zone: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z][\w+/-]{0,63}$/)), 'Asia/Shanghai'),
} as const;

/** What every answer says of the period that it counted. */
export const counted = {
  /** Milliseconds since 1970: the period's beginning, and its end, exclusive. */
  from: time,
  to: time,
  /** Sample data is among what was counted. */
  sample: v.boolean(),
} as const;

/** Rows are kept for a time; where the period reaches further back, the answer holds no more than this. */
export const kept = {
  ...counted,
  /** Null where the whole period is kept. */
  rows_from: v.nullable(time),
} as const;

/** The form of a point in time on an axis: 2026-11-21 for days, weeks (their Monday) and months (their first), 2026-11-21T08 for hours. */
export const points = v.array(text);

export const values = v.array(v.number());

export const base = '/console/v1/usage';

export const row = { method: 'GET', role: 'viewer', refusals: [] } as const;
