/** The statement of a funnel, in DuckDB's SQL. */
import { peopleOf } from '../../../../events/store/joins.ts';
import { stepValues } from '../funnel.ts';
import type { UsageStatements } from '../statements.ts';
import { whereRows } from './where.ts';

/**
 * For each event that is a step, `start` of step k is the latest time of a first step from which the steps up to k
 * were done in order up to this event; the latest is the best, since the window counts from there. An event stands
 * for several steps where a key is named twice, but comes after itself in none.
 */
export const funnel: UsageStatements['funnel'] = (params, { from, to }) => {
  const { steps, window } = params;
  const where = whereRows(params, { from, to: to + window });
  const is = steps.map((_, n) => `(kind = $kind${n} and key = $key${n})`);
  const order =
    'partition by person order by time, sequence, id rows between unbounded preceding and 1 preceding';
  const chain = steps
    .slice(1)
    .map((_, index) => {
      const n = index + 1;
      return `step${n} as (
        select * exclude (before),
               case when is${n} and time - before <= ${window} then before end as start${n}
        from (select *, max(start${n - 1}) over (${order}) as before from step${n - 1})
      )`;
    })
    .join(', ');
  const last = steps.length - 1;
  return {
    sql: `
      with chosen as materialized (
        select * from ${peopleOf(`(
          select person, time, sequence, id, ${is.map((sql, n) => `${sql} as is${n}`).join(', ')}
          from events where ${where.sql} and (${is.join(' or ')}))`)}
        where person is not null
      ), step0 as (
        select *, case when is0 and time < ${to} then time end as start0
        from chosen where person in (select person from chosen where is0)
      ), ${chain},
      people as (
        select person, ${steps.map((_, n) => `min(time - start${n}) as took${n}`).join(', ')}
        from step${last} group by person
      )
      select ${steps.map((_, n) => `count(took${n}) as people${n}, median(took${n}) as median${n}`).join(', ')}
      from people`,
    values: { ...where.values, ...stepValues(params) },
  };
};
