/** Questions that the suites ask, of a store and of the naive one alike. */
import type { Inclusion, QuestionBody, Series } from '@rollcall/contract/console';
import type { BoundQueries, Written } from '../../../features/usage/testing/bound-queries.ts';

/** What the queries beside questions take. */
export interface Filter {
  readonly product?: string | undefined;
  readonly platform?: string | undefined;
  readonly sample: Inclusion;
  readonly bots: Inclusion;
  readonly dev: Inclusion;
  readonly zone: string;
  readonly from: string;
  readonly to: string;
}
type About = Pick<Written, 'population' | 'zone' | 'period'>;

/** The same for a question. */
export const about = ({ zone, from, to, product, platform, sample, bots, dev }: Filter): About => ({
  population: { product, platform, sample, bots, dev },
  zone,
  period: { from, to },
});

/** Figures within what floating point does to a sum in another order. */
export const rounded = (found: unknown): unknown =>
  JSON.parse(JSON.stringify(found), (_, each: unknown) =>
    typeof each === 'number' && !Number.isInteger(each) ? Number(each.toPrecision(12)) : each,
  );

/** Times, people and durations, which are in the sums of hours where nothing else is asked for. */
export const MEASURED = [
  { measure: 'times' },
  { measure: 'people' },
  { measure: { of: 'sum', property: 'event.duration' } },
  { measure: { of: 'average', property: 'event.duration' } },
] as const satisfies Written['series'];
/** Of any activity, when it came first, and came again. */
export const FIRST_AND_AGAIN = { kind: 'retention', start: 'first', series: [{}, {}] } as const;

type Grain = NonNullable<Written['grain']>;
type OneSeries = NonNullable<Written['series']>[number];
type Asks = Pick<BoundQueries, 'ask'>;

const bodyOf = async <Kind extends QuestionBody['kind']>(
  queries: Asks,
  question: Omit<Written, 'v'> & { readonly kind: Kind },
) => (await queries.ask({ v: 1, ...question })) as Extract<QuestionBody, { kind: Kind }>;

/** The total of a trend of one series. */
export const totalOf = async (queries: Asks, filter: Filter, series: OneSeries = {}) => {
  const { lines } = await bodyOf(queries, {
    kind: 'trend',
    ...about(filter),
    grain: 'month',
    series: [series],
  });
  return lines[0]?.total;
};

/** People of a period by each of its points, and all of them. */
export const peopleBy = async (queries: Asks, filter: Filter, grain: Grain) => {
  const { lines, points } = await bodyOf(queries, {
    kind: 'trend',
    ...about(filter),
    grain,
    series: [{ measure: 'people' }],
  });
  return { total: lines[0]?.total, points, people: lines[0]?.values ?? [] };
};

/** People of a period. */
export const peopleOf = async (queries: Asks, filter: Filter) =>
  (await peopleBy(queries, filter, 'month')).total;

/** People who came for the first time, by days on which somebody did, such as `2026-11-21 3`. */
export const newPeopleOf = async (queries: Asks, filter: Filter): Promise<string[]> => {
  const { groups } = await bodyOf(queries, { ...FIRST_AND_AGAIN, ...about(filter), grain: 'day', length: 1 });
  return (groups[0]?.cohorts ?? []).flatMap(({ point, people }) =>
    people > 0 ? [`${point} ${people}`] : [],
  );
};

/** People by the steps of a funnel. */
export const stepsOf = async (
  queries: Asks,
  filter: Filter,
  steps: readonly NonNullable<Series['event']>[],
  window: number,
) => {
  const { groups } = await bodyOf(queries, {
    kind: 'funnel',
    ...about(filter),
    series: steps.map(event => ({ event })),
    window,
  });
  return groups[0]?.steps ?? [];
};

/** Moves from page to page, such as `/>/lessons 3`, in no order that has a meaning. */
export const movesOf = async (queries: Asks, filter: Filter): Promise<string[]> => {
  const { moves } = await bodyOf(queries, { kind: 'paths', ...about(filter), top: 200 });
  return moves.map(({ from_page, to_page, moves: n }) => `${from_page ?? ''}>${to_page ?? ''} ${n}`).sort();
};
