/** The statements of paths, in ClickHouse's SQL. Only the transitions of hours whose rows have expired are counted already. */
import { transitionsOf } from '../../../../events/store/clickhouse/transitions.ts';
import { PATH_GAP } from '../../../../events/store/rollups.ts';
import type { UsageStatements } from '../statements.ts';
import { whereHours, whereRows } from './where.ts';

export const transitionsTo: UsageStatements['transitionsTo'] = () => ({
  sql: "SELECT max(m.value) AS value FROM meta AS m WHERE name = 'archived_to'",
  values: {},
});

export const paths: UsageStatements['paths'] = (params, period, from) => {
  const archived = whereHours(params, { from: period.from, to: from });
  const rows = whereRows(params, { from: from - PATH_GAP, to: period.to + PATH_GAP });
  const recent = transitionsOf(rows.sql, `time >= ${from} AND time < ${period.to}`);
  const page = params.page === undefined ? 'true' : '(from_page = {page:String} OR to_page = {page:String})';
  return {
    sql: `
      SELECT from_page, to_page, moves, sum(moves) OVER () AS total
      FROM (
        SELECT from_page, to_page, sum(transitions) AS moves
        FROM (
          SELECT from_page, to_page, transitions FROM transitions WHERE ${archived.sql}
          UNION ALL SELECT from_page, to_page, transitions FROM (${recent})
        )
        WHERE ${page} GROUP BY from_page, to_page
      )
      ORDER BY moves DESC, from_page, to_page LIMIT {top:UInt32}`,
    values: {
      ...rows.values,
      top: params.top,
      ...(params.page === undefined ? {} : { page: params.page }),
    },
  };
};
