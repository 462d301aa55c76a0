/** The statements about people, in DuckDB's SQL. */
import { peopleOf } from '../store/joins.ts';
import type { Values } from '../../../events/store/query-client.ts';
import { HOUR } from '../../../events/store/counting.ts';
import { type Axis, axisOf, type Period } from '../../../features/usage/queries/period.ts';
import type { UsageStatements, Who } from '../../../features/usage/queries/statements.ts';
import { PointSets, MOST_POINTS } from './point-sets.ts';
import { retentionByRows, usersByRows } from './long-axes.ts';
import { whereHours, whereWho } from './where.ts';

/**
 * Two relations, of one row for each person: `people`, who were there; and `newcomers` with `place`, those who were there for the first time
 * ever at that point and within the period. A platform narrows who is seen, not who was first.
 */
const relations = (
  who: Who,
  period: Period,
  axis: Axis,
  until: number,
): { readonly sql: string; readonly values: Values; readonly pointSets: PointSets } => {
  const pointSets = new PointSets(axis, axisOf({ ...period, to: until }, axis.step).last);
  const seen = whereHours(who, { from: period.from, to: until });
  const first = whereWho(who, { platform: false });
  const { from, to } = period;
  const firsts = (when: string) =>
    peopleOf(
      `(select person, identified, first_at from first_seen where ${first.sql} and ${when})`,
      'first_at',
    );
  const { columns, merged } = pointSets;
  return {
    // Who was there before the period is most of all in a long history, and is looked at for those alone who could be new.
    sql: `
      everybody as materialized (
        select person, ${merged}, min(first_at) as first_at
        from (
          select *, null as first_at from (${pointSets.rowsOfHours(seen)})
          union all
          select person, ${columns.map(() => '0').join(', ')}, first_at from ${firsts(`first_at >= ${from} and first_at < ${to}`)}
        )
        where person is not null group by person
      ), people as (
        select * from everybody where ${pointSets.any}
      ), newcomers as materialized (
        select person, place, ${columns.join(', ')}
        from (select *, ${pointSets.place(`(first_at // ${HOUR})`)} as place from people where first_at is not null)
        anti join (select person from ${firsts(`first_at < ${from}`)} where person is not null) using (person)
        where ${pointSets.at('place')} = 1
      )`,
    values: { ...first.values, ...seen.values },
    pointSets,
  };
};

export const users: UsageStatements['users'] = (params, period, axis) => {
  if (axis.names.length > MOST_POINTS) return usersByRows(params, period, axis);
  const { sql, values, pointSets } = relations(params, period, axis, period.to);
  return {
    sql: `with ${sql}
      select place + ${axis.first} as point, people, coalesce(came, 0) as newcomers
      from (${pointSets.counts('people')})
      left join (select place, count(*) as came from newcomers group by place) using (place)
      union all
      select null, (select count(*) from people), (select count(*) from newcomers)`,
    values,
  };
};

export const retention: UsageStatements['retention'] = (params, period, axis, until) => {
  if (axis.names.length + params.length > MOST_POINTS) return retentionByRows(params, period, axis, until);
  const { sql, values, pointSets } = relations(params, period, axis, until);
  const back = Array.from({ length: params.length + 1 }, (_, n) => `sum(${pointSets.at(`place + ${n}`)})`);
  return {
    sql: `with ${sql}
      select * from (
        select place + ${axis.first} as point, unnest(range(${back.length})) as after, unnest([${back.join(', ')}]) as people
        from newcomers group by place
      ) where people > 0`,
    values,
  };
};
