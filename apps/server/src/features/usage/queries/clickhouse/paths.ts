/** The statements of paths, in ClickHouse's SQL. Transitions are counted by days while nothing changes them, and by hours once their rows have expired. */
import { dayOf, hourOfDay } from '../../../../events/store/clickhouse/active-days.ts';
import { countedDays } from '../../../../events/store/clickhouse/daily-transitions.ts';
import { archivedTo } from '../../../../events/store/clickhouse/tables.ts';
import { transitionsOf } from '../../../../events/store/clickhouse/transitions.ts';
import { PATH_GAP } from '../../../../events/store/rollups.ts';
import { HOUR } from '../../../../events/store/tables.ts';
import type { UsageStatements } from '../statements.ts';
import { withinHours, withinSpans } from '../where.ts';
import { whereWho } from './where.ts';

/** Counts that one statement names, of the latest days: a statement of ClickHouse has 256 KiB at most. */
const NAMED = 5000;

export const countedSpans: UsageStatements['countedSpans'] = ({ product }, { from, to }) => {
  // A day that is in the period in part would have to be cut. Days without views belong to the span of the day before them.
  const days = { first: dayOf(from + 24 * HOUR - 1), last: dayOf(to) - 1 };
  const its = product === undefined ? 'true' : 'product = {product:String}';
  const start = (day: string) => `${hourOfDay(day)} * ${HOUR}`;
  return {
    sql: `
      SELECT 0 AS \`from\`, toInt64(ifNull(${archivedTo}, 0)) * ${HOUR} AS \`to\`, CAST([], 'Array(Int64)') AS versions, 0 AS counts
      UNION ALL
      SELECT ${start('day')} AS \`from\`, ${start('next')} AS \`to\`, its, all_counts
      FROM (
        SELECT day, groupArray(version) AS its, min(version) AS least, sum(counts) AS all_counts, sum(count()) OVER (ORDER BY day DESC) AS named,
               leadInFrame(day, 1, toInt64(${days.last + 1})) OVER (ORDER BY day ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS next
        FROM (${countedDays(its, days)}) GROUP BY day
      )
      WHERE least > 0 AND named <= ${NAMED}`,
    values: product === undefined ? {} : { product },
  };
};

export const paths: UsageStatements['paths'] = (params, { hours, days, rows }) => {
  const who = whereWho(params);
  const sources = ["SELECT '' AS from_page, '' AS to_page, toInt64(0) AS transitions, toUInt64(0) AS counts"];
  if (hours.length > 0) {
    sources.push(
      `SELECT from_page, to_page, transitions, 0 FROM transitions WHERE ${who.sql} AND ${withinHours(hours)}`,
    );
  }
  if (days.length > 0) {
    const counts = days.flatMap(day => day.versions.map(version => `(${dayOf(day.from)}, ${version})`));
    const asked = whereWho({ ...params, product: undefined }).sql;
    sources.push(
      `SELECT from_page, to_page, sumIf(transitions, ${asked}), count()
       FROM daily_transitions WHERE (day, version) IN (${counts.join(', ')}) GROUP BY from_page, to_page`,
    );
  }
  if (rows.length > 0) {
    const views = `${who.sql} AND ${withinSpans(rows, PATH_GAP)}`;
    sources.push(
      `SELECT from_page, to_page, transitions, 0 FROM (${transitionsOf(views, withinSpans(rows))})`,
    );
  }
  const page = params.page === undefined ? 'true' : '(from_page = {page:String} OR to_page = {page:String})';
  // Rows that expired since their span was found are missing here.
  const [firstRows] = rows;
  const isWhole = firstRows === undefined ? 'true' : `${archivedTo} * ${HOUR} <= ${firstRows.from}`;
  // No path goes from outside to outside: these stand for all.
  return {
    sql: `
      SELECT if(is_all, NULL, from) AS from_page, if(is_all, NULL, to) AS to_page, if(is_all, total, own) AS moves, if(${isWhole}, toInt64(read), NULL) AS read
      FROM (
        SELECT from_page AS from, to_page AS to, from_page = '' AND to_page = '' AS is_all, ${page} AS is_asked,
               sum(transitions) AS own, sum(if(is_asked, own, 0)) OVER () AS total, sum(sum(counts)) OVER () AS read
        FROM (${sources.join(' UNION ALL ')})
        GROUP BY from_page, to_page
      )
      WHERE is_all OR (is_asked AND own > 0)
      ORDER BY is_all DESC, own DESC, from, to LIMIT {top:UInt32} + 1`,
    values: {
      ...who.values,
      top: params.top,
      ...(params.page === undefined ? {} : { page: params.page }),
    },
  };
};
