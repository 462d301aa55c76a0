/** The statements of paths, in DuckDB's SQL. Rollups have the transitions of older hours; late events may arrive for those of the last days. */
import { peopleOf } from '../store/joins.ts';
import { PATH_GAP, HOUR } from '../../../events/store/counting.ts';
import { transitionsOf } from '../store/rollups.ts';
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { withinHours, withinSpan } from '../../../features/usage/queries/where.ts';
import { whereWho } from './where.ts';

export const countedTo: UsageStatements['countedTo'] = () => ({
  sql: `select value * ${HOUR} as "to" from meta where name = 'watermark'`,
  values: {},
});

export const paths: UsageStatements['paths'] = (params, { hours, rows }) => {
  const who = whereWho(params);
  const recent = transitionsOf(
    peopleOf(`(select * from events where ${who.sql} and ${withinSpan(rows, PATH_GAP)})`),
    withinSpan(rows),
  );
  return {
    sql: `with every as (
        select from_page, to_page, transitions from transitions where ${who.sql} and ${withinHours(hours)}
        union all select from_page, to_page, transitions from (${recent})
      ), moved as (
        select from_page, to_page, sum(transitions) as moves
        from every group by from_page, to_page having sum(transitions) <> 0
      )
      from (
        select null as from_page, null as to_page, coalesce(sum(moves), 0) as moves, true as whole from moved
        union all
        (select from_page, to_page, moves, true from moved order by moves desc, from_page, to_page limit $top)
      ) order by from_page is not null, moves desc, from_page, to_page`,
    values: { ...who.values, top: params.top },
  };
};
