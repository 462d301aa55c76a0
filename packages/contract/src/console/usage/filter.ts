/** The parts that the queries of usage share: filters, periods, and the periods of answers. */
import * as v from 'valibot';
import { text, time } from '../page.ts';

/** Maximum days of a period, by step; `rows`: of queries that read single events. */
export const usageDays = { hour: 31, day: 400, week: 1100, month: 1100, rows: 400 } as const;

/** Milliseconds of lag from which views say until when they have the data. */
export const usageLagShown = 30_000;

/** The kinds of events (`eventKind`). */
export const usageKinds = ['custom', 'view', 'click', 'consent', 'dropped', 'leave'] as const;

export type UsageKind = (typeof usageKinds)[number];

export const kind = v.picklist(usageKinds);

/** Text as events may have it: without U+0000 and lone surrogates, which no store takes. */
export const STORABLE = /^[^\0\p{Cs}]*$/u;

const textOf = (longest: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(longest), v.regex(STORABLE));

export const productText = textOf(64);

export const factText = textOf(128);

export const keyText = textOf(1024);

/** A calendar day such as 2026-11-21. */
export const calendarDay = v.pipe(
  v.string(),
  v.regex(/^20\d\d-\d\d-\d\d$/),
  v.check(
    day => new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day,
    'A day of the calendar, like 2026-11-21.',
  ),
);

export const inclusions = ['with', 'without', 'only'] as const;

/** Whether rows of a kind are included, excluded, or the only ones. */
export type Inclusion = (typeof inclusions)[number];

export const population = {
  product: v.optional(productText),
  platform: v.optional(factText),
  /** Sample data of `npm run sample`. */
  sample: v.optional(v.picklist(inclusions), 'with'),
  bots: v.optional(v.picklist(inclusions), 'without'),
  /** Events of pages outside production. */
  dev: v.optional(v.picklist(inclusions), 'with'),
  /** Events that servers reported with a service token. Absent: with them. */
  trusted: v.optional(v.picklist(inclusions)),
} as const;

/** The IANA name of a time zone. */
export const zoneName = v.pipe(v.string(), v.regex(/^[A-Za-z][\w+/-]{0,63}$/));

export const filter = {
  ...population,
  /** The first day. Absent: 27 days before `to`. */
  from: v.optional(calendarDay),
  /** The last day, inclusive. Absent: today. */
  to: v.optional(calendarDay),
  /** The IANA name of the time zone of days; its offset must be whole hours. */
  zone: v.optional(zoneName, 'Asia/Shanghai'),
} as const;

/** The fields of every answer about its period. */
export const counted = {
  /** The period in milliseconds since 1970; `to` is exclusive. */
  from: time,
  to: time,
  /** Whether sample data was counted. */
  sample: v.boolean(),
} as const;

/** Events are deleted after the retention time. An answer covers no earlier ones, even if the period begins earlier. */
export const kept = {
  ...counted,
  /** The time of the oldest kept events; null: the whole period is kept. */
  rows_from: v.nullable(time),
} as const;

/** Points on a time axis: 2026-11-21 for days, weeks (their Monday) and months (their first), 2026-11-21T08 for hours. */
export const points = v.array(text);

export const base = '/console/v1/usage';

export const question = { method: 'GET', role: 'viewer', refusals: [] } as const;
