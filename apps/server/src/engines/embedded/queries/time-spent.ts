/** The statement of time spent, in DuckDB's SQL. */
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { whereHours } from './where.ts';

export const timeSpent: UsageStatements['timeSpent'] = (params, period) => {
  const { sql, values } = whereHours(params, period);
  return {
    sql: `with listed as (
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
    values: { ...values, top: params.top },
  };
};
