/** The questions that are measured, over the last four weeks where a name does not say otherwise. */
import type { QueryOptions } from '../../../apps/server/src/events/store/query-client.ts';
import type { BoundQueries, Written } from '../../../apps/server/src/features/usage/testing/bound-queries.ts';

/** 2026-11-21 20:10 in Shanghai. */
export const NOW = Date.UTC(2026, 10, 21, 12, 10);
const DAY = 86_400_000;
/** Nothing is cut off, so that a slow question is measured and not refused. */
const options: QueryOptions = { timeout: 300_000 };

const who = { sample: 'with', bots: 'without', dev: 'with' } as const;
const month = { ...who, zone: 'Asia/Shanghai', from: '2026-10-25', to: '2026-11-21' } as const;
const days = { from: month.from, to: month.to };
const quarter = { from: '2026-08-24', to: month.to } as const;
const opened = { kind: 'custom', key: 'lesson.open' } as const;
/** A funnel of four steps. */
const funnel = {
  v: 1,
  kind: 'funnel',
  series: [
    { event: { kind: 'view', key: '/' } },
    { event: { kind: 'view', key: '/courses' } },
    { event: opened },
    { event: { kind: 'custom', key: 'exercise.submit' } },
  ],
  window: DAY,
} as const satisfies Written;

/** What a question reads of rows: the least that a scan of the same rows has to read. */
export interface Scan {
  readonly columns: readonly string[];
  /** The rows, in the SQL of both stores. */
  readonly where: string;
}

export interface Question {
  /** @param earlier days that the period begins before its own first one. @default 0 */
  ask(queries: BoundQueries, earlier?: number): Promise<unknown>;
  /** Absent where the sums of hours answer. */
  readonly scan?: Scan;
}

/** Without bots, as `flags` of tables.ts has them. */
const people = 'flags not in (2, 3, 6, 7)';
const ofMonth = `time >= ${Date.UTC(2026, 9, 24, 16)} and time < ${Date.UTC(2026, 10, 21, 16)} and ${people}`;
const lessons = `${ofMonth} and key = 'lesson.open'`;
const ofQuarter = `time >= ${Date.UTC(2026, 7, 23, 16)} and time < ${Date.UTC(2026, 10, 21, 16)} and ${people}`;
const steps = "key in ('/', '/courses', 'lesson.open', 'exercise.submit')";

interface Days {
  readonly from: string;
  readonly to: string;
}
const asked = (
  { period = days, ...question }: Omit<Written, 'v' | 'period'> & { readonly period?: Days },
  scan?: Scan,
): Question => ({
  ask: (queries, earlier = 0) => {
    const from = new Date(Date.parse(period.from) - earlier * DAY).toISOString().slice(0, 10);
    return queries.ask({ v: 1, ...question, period: { ...period, from } }, options);
  },
  ...(scan ? { scan } : {}),
});

/** Questions that the sums of hours answer, over 90 days where they don't say otherwise. */
const ofSums: Readonly<Record<string, Question>> = {
  'trend by day, 90 days': asked({ kind: 'trend', period: quarter }),
  'trend by hour, 7 days': asked({
    kind: 'trend',
    grain: 'hour',
    period: { from: '2026-11-15', to: month.to },
  }),
  'trend by key and platform, 90 days': asked({
    kind: 'trend',
    period: quarter,
    breakdowns: ['event.key', 'device.platform'],
  }),
  'trend of durations, 90 days': asked({
    kind: 'trend',
    period: quarter,
    series: [{ measure: { of: 'average', property: 'event.duration' } }],
  }),
  'trend of people, 28 days': asked({ kind: 'trend', series: [{ measure: 'people' }] }),
  'trend of people, 90 days': asked({ kind: 'trend', period: quarter, series: [{ measure: 'people' }] }),
  'people by month, 90 days': asked({
    kind: 'trend',
    grain: 'month',
    period: quarter,
    series: [{ measure: 'people' }],
  }),
  'time spent': asked({ kind: 'time', top: 50 }),
  'paths, 90 days': asked({ kind: 'paths', period: quarter, top: 50 }),
};

const ofRows = (question: Omit<Written, 'v' | 'period'>, columns: readonly string[], where = ofQuarter) =>
  asked({ period: quarter, ...question }, { columns, where });
const lessonsOfQuarter = `${ofQuarter} and key = 'lesson.open'`;

/** Questions filtered by any property, with two breakdowns and properties of people, over 90 days. */
const filtered: Readonly<Record<string, Question>> = {
  'key by subject and browser, of grades': ofRows(
    {
      kind: 'trend',
      series: [{ event: opened }],
      breakdowns: ['data.subject', 'device.browser'],
      filter: { all: [{ property: 'person.grade', op: 'gte', value: 7 }] },
    },
    ['time', 'data', 'browser', 'person'],
    lessonsOfQuarter,
  ),
  'any event by grade and system, of a browser': ofRows(
    {
      kind: 'trend',
      breakdowns: ['person.grade', 'device.system'],
      filter: { all: [{ property: 'device.browser', op: 'is', value: 'Chrome' }] },
    },
    ['time', 'person', 'system', 'browser'],
  ),
  'people by site and class, of a property': ofRows(
    {
      kind: 'trend',
      series: [{ measure: 'people' }],
      breakdowns: ['person.site', 'person.field.class'],
      filter: { all: [{ property: 'data.subject', op: 'is', value: '数学' }] },
    },
    ['time', 'person', 'data'],
  ),
  'sessions by entry page and grade': ofRows(
    {
      kind: 'trend',
      series: [{ measure: 'sessions' }],
      breakdowns: ['session.entry_page', 'person.grade'],
      filter: { all: [{ property: 'device.class', op: 'is', value: 'phone' }] },
    },
    ['time', 'person', 'sequence', 'id', 'kind', 'key', 'device_class'],
  ),
  'funnel by browser and grade': ofRows(
    { ...funnel, breakdowns: ['device.browser', 'person.grade'] },
    ['person', 'time', 'sequence', 'id', 'kind', 'key', 'browser'],
    `${ofQuarter} and ${steps}`,
  ),
  'retention of a key by grade and platform': ofRows(
    {
      kind: 'retention',
      grain: 'week',
      series: [{ event: opened }, { event: opened }],
      breakdowns: ['person.grade', 'device.platform'],
      filter: { all: [{ property: 'person.signed_up', op: 'after', value: '2025-12-01' }] },
    },
    ['person', 'time', 'sequence', 'id', 'platform'],
    lessonsOfQuarter,
  ),
};

/** Other questions and views. */
const others: Readonly<Record<string, Question>> = {
  scope: { ask: q => q.scope(options) },
  'live, 30 minutes': {
    ask: q => q.live(who, options),
    scan: {
      columns: ['time', 'kind', 'key', 'person'],
      where: `time >= ${NOW - 1_800_000} and ${people}`,
    },
  },
  'trend of people of a key': asked(
    { kind: 'trend', series: [{ event: opened, measure: 'people' }] },
    { columns: ['time', 'person'], where: lessons },
  ),
  'trend by a property of a key': asked(
    { kind: 'trend', series: [{ event: opened }], breakdowns: ['data.subject'] },
    { columns: ['time', 'data'], where: lessons },
  ),
  'funnel of 4 steps': asked(funnel, {
    columns: ['person', 'time', 'sequence', 'id', 'kind', 'key'],
    where: `${ofMonth} and ${steps}`,
  }),
  'retention by week, 90 days': asked({
    kind: 'retention',
    grain: 'week',
    period: quarter,
    series: [{}, {}],
  }),
  'retention of a key': asked(
    { kind: 'retention', series: [{ event: opened }, { event: opened }], start: 'each' },
    { columns: ['person', 'time', 'sequence', 'id'], where: lessons },
  ),
  'paths through a page': asked(
    { kind: 'paths', page: { through: '/courses' }, top: 50 },
    { columns: ['person', 'time', 'sequence', 'id', 'key'], where: `${ofMonth} and kind = 1` },
  ),
  'heat map of a page': {
    ask: q => q.heatmap({ ...month, page: '/', width: undefined }, options),
    scan: { columns: ['kind', 'x', 'y', 'w', 'h'], where: `${ofMonth} and key = '/'` },
  },
  keys: { ask: q => q.keys({ ...month, kind: undefined, search: undefined, top: 100 }, options) },
  'properties of a key': {
    ask: q => q.properties({ ...month, ...opened }, options),
    scan: { columns: ['data'], where: lessons },
  },
};

export type Group = 'sums' | 'filtered' | 'others';
/** Every question that is measured, by group. */
export const groups: Readonly<Record<Group, Readonly<Record<string, Question>>>> = {
  sums: ofSums,
  filtered,
  others,
};
