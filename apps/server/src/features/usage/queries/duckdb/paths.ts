/** The statements of paths, in DuckDB's SQL. Rollups have the transitions of older hours; late events may arrive for those of the last days. */
import { peopleOf } from '../../../../events/store/joins.ts';
import { PATH_GAP, transitionsOf } from '../../../../events/store/rollups.ts';
import type { UsageStatements } from '../statements.ts';
import { whereHours, whereRows } from './where.ts';

export const transitionsTo: UsageStatements['transitionsTo'] = () => ({
  sql: "select value from meta where name = 'watermark'",
  values: {},
});

export const paths: UsageStatements['paths'] = (params, period, from) => {
  const rollups = whereHours(params, { from: period.from, to: from });
  const rows = whereRows(params, { from: from - PATH_GAP, to: period.to + PATH_GAP });
  const recent = transitionsOf(
    peopleOf(`(select * from events where ${rows.sql})`),
    `time >= ${from} and time < ${period.to}`,
  );
  const page = params.page === undefined ? 'true' : '(from_page = $page or to_page = $page)';
  return {
    sql: `with every as (
        select from_page, to_page, transitions from transitions where ${rollups.sql}
        union all select from_page, to_page, transitions from (${recent})
      )
      select from_page, to_page, sum(transitions) as moves, sum(sum(transitions)) over () as total
      from every where ${page} group by from_page, to_page having sum(transitions) <> 0
      order by moves desc, from_page, to_page limit $top`,
    values: {
      ...rows.values,
      top: params.top,
      ...(params.page === undefined ? {} : { page: params.page }),
    },
  };
};
