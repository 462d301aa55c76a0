/** Addresses of the views that questions took the place of: each leads to the question that it asked. */
import { type Measure, usageKinds } from '@rollcall/contract/console';
import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { oneOf, searchParams, text, whole } from '../search-params/search-params.ts';
import { shellRoute } from '../shell/route.ts';
import { periodOf, periods, sourceQuery, usageParams } from './period.ts';

const windows = ['600000', '3600000', '86400000', '604800000', '2592000000'] as const;
/** What is empty is as it was usual in each view. */
const searchSchema = searchParams({
  ...usageParams,
  product: text('', 64),
  period: oneOf(['', ...periods], ''),
  step: oneOf(['', 'hour', 'day', 'week', 'month'], ''),
  measure: oneOf(['events', 'people', 'duration'], 'events'),
  kind: oneOf(['', ...usageKinds], ''),
  key: text('', 1024),
  by: text('', 80),
  /** Of a funnel: `view:%2Fcourse,custom:lesson.open`. */
  steps: text('', 8_000),
  within: oneOf(windows, '86400000'),
  /** Of a retention. */
  length: whole(12, 1, 30),
  /** Of paths. */
  page: text('', 1024),
});
type Search = (typeof searchSchema)['defaults'];
/** What the address of such a view says. */
export const oldSearch = searchSchema.read;

const measures = {
  events: 'times',
  people: 'people',
  duration: { of: 'sum', property: 'event.duration' },
} as const satisfies Record<string, Measure>;

/** A column or a field of `biz_data` by which a trend was split. */
const breakdownsOf = (by: string): readonly string[] => {
  if (by === 'key') return ['event.key'];
  if (['platform', 'language', 'network', 'resolution', 'library'].includes(by)) return [`device.${by}`];
  return /^data\.[^\p{Cc}\p{Cs}]{1,64}$/u.test(by) ? [by] : [];
};

/** A step as the address of a funnel wrote it; undefined where that is no text. */
const eventOf = (step: string): object | undefined => {
  const [kind, key = ''] = step.split(':');
  try {
    return { event: { kind, key: decodeURIComponent(key) } };
  } catch {
    return undefined;
  }
};
const nothing = [{}, {}];

/** What a view asked, by the end of its address. */
const questions: Readonly<Record<string, (search: Search) => object>> = {
  trend: ({ measure, kind, key, by }) => {
    const event = key === '' ? { kind } : { kind: kind || 'custom', key };
    const named = kind !== '' || key !== '';
    return {
      kind: 'trend',
      series: [{ measure: measures[measure], ...(named ? { event } : {}) }],
      breakdowns: breakdownsOf(by),
    };
  },
  unique: () => ({ kind: 'trend', series: [{ measure: 'people' }] }),
  funnel: ({ steps, within }) => {
    const series = steps.split(',').flatMap(step => (step === '' ? [] : (eventOf(step) ?? [])));
    return { kind: 'funnel', series: series.length < 2 ? nothing : series, window: Number(within) };
  },
  retention: ({ period, step, length }) => ({
    kind: 'retention',
    series: nothing,
    grain: step || 'week',
    length,
    ...(period === '' ? { period: { last: 12, unit: 'week' } } : {}),
  }),
  time: () => ({ kind: 'time' }),
  paths: ({ page }) => ({ kind: 'paths', ...(page === '' ? {} : { page: { through: page } }) }),
};

/** The text of the question at an old address; undefined: there was no such view. */
export const questionAt = (view: string, search: Search, now: number): string | undefined => {
  const own = Object.keys(questions).includes(view) ? questions[view]?.(search) : undefined;
  if (!own) return undefined;
  const { period, step } = search;
  return JSON.stringify({
    v: 1,
    grain: step || 'day',
    period: periodOf({ ...search, period: period || '28' }, now),
    population: sourceQuery(search),
    ...own,
  });
};

const toQuestion = (view: string, search: Search): never => {
  const q = questionAt(view, search, Date.now());
  if (q === undefined) throw notFound();
  throw redirect({ to: '/console/ask', search: { q, as: search.as }, replace: true });
};

export const oldTrendRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/console/usage',
  ...searchSchema.route,
  beforeLoad: ({ search }) => toQuestion('trend', search),
});

export const oldViewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/console/usage/$view',
  ...searchSchema.route,
  beforeLoad: ({ params, search }) => toQuestion(params.view, search),
});
