/** The percentiles of a web vital over time. */
import type { AnswerOf } from '@rollcall/contract';
import type { MonitorConsoleCalls, Vital } from '@rollcall/contract/console';
import type { QueryOptions } from '../../events/store/query-client.ts';
import { type QueryContext, type Range, reportsOf, stepOf } from './queries.ts';

type Trend = AnswerOf<MonitorConsoleCalls['getVitalTrend']>;

/** @returns a point for each step of the range, those without samples too */
export const vitalTrend = async (
  { client, dialect }: QueryContext,
  { metric, ...range }: Range & { readonly metric: Vital },
  options?: QueryOptions,
): Promise<Trend> => {
  const { from, to } = range;
  const step = stepOf(to - from);
  const { sql, values } = reportsOf(dialect, 'performance', range);
  const rows = await client.query<Trend['points'][number]>(
    `select received - received % ${step} as "at", sum(weight) as samples, ${dialect.quantile('value', 0.5)} as p50,
       ${dialect.quantile('value', 0.75)} as p75, ${dialect.quantile('value', 0.95)} as p95
     ${sql} and name = ${dialect.text('metric')} and value is not null group by "at" order by "at"`,
    { ...values, metric },
    options,
  );
  const known = new Map(rows.map(row => [row.at, row]));
  const first = from - (from % step);
  return {
    step,
    points: Array.from({ length: Math.ceil((to - first) / step) }, (_, index) => {
      const at = first + index * step;
      return known.get(at) ?? { at, samples: 0, p50: null, p75: null, p95: null };
    }),
  };
};
