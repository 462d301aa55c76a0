/** The statements of the heat map, in DuckDB's SQL. */
import { heatmapGrid, widthClasses } from '@rollcall/contract/console';
import { TALLEST, WIDE } from '../../../features/usage/queries/heatmap.ts';
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { whereRows } from './where.ts';

const { columns, row, cells: CELLS } = heatmapGrid;
const CLASS = "case when w < 600 then 'narrow' when w < 1200 then 'medium' else 'wide' end";

export const clicks: UsageStatements['clicks'] = (params, period) => {
  const { sql, values } = whereRows(params, period).and(
    `kind = 2 and key = $page and x between 0 and ${WIDE} and y between 0 and ${TALLEST} and w > 0`,
    { page: params.page },
  );
  const ofWidth = params.width === undefined ? 'true' : `class = '${params.width}'`;
  const widths = widthClasses.map(width => `count(*) filter (class = '${width}') as ${width}`);
  return {
    sql: `with clicked as materialized (
        select least(floor(x * ${columns} / ${WIDE}), ${columns - 1})::integer as x, floor(y / ${row})::bigint as y, h, ${CLASS} as class
        from events where ${sql}
      )
      select * from (
        select null as x, null as y, count(*) filter (${ofWidth}) as clicks, ${widths.join(', ')},
               median(h) filter (${ofWidth}) as height
        from clicked
        union all
        select x, y, count(*) as clicks, ${widthClasses.map(() => '0').join(', ')}, null
        from clicked where ${ofWidth} group by x, y
      )
      order by x is null desc, clicks desc, y, x limit ${CELLS + 2}`,
    values,
  };
};
