/** Trend: how often, by how many people or for how long, over time. */
import { usageDays } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { counted } from './counted.ts';
import type { Answer, QueryParams } from './params.ts';
import { axisOf, periodOf } from './period.ts';
import { type QueryContext, rowsOf } from './statements.ts';

/** Characters of a value that names a series. */
export const NAME = 128;

/** @throws Refusal InvalidRequest by field */
export const trend = async (
  context: QueryContext,
  params: QueryParams<'getUsageTrend'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsageTrend'>> => {
  const period = periodOf(params, context.now(), usageDays[params.step]);
  const axis = axisOf(period, params.step);
  const [notes, rows] = await Promise.all([
    counted(context, params, period, options),
    rowsOf(context, context.statements.trend(params, period, axis), options),
  ]);
  const length = axis.names.length;
  const line = () => ({ total: 0, values: Array.from({ length }, () => 0) });
  const series = new Map<number, { name: string | null; total: number; values: number[] }>();
  let others: { total: number; values: number[] } | null = null;
  for (const { point, rank, name, value } of rows) {
    let into: { total: number; values: number[] };
    if (rank === null) into = others ??= line();
    else {
      const known = series.get(rank) ?? { name, ...line() };
      series.set(rank, known);
      into = known;
    }
    if (point === null) into.total = value;
    else into.values[point - axis.first] = value;
  }
  const ordered = [...series].sort(([one], [other]) => one - other).map(([, each]) => each);
  if (params.by === undefined && ordered.length === 0) ordered.push({ name: '', ...line() });
  return { ...notes, points: [...axis.names], series: ordered, others };
};
