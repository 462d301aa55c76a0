/** The statements of paths, in ClickHouse's SQL. Transitions are counted out of rows, and by hours once their rows have expired. */
import { archivedTo } from '../store/tables.ts';
import { transitionsOf } from '../store/transitions.ts';
import { kept } from '../store/waiting.ts';
import { PATH_GAP, HOUR } from '../../../events/store/counting.ts';
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { withinHours, withinSpan } from '../../../features/usage/queries/where.ts';
import { whereWho } from './where.ts';

export const countedTo: UsageStatements['countedTo'] = () => ({
  sql: `SELECT toInt64(ifNull(${archivedTo}, 0)) * ${HOUR} AS \`to\``,
  values: {},
});

export const paths: UsageStatements['paths'] = (params, { hours, rows }) => {
  const who = whereWho(params);
  const sources = ["SELECT '' AS from_page, '' AS to_page, toInt64(0) AS transitions"];
  if (hours.from < hours.to)
    sources.push(
      `SELECT from_page, to_page, transitions FROM transitions_archive WHERE ${who.sql} AND ${withinHours(hours)}`,
    );
  if (rows.from < rows.to)
    sources.push(
      `SELECT from_page, to_page, transitions
       FROM (${transitionsOf(`${who.sql} AND ${kept.rows} AND ${withinSpan(rows, PATH_GAP)}`, withinSpan(rows))})`,
    );
  // No path goes from outside to outside: these stand for all.
  return {
    sql: `
      SELECT if(is_all, NULL, from) AS from_page, if(is_all, NULL, to) AS to_page, if(is_all, total, own) AS moves,
             toBool(${archivedTo} * ${HOUR} <= ${rows.from}) AS whole
      FROM (
        SELECT from_page AS from, to_page AS to, from_page = '' AND to_page = '' AS is_all,
               sum(transitions) AS own, sum(own) OVER () AS total
        FROM (${sources.join(' UNION ALL ')})
        GROUP BY from_page, to_page
      )
      WHERE is_all OR own > 0
      ORDER BY is_all DESC, own DESC, from, to LIMIT {top:UInt32} + 1`,
    values: { ...who.values, top: params.top },
  };
};
