/** The statements of the heat map, in DuckDB's SQL. */
import { heatmapGrid, widthClasses } from '@rollcall/contract/console';
import { TALLEST, WIDE } from '../heatmap.ts';
import type { UsageStatements } from '../statements.ts';
import { whereRows } from './where.ts';

type Heatmap = Parameters<UsageStatements['clicks']>;

const { columns, row, cells: CELLS } = heatmapGrid;
const CLASS = "case when w < 600 then 'narrow' when w < 1200 then 'medium' else 'wide' end";

const shown = (params: Heatmap[0], period: Heatmap[1]) =>
  whereRows(params, period).and(
    `kind = 2 and key = $page and x between 0 and ${WIDE} and y between 0 and ${TALLEST} and w > 0`,
    { page: params.page },
  );
const ofWidth = ({ width }: Heatmap[0]) => (width === undefined ? 'true' : `${CLASS} = '${width}'`);

export const clicks: UsageStatements['clicks'] = (params, period) => {
  const { sql, values } = shown(params, period);
  return {
    sql: `select ${widthClasses.map(width => `count(*) filter (${CLASS} = '${width}') as ${width}`).join(', ')},
        median(h) filter (${ofWidth(params)}) as height
      from events where ${sql}`,
    values,
  };
};

export const cells: UsageStatements['cells'] = (params, period) => {
  const { sql, values } = shown(params, period);
  return {
    sql: `select least(floor(x * ${columns} / ${WIDE}), ${columns - 1})::integer as x, floor(y / ${row})::bigint as y,
        count(*) as clicks
      from events where ${sql} and ${ofWidth(params)} group by all order by clicks desc, y, x limit ${CELLS + 1}`,
    values,
  };
};
