/** Paths: transitions between pages. */
import { usageDays } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { counted } from './counted.ts';
import type { Answer, QueryParams } from './params.ts';
import { periodOf } from './period.ts';
import {
  type CountedSpan,
  fewRowsOf,
  type MoveRow,
  type PathSources,
  type QueryContext,
  rowsOf,
  type Span,
} from './statements.ts';

/** @throws Refusal InvalidRequest by field */
export const paths = async (
  context: QueryContext,
  params: QueryParams<'getUsagePaths'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsagePaths'>> => {
  const period = periodOf(params, context.now(), usageDays.day);
  const [notes, [all, ...moves]] = await Promise.all([
    counted(context, params, period, options),
    movesOf(context, params, period, options),
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
  const { countedSpans, paths: pathsOf } = context.statements;
  const spans = () => fewRowsOf(context, countedSpans(params, period), options);
  const ask = (sources: PathSources) => rowsOf(context, pathsOf(params, sources), options);
  const sources = sourcesOf(period, await spans());
  const moves = await ask(sources);
  const known = sources.days.reduce((sum, { counts }) => sum + counts, 0);
  if (moves[0]?.read === known) return moves;
  // Since they were found, counts of a day went, or rows expired; or another replica answered that lacks some.
  return ask(sourcesOf(period, (await spans()).filter(isOfHours)));
};

const isOfHours = ({ versions }: CountedSpan): boolean => versions.length === 0;

const sourcesOf = (period: Span, spans: readonly CountedSpan[]): PathSources => {
  const within = spans
    .map(span => ({ ...span, from: Math.max(span.from, period.from), to: Math.min(span.to, period.to) }))
    .filter(({ from, to }) => from < to)
    .toSorted((one, other) => one.from - other.from);
  const starts = [...within.map(({ from }) => from), period.to];
  const ends = [period.from, ...within.map(({ to }) => to)];
  return {
    hours: within.filter(isOfHours),
    days: within.filter(span => !isOfHours(span)),
    rows: starts.map((to, n) => ({ from: ends[n] ?? period.from, to })).filter(({ from, to }) => from < to),
  };
};
