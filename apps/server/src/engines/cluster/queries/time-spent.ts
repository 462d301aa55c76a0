/** The statement of time spent, in ClickHouse's SQL. */
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { whereHours } from './where.ts';

export const timeSpent: UsageStatements['timeSpent'] = (params, period) => {
  const { sql, values } = whereHours(params, period);
  /** The least step of which so many tenths are not above. */
  const least = (tenths: number): string =>
    `tupleElement(steps[arrayFirstIndex(upto -> 10 * upto >= ${tenths} * events, sums)], 1)`;
  return {
    sql: `
      SELECT kind, key, events, spent AS sum, ${least(5)} AS median, ${least(9)} AS p90
      FROM (
        SELECT kind, key, sum(timed_here) AS events, toFloat64(sum(spent_here)) AS spent,
               arraySort(groupArray((step, timed_here))) AS steps, arrayCumSum(each -> each.2, steps) AS sums
        FROM (
          SELECT kind, key, step, sum(timed) AS timed_here, sum(duration) AS spent_here
          FROM hourly WHERE ${sql} AND step >= 0 GROUP BY kind, key, step
        )
        GROUP BY kind, key ORDER BY spent DESC, kind, key LIMIT {top:UInt32}
      )
      ORDER BY spent DESC, kind, key`,
    values: { ...values, top: params.top },
  };
};
