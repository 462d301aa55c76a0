/** Time spent, from timed events. */
import { usageDays } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { DURATION_STEPS } from '../../../events/store/rollups.ts';
import type { Answer, QueryParams } from './params.ts';
import { kindName } from './kinds.ts';
import { periodOf } from './period.ts';
import { type QueryContext, countedRollups, whereHours } from './scope.ts';

/** The middle of a step of the histogram, in milliseconds. */
const middle = (step: number): number => Math.round(Math.exp((step + 0.5) / DURATION_STEPS) - 1);

/** @throws Refusal InvalidRequest by field */
export const timeSpent = async (
  context: QueryContext,
  params: QueryParams<'getUsageTime'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsageTime'>> => {
  const period = periodOf(params, context.now(), usageDays.day);
  const { sql, values } = whereHours(params, period);
  const [notes, rows] = await Promise.all([
    countedRollups(context, params, period, options),
    context.client.query<{
      kind: number;
      key: string;
      events: number;
      sum: number;
      median: number;
      p90: number;
    }>(
      `with listed as (
         select kind, key, sum(timed) as events, sum(duration)::double as sum from hourly where ${sql}
         group by kind, key having sum(timed) > 0 order by sum desc, kind, key limit $top
       ), steps as (
         select kind, key, step, sum(sum(durations.events)) over (partition by kind, key order by step) as upto
         from durations where ${sql} and (kind, key) in (select (kind, key) from listed)
         group by kind, key, step
       )
       select kind, key, any_value(listed.events) as events, any_value(sum) as sum,
              min(step) filter (upto >= 0.5 * listed.events) as median,
              min(step) filter (upto >= 0.9 * listed.events) as p90
       from listed join steps using (kind, key) group by kind, key order by sum desc, kind, key`,
      { ...values, top: params.top },
      options,
    ),
  ]);
  return {
    ...notes,
    keys: rows.map(({ kind, median, p90, ...row }) => ({
      kind: kindName(kind),
      ...row,
      median: middle(median),
      p90: middle(p90),
    })),
  };
};
