/** Addresses of the views that questions took the place of: each leads to the question that it asked. */
import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { day, oneOf, searchParams, text } from '../search-params/search-params.ts';
import { shellRoute } from '../shell/route.ts';

const searchSchema = searchParams({
  product: text('', 64),
  period: oneOf(['7', '28', '90', '365', 'own'], '28'),
  from: day(),
  to: day(),
  step: oneOf(['hour', 'day', 'week', 'month'], 'day'),
  measure: oneOf(['events', 'people', 'duration'], 'events'),
  kind: oneOf(['custom', 'view', 'click', 'consent', 'dropped', 'leave'], 'custom'),
  key: text('', 1024),
  /** Of a funnel: `view:%2Fcourse,custom:lesson.open`. */
  steps: text('', 8_000),
});
type Search = (typeof searchSchema)['defaults'];
/** What the address of such a view says. */
export const oldSearch = searchSchema.read;

const measures = {
  events: 'times',
  people: 'people',
  duration: { of: 'sum', property: 'event.duration' },
} as const;

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
  trend: ({ measure, kind, key }) => ({
    kind: 'trend',
    series: [{ measure: measures[measure], ...(key === '' ? {} : { event: { kind, key } }) }],
  }),
  unique: () => ({ kind: 'trend', series: [{ measure: 'people' }] }),
  funnel: ({ steps }) => {
    const series = steps.split(',').flatMap(step => (step === '' ? [] : (eventOf(step) ?? [])));
    return { kind: 'funnel', series: series.length < 2 ? nothing : series };
  },
  retention: () => ({
    kind: 'retention',
    series: nothing,
    grain: 'week',
    period: { last: 12, unit: 'week' },
  }),
  time: () => ({ kind: 'time' }),
  paths: () => ({ kind: 'paths' }),
};

/** The text of the question at an old address; undefined: there was no such view. */
export const questionAt = (view: string, search: Search): string | undefined => {
  const own = Object.hasOwn(questions, view) ? questions[view]?.(search) : undefined;
  if (!own) return undefined;
  const { product, period, from, to, step } = search;
  const days = from !== '' && to !== '' ? { from, to } : undefined;
  return JSON.stringify({
    v: 1,
    grain: step,
    period: period === 'own' ? days : { last: Number(period), unit: 'day' },
    ...(product === '' ? {} : { population: { product } }),
    ...own,
  });
};

const toQuestion = (view: string, search: Search): never => {
  const q = questionAt(view, search);
  if (q === undefined) throw notFound();
  throw redirect({ to: '/console/ask', search: { q }, replace: true });
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
