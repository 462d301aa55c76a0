/** The statements of the heat map, in ClickHouse's SQL. */
import { heatmapGrid, widthClasses } from '@rollcall/contract/console';
import { TALLEST, WIDE } from '../heatmap.ts';
import type { UsageStatements } from '../statements.ts';
import { whereRows } from './where.ts';

type Heatmap = Parameters<UsageStatements['clicks']>;

const { columns, row, cells: CELLS } = heatmapGrid;
const CLASS = "multiIf(w < 600, 'narrow', w < 1200, 'medium', 'wide')";

const shown = (params: Heatmap[0], period: Heatmap[1]) =>
  whereRows(params, period).and(
    `kind = 2 AND key = {page:String} AND x BETWEEN 0 AND ${WIDE} AND y BETWEEN 0 AND ${TALLEST} AND w > 0`,
    { page: params.page },
  );
const ofWidth = ({ width }: Heatmap[0]) => (width === undefined ? 'true' : `${CLASS} = '${width}'`);

export const clicks: UsageStatements['clicks'] = (params, period) => {
  const { sql, values } = shown(params, period);
  return {
    sql: `SELECT ${widthClasses.map(width => `countIf(${CLASS} = '${width}') AS ${width}`).join(', ')},
        quantileExactInclusiveIf(0.5)(h, ${ofWidth(params)}) AS height
      FROM events WHERE ${sql}`,
    values,
  };
};

export const cells: UsageStatements['cells'] = (params, period) => {
  const { sql, values } = shown(params, period);
  return {
    sql: `SELECT cell.1 AS x, cell.2 AS y, clicks
      FROM (
        SELECT (toInt32(least(floor(assumeNotNull(x) * ${columns} / ${WIDE}), ${columns - 1})),
                toInt32(floor(assumeNotNull(y) / ${row}))) AS cell, count() AS clicks
        FROM events WHERE ${sql} AND ${ofWidth(params)} GROUP BY cell
      )
      ORDER BY clicks DESC, cell.2, cell.1 LIMIT ${CELLS + 1}`,
    values,
  };
};
