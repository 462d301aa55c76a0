/** The statement of a funnel, in DuckDB's SQL. */
import { peopleOf } from '../../../../events/store/joins.ts';
import { stepValues } from '../funnel.ts';
import type { UsageStatements } from '../statements.ts';
import { whereRows } from './where.ts';

/**
 * For each event that is a step, `start` of step k is the latest time of a first step from which the steps up to k
 * were done in order up to this event; the latest is the best, since the window counts from there. An event stands
 * for several steps where a key is named twice (`steps` has a bit for each), but comes after itself in none, unless another one
 * has the same time and sequence number.
 *
 * Sorting costs the most. So `id`, the widest column, takes no part in the order, and each stage sorts only what the next step can follow from.
 */
export const funnel: UsageStatements['funnel'] = (params, { from, to }) => {
  const { steps, window } = params;
  const where = whereRows(params, { from, to: to + window });
  const is = steps.map((_, n) => `(kind = $kind${n} and key = $key${n})`);
  const begins = `steps & 1 <> 0 and time < ${to}`;
  const earlier =
    'over (partition by person order by time, sequence, steps rows between unbounded preceding and 1 preceding)';
  const later = steps.slice(1).map((_, index) => index + 1);
  const stages = later.map(n => {
    const bit = 1 << n;
    // Starts only grow from event to event of a person, so the last one is the latest.
    return `, step${n} as materialized (
        select person, time, sequence, steps, case when steps & ${bit} <> 0 then before end as start
        from (select *, last_value(start ignore nulls) ${earlier} as before from step${n - 1})
        where steps >= ${bit} and time - before <= ${window})`;
  });
  const counts = later.map(
    n => `(select count(*) as people${n}, median(took) as median${n} from (
        select min(time - start) as took from step${n} where start is not null group by person))`,
  );
  return {
    sql: `
      with chosen as materialized (
        select * from ${peopleOf(`(
          select person, identified, time, sequence, (${is.map((sql, n) => `case when ${sql} then ${1 << n} else 0 end`).join(' + ')})::usmallint as steps
          from events where ${where.sql} and (${is.join(' or ')}))`)}
        where person is not null
      ), step0 as (
        select *, case when ${begins} then time end as start
        from chosen where person in (select person from chosen where ${begins})
      )${stages.join('')}
      select * from ${[`(select count(distinct person) as people0 from chosen where ${begins})`, ...counts].join(', ')}`,
    values: { ...where.values, ...stepValues(params) },
  };
};
