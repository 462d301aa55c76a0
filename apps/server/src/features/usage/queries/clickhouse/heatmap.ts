/** The statements of the heat map, in ClickHouse's SQL. */
import { heatmapGrid, widthClasses } from '@rollcall/contract/console';
import { TALLEST, WIDE } from '../heatmap.ts';
import type { UsageStatements } from '../statements.ts';
import { whereRows } from './where.ts';

const { columns, row, cells: CELLS } = heatmapGrid;
const CLASS = "multiIf(w < 600, 'narrow', w < 1200, 'medium', 'wide')";

export const clicks: UsageStatements['clicks'] = (params, period) => {
  const { sql, values } = whereRows(params, period).and(
    `kind = 2 AND key = {page:String} AND x BETWEEN 0 AND ${WIDE} AND y BETWEEN 0 AND ${TALLEST} AND w > 0`,
    { page: params.page },
  );
  const ofWidth = params.width === undefined ? 'true' : `class = '${params.width}'`;
  const figures = [
    `countIf(${ofWidth}) AS clicks`,
    ...widthClasses.map(width => `countIf(class = '${width}') AS ${width}`),
    `quantileExactInclusiveIf(0.5)(h, ${ofWidth}) AS height`,
  ];
  return {
    // One row of all beside the cells' rows, so that the clicks are read once.
    sql: `SELECT if(whole, NULL, cell.1) AS x, if(whole, NULL, cell.2) AS y, clicks, ${widthClasses.join(', ')}, height
      FROM (
        SELECT cell, grouping(cell) = 1 AS whole, ${figures.join(', ')}
        FROM (
          SELECT (toInt32(least(floor(assumeNotNull(x) * ${columns} / ${WIDE}), ${columns - 1})),
                  toInt32(floor(assumeNotNull(y) / ${row}))) AS cell, h, ${CLASS} AS class
          FROM events WHERE ${sql}
        )
        GROUP BY GROUPING SETS ((cell), ())
      )
      WHERE whole OR clicks > 0
      ORDER BY whole DESC, clicks DESC, cell.2, cell.1 LIMIT ${CELLS + 2}`,
    values,
  };
};
