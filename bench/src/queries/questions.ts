/** The questions that are measured, over the last four weeks where a name does not say otherwise. */
import type { QueryOptions } from '../../../apps/server/src/events/store/query-client.ts';
import type { BoundQueries, Written } from '../../../apps/server/src/features/usage/testing/bound-queries.ts';

/** 2026-11-21 20:10 in Shanghai. */
export const NOW = Date.UTC(2026, 10, 21, 12, 10);
const DAY = 86_400_000;
/** Nothing is cut off, so that a slow question is measured and not refused. */
const options: QueryOptions = { timeout: 300_000 };

const who = { sample: 'with', bots: 'without', dev: 'with' } as const;
export const month = { ...who, zone: 'Asia/Shanghai', from: '2026-10-25', to: '2026-11-21' } as const;
const days = { from: month.from, to: month.to };
export const quarter = { from: '2026-08-24', to: month.to } as const;
const opened = { kind: 'custom', key: 'lesson.open' } as const;
/** A funnel of four steps. */
export const funnel = {
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
  ask(queries: BoundQueries): Promise<unknown>;
  /** Absent where rollups answer. */
  readonly scan?: Scan;
}

/** Without bots, as `flags` of tables.ts has them. */
const people = 'flags not in (2, 3, 6, 7)';
const ofMonth = `time >= ${Date.UTC(2026, 9, 24, 16)} and time < ${Date.UTC(2026, 10, 21, 16)} and ${people}`;
const lessons = `${ofMonth} and key = 'lesson.open'`;
const ofQuarter = `time >= ${Date.UTC(2026, 7, 23, 16)} and time < ${Date.UTC(2026, 10, 21, 16)} and ${people}`;
const steps = "key in ('/', '/courses', 'lesson.open', 'exercise.submit')";

const asked = (question: Omit<Written, 'v'>, scan?: Scan): Question => ({
  ask: queries => queries.ask({ v: 1, period: days, ...question }, options),
  ...(scan ? { scan } : {}),
});

export const questions: Readonly<Record<string, Question>> = {
  scope: { ask: q => q.scope(options) },
  'live, 30 minutes': {
    ask: q => q.live(who, options),
    scan: {
      columns: ['time', 'kind', 'key', 'person'],
      where: `time >= ${NOW - 1_800_000} and ${people}`,
    },
  },
  'trend by day': asked({ kind: 'trend' }),
  'trend by hour, 7 days': asked({
    kind: 'trend',
    grain: 'hour',
    period: { from: '2026-11-15', to: month.to },
  }),
  'trend by key, 90 days': asked(
    { kind: 'trend', period: quarter, breakdowns: ['event.key'] },
    { columns: ['time', 'key'], where: ofQuarter },
  ),
  'trend of people': asked({ kind: 'trend', series: [{ measure: 'people' }] }),
  'trend of people of a key': asked(
    { kind: 'trend', series: [{ event: opened, measure: 'people' }] },
    { columns: ['time', 'person'], where: lessons },
  ),
  'trend by a property of a key': asked(
    { kind: 'trend', series: [{ event: opened }], breakdowns: ['data.subject'] },
    { columns: ['time', 'data'], where: lessons },
  ),
  'trend by two properties, of grades': asked(
    {
      kind: 'trend',
      series: [{ event: opened }],
      breakdowns: ['data.subject', 'device.platform'],
      filter: { all: [{ property: 'person.grade', op: 'gte', value: 7 }] },
    },
    { columns: ['time', 'data', 'platform', 'person'], where: lessons },
  ),
  'people by month, 90 days': asked({
    kind: 'trend',
    grain: 'month',
    period: quarter,
    series: [{ measure: 'people' }],
  }),
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
  'time spent': asked(
    { kind: 'time', top: 50 },
    { columns: ['time', 'kind', 'key', 'duration'], where: ofMonth },
  ),
  paths: asked({ kind: 'paths', top: 50 }),
  'paths, 90 days': asked({ kind: 'paths', period: quarter, top: 50 }),
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
