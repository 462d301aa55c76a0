/**
 * The statements about people on axes of many points, in DuckDB's SQL. Most people are there at a few of them, so that a row for each takes less
 * memory and time than bits of all (`point-sets.ts`).
 */
import { peopleOf } from '../store/joins.ts';
import type { Values } from '../../../events/store/query-client.ts';
import { HOUR } from '../../../events/store/counting.ts';
import type { Axis, Period } from '../../../features/usage/queries/period.ts';
import type { UsageStatements, Who } from '../../../features/usage/queries/statements.ts';
import { pointOf } from './point.ts';
import { whereHours, whereWho } from './where.ts';

/**
 * Two relations: `seen` (point, person), each once; and `newcomers` (point, person), those of `seen` that came for the
 * first time ever in that point and within the period. A platform narrows what is seen, not what was first.
 */
const relations = (
  who: Who,
  period: Period,
  axis: Axis,
  until: number,
): { readonly sql: string; readonly values: Values } => {
  const seen = whereHours(who, { from: period.from, to: until });
  const first = whereWho(who, { platform: false });
  return {
    sql: `
      seen as materialized (
        select distinct ${pointOf(axis, 'hour')} as point, person
        from ${peopleOf(`(select * from active_persons where ${seen.sql})`, 'first_at')} where person is not null
      ), newcomers as materialized (
        select point, person from seen join (
          select ${pointOf(axis, 'first')} as point, person
          from (select person, min(first_at) // ${HOUR} as first
                from ${peopleOf(`(select * from first_seen where ${first.sql})`, 'first_at')}
                where person is not null group by person)
          where first >= ${period.from / HOUR} and first < ${period.to / HOUR}
        ) using (point, person)
      )`,
    values: { ...first.values, ...seen.values },
  };
};

export const usersByRows: UsageStatements['users'] = (params, period, axis) => {
  const { sql, values } = relations(params, period, axis, period.to);
  return {
    sql: `with ${sql}
      select point, people, coalesce(came, 0) as newcomers
      from (select point, count(*) as people from seen group by point)
      left join (select point, count(*) as came from newcomers group by point) using (point)
      union all
      select null, (select count(distinct person) from seen), (select count(*) from newcomers)`,
    values,
  };
};

export const retentionByRows: UsageStatements['retention'] = (params, period, axis, until) => {
  const { sql, values } = relations(params, period, axis, until);
  return {
    sql: `with ${sql}
      select newcomers.point as point, seen.point - newcomers.point as after, count(*) as people
      from newcomers join seen using (person)
      where seen.point between newcomers.point and newcomers.point + ${params.length} group by all`,
    values,
  };
};
