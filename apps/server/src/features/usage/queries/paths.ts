/** Paths: transitions between pages. */
import { usageDays } from '@rollcall/contract/console';
import { QueryCancelled, QueryTooLong } from '../../../events/store/errors.ts';
import { QUERY_TIMEOUT, type QueryOptions } from '../../../events/store/query-client.ts';
import { counted } from './counted.ts';
import type { Answer, QueryParams } from './params.ts';
import { type Period, periodOf } from './period.ts';
import {
  fewRowsOf,
  type MoveRow,
  type PathSources,
  type QueryContext,
  rowsOf,
  type Span,
} from './statements.ts';
import { addDays, dateAt, dayStart } from './zone.ts';

const DAY = 86_400_000;
/** Of a period that takes too long, the part by which it is told how much would fit. */
const PROBED = 1 / 16;
/** Of the limit of time, what a period that would fit may take. */
const ROOM = 0.7;

/**
 * @throws Refusal InvalidRequest by field
 * @throws QueryTooLong where the period is too long for the limit of time
 */
export const paths = async (
  context: QueryContext,
  params: QueryParams<'getUsagePaths'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsagePaths'>> => {
  const period = periodOf(params, context.now(), usageDays.day);
  const [notes, [all, ...moves]] = await Promise.all([
    counted(context, params, period, options),
    movesOf(context, params, period, options).catch(async (error: unknown) => {
      if (!(error instanceof QueryCancelled) || error.why !== 'time') throw error;
      throw new QueryTooLong(await fittingFrom(context, params, period, options));
    }),
  ]);
  return {
    ...notes,
    moves: moves.map(move => ({
      from_page: move.from_page || null,
      to_page: move.to_page || null,
      moves: move.moves,
    })),
    total: all?.moves ?? 0,
  };
};

const movesOf = async (
  context: QueryContext,
  params: QueryParams<'getUsagePaths'>,
  period: Span,
  options: QueryOptions,
): Promise<readonly MoveRow[]> => {
  const { countedTo, paths: pathsOf } = context.statements;
  const ask = async () => {
    const [row] = await fewRowsOf(context, countedTo(), options);
    return rowsOf(context, pathsOf(params, sourcesOf(period, row?.to ?? 0)), options);
  };
  const moves = await ask();
  // Since the two were told apart, rows expired.
  return moves[0]?.whole === false ? ask() : moves;
};

/** @param to up to which transitions are counted, in ms since 1970 */
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
  params: QueryParams<'getUsagePaths'>,
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
