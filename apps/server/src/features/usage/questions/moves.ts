/** Paths without a filter: moves from page to page, out of the sums of hours and, for the last days, of single events. */
import { QUERY_TIMEOUT, type QueryOptions } from '../../../events/store/query-client.ts';
import { QueryCancelled, QueryTooLong } from '../../../events/store/errors.ts';
import type { Period } from '../queries/period.ts';
import {
  fewRowsOf,
  type MovesParams,
  type PathSources,
  type QueryContext,
  rowsOf,
  type Span,
} from '../queries/statements.ts';
import { addDays, dateAt, dayStart } from '../queries/zone.ts';
import type { Plan } from './plan.ts';

const DAY = 86_400_000;
/** Of a period that takes too long, the part by which it is told how much would fit. */
const PROBED = 1 / 16;
/** Of the limit of time, what a period that would fit may take. */
const ROOM = 0.7;

/** Answering throws QueryTooLong where the period is too long for the limit of time. */
export const moves: Plan = ({ question, period }) => {
  const params = { ...question.population, top: question.top };
  return {
    source: 'sums',
    answer: async (context, options) => {
      const [all, ...rows] = await movesOf(context, params, period, options).catch(async (error: unknown) => {
        if (!(error instanceof QueryCancelled) || error.why !== 'time') throw error;
        throw new QueryTooLong(await fittingFrom(context, params, period, options));
      });
      return {
        kind: 'paths',
        moves: rows.map(row => ({
          step: 0,
          from_page: row.from_page || null,
          to_page: row.to_page || null,
          moves: row.moves,
        })),
        total: all?.moves ?? 0,
      };
    },
  };
};

const movesOf = async (context: QueryContext, params: MovesParams, period: Span, options: QueryOptions) => {
  const { countedTo, paths } = context.statements;
  const ask = async () => {
    const [row] = await fewRowsOf(context, countedTo(), options);
    return rowsOf(context, paths(params, sourcesOf(period, row?.to ?? 0)), options);
  };
  const rows = await ask();
  // Since the two were told apart, rows expired.
  return rows[0]?.whole === false ? ask() : rows;
};

/** @param countedTo up to which moves are counted, in ms since 1970 */
const sourcesOf = ({ from, to }: Span, countedTo: number): PathSources => {
  const border = Math.min(Math.max(from, countedTo), to);
  return { hours: { from, to: border }, rows: { from: border, to } };
};

/**
 * The first day of a period that ends as the given one and would fit, by what its last days take.
 * @throws QueryCancelled where a single day takes too long
 */
const fittingFrom = async (
  context: QueryContext,
  params: MovesParams,
  { from, to, zone }: Period,
  options: QueryOptions,
): Promise<string> => {
  const days = Math.round((to - from) / DAY);
  if (days <= 1) throw new QueryCancelled('time');
  const few = Math.max(1, Math.floor(days * PROBED));
  const last = dateAt(zone, to - 1);
  const firstOf = (some: number) => addDays(last, 1 - some);
  const begun = context.now();
  await movesOf(context, params, { from: dayStart(zone, firstOf(few)), to }, options);
  const took = Math.max(1, context.now() - begun);
  const fitting = Math.floor((few * ROOM * QUERY_TIMEOUT) / took);
  return firstOf(Math.min(Math.max(few, fitting), Math.ceil(days / 2)));
};
