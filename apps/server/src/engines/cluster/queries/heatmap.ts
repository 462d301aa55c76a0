/** The statements of the heat map, in ClickHouse's SQL. */
import { heatmapGrid, widthClasses } from '@rollcall/contract/console';
import { TALLEST, WIDE } from '../../../features/usage/queries/heatmap.ts';
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { whereRows } from './where.ts';

const { columns, row, cells: CELLS } = heatmapGrid;
const ofWidth = {
  narrow: 'page_width < 600',
  medium: 'page_width >= 600 AND page_width < 1200',
  wide: 'page_width >= 1200',
} as const satisfies Readonly<Record<(typeof widthClasses)[number], string>>;

/** The page's whole row is the sum of its cells, and the median of their heights, so that each click is counted once. */
export const clicks: UsageStatements['clicks'] = (params, period) => {
  const { sql, values } = whereRows(params, period).and(
    `kind = 2 AND key = {page:String} AND x BETWEEN 0 AND ${WIDE} AND y BETWEEN 0 AND ${TALLEST} AND w > 0`,
    { page: params.page },
  );
  const asked = params.width === undefined ? 'true' : ofWidth[params.width];
  return {
    sql: `SELECT if(whole, NULL, toInt32(cell % ${columns})) AS x, if(whole, NULL, toInt32(intDiv(cell, ${columns}))) AS y,
             clicks, ${widthClasses.join(', ')}, height
      FROM (
        SELECT cell, grouping(cell) = 1 AS whole, sum(asked) AS clicks, ${widthClasses.map(width => `sum(${width}_clicks) AS ${width}`).join(', ')},
               quantileExactInclusiveIfMerge(0.5)(heights) AS height
        FROM (
          SELECT cell, countIf(${asked}) AS asked, ${widthClasses.map(width => `countIf(${ofWidth[width]}) AS ${width}_clicks`).join(', ')},
                 quantileExactInclusiveIfState(0.5)(h, ${asked}) AS heights
          FROM (
            SELECT toInt64(floor(assumeNotNull(y) / ${row})) * ${columns}
                     + toInt64(least(floor(assumeNotNull(x) * ${columns} / ${WIDE}), ${columns - 1})) AS cell, h, assumeNotNull(w) AS page_width
            FROM events WHERE ${sql}
          )
          GROUP BY cell
        )
        GROUP BY GROUPING SETS ((cell), ())
      )
      WHERE whole OR clicks > 0
      ORDER BY whole DESC, clicks DESC, cell LIMIT ${CELLS + 2}`,
    values,
  };
};
