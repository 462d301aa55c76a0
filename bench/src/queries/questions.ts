/** The questions that are measured, over the last four weeks where a name does not say otherwise. */
import type { QueryOptions } from '../../../apps/server/src/events/store/query-client.ts';
import type { BoundQueries } from '../../../apps/server/src/features/usage/testing/bound-queries.ts';

/** 2026-11-21 20:10 in Shanghai. */
export const NOW = Date.UTC(2026, 10, 21, 12, 10);
const DAY = 86_400_000;
/** Nothing is cut off, so that a slow question is measured and not refused. */
const options: QueryOptions = { timeout: 300_000 };

const who = {
  product: undefined,
  platform: undefined,
  sample: 'with',
  bots: 'without',
  dev: 'with',
} as const;
export const month = { ...who, zone: 'Asia/Shanghai', from: '2026-10-25', to: '2026-11-21' } as const;
export const quarter = { ...month, from: '2026-08-24' } as const;
const trend = {
  ...month,
  step: 'day',
  measure: 'events',
  kind: undefined,
  key: undefined,
  by: undefined,
  top: 8,
} as const;
const opened = { kind: 'custom', key: 'lesson.open' } as const;
export const funnel = [
  { kind: 'view', key: '/' },
  { kind: 'view', key: '/courses' },
  { ...opened },
  { kind: 'custom', key: 'exercise.submit' },
] as const;

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
const steps = "key in ('/', '/courses', 'lesson.open', 'exercise.submit')";

export const questions: Readonly<Record<string, Question>> = {
  scope: { ask: q => q.scope(options) },
  'live, 30 minutes': {
    ask: q => q.live(who, options),
    scan: {
      columns: ['time', 'kind', 'key', 'person'],
      where: `time >= ${NOW - 1_800_000} and ${people}`,
    },
  },
  'trend by day': { ask: q => q.trend(trend, options) },
  'trend by hour, 7 days': { ask: q => q.trend({ ...trend, from: '2026-11-15', step: 'hour' }, options) },
  'trend by key, 90 days': { ask: q => q.trend({ ...trend, ...quarter, by: 'key' }, options) },
  'trend of people': { ask: q => q.trend({ ...trend, measure: 'people' }, options) },
  'trend of people of a key': {
    ask: q => q.trend({ ...trend, ...opened, measure: 'people' }, options),
    scan: { columns: ['time', 'person'], where: lessons },
  },
  'trend by a property of a key': {
    ask: q => q.trend({ ...trend, ...opened, by: 'data.subject' }, options),
    scan: { columns: ['time', 'data'], where: lessons },
  },
  'people by day': { ask: q => q.users({ ...month, step: 'day' }, options) },
  'people by month, 90 days': { ask: q => q.users({ ...quarter, step: 'month' }, options) },
  'funnel of 4 steps': {
    ask: q => q.funnel({ ...month, steps: funnel, window: DAY }, options),
    scan: { columns: ['person', 'time', 'sequence', 'id', 'kind', 'key'], where: `${ofMonth} and ${steps}` },
  },
  'retention by week, 90 days': { ask: q => q.retention({ ...quarter, step: 'week', length: 12 }, options) },
  'time spent': { ask: q => q.timeSpent({ ...month, top: 50 }, options) },
  paths: { ask: q => q.paths({ ...month, page: undefined, top: 50 }, options) },
  'paths, 90 days': { ask: q => q.paths({ ...quarter, page: undefined, top: 50 }, options) },
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
