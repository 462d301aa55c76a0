/** The statement of a funnel, in ClickHouse's SQL. `windowFunnel` is none: it takes the first beginning, not the best. */
import { peopleOf } from '../../../../events/store/clickhouse/people.ts';
import { stepValues } from '../funnel.ts';
import type { UsageStatements } from '../statements.ts';
import { whereRows } from './where.ts';

/**
 * For each event that is a step, `start` of step k is the latest time of a first step from which the steps up to k
 * were done in order up to this event; the latest is the best, since the window counts from there. An event stands
 * for several steps where a key is named twice (`steps` has a bit for each), but comes after itself in none, unless another
 * one has the same time and sequence number. As in DuckDB's statement, `id`
 * takes no part in the order: it is the widest column.
 */
export const funnel: UsageStatements['funnel'] = (params, { from, to }) => {
  const { steps, window } = params;
  const where = whereRows(params, { from, to: to + window });
  const is = steps.map((_, n) => `(kind = {kind${n}:UInt8} AND key = {key${n}:String})`);
  let chain = `
    SELECT person, time, sequence, steps, if(bitTest(steps, 0) AND time < ${to}, toNullable(time), NULL) AS start0
    FROM ${peopleOf(`(
      SELECT person, time, sequence, toUInt16(${is.map((sql, n) => `${sql} * ${1 << n}`).join(' + ')}) AS steps
      FROM events WHERE ${where.sql} AND (${is.join(' OR ')}))`)}
    WHERE person IS NOT NULL`;
  for (let n = 1; n < steps.length; n += 1) {
    chain = `
      SELECT * EXCEPT (before), if(bitTest(steps, ${n}) AND time - before <= ${window}, before, NULL) AS start${n}
      FROM (
        SELECT *, max(start${n - 1}) OVER (PARTITION BY person ORDER BY time, sequence, steps
                                           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
        FROM (${chain})
      )`;
  }
  return {
    sql: `
      SELECT ${steps
        .map((_, n) => `count(took${n}) AS people${n}, quantileExactInclusive(0.5)(took${n}) AS median${n}`)
        .join(', ')}
      FROM (SELECT ${steps.map((_, n) => `min(time - start${n}) AS took${n}`).join(', ')} FROM (${chain}) GROUP BY person)`,
    values: { ...where.values, ...stepValues(params) },
  };
};
