/** Heat map: the positions of clicks on a page. */
import { heatmapGrid, usageDays, widthClasses } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import type { Answer, QueryParams } from './params.ts';
import { periodOf } from './period.ts';
import { type QueryContext, counted, whereRows } from './scope.ts';

const { columns, row, cells } = heatmapGrid;
/** `x` of a click is in thousandths of the width. */
const WIDE = 1000;
/** Maximum CSS pixels from the top of a click that is shown. */
const TALLEST = 10_000_000;
const CLASS = "case when w < 600 then 'narrow' when w < 1200 then 'medium' else 'wide' end";

/** @throws Refusal InvalidRequest by field */
export const heatmap = async (
  context: QueryContext,
  params: QueryParams<'getUsageHeatmap'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsageHeatmap'>> => {
  const period = periodOf(params, context.now(), usageDays.rows);
  const where = whereRows(params, period).and(
    `kind = 2 and key = $page and x between 0 and ${WIDE} and y between 0 and ${TALLEST} and w > 0`,
    { page: params.page },
  );
  const ofWidth = params.width === undefined ? 'true' : `${CLASS} = '${params.width}'`;
  const [notes, widths, found] = await Promise.all([
    counted(context, params, period, options),
    context.client.query<{
      width: (typeof widthClasses)[number] | null;
      clicks: number;
      height: number | null;
    }>(
      `select ${CLASS} as width, count(*) as clicks, round(median(h) filter (${ofWidth})) as height
       from events where ${where.sql} group by grouping sets ((width), ())`,
      where.values,
      options,
    ),
    context.client.query<{ x: number; y: number; clicks: number }>(
      `select least(floor(x * ${columns} / ${WIDE}), ${columns - 1})::integer as x, floor(y / ${row})::bigint as y,
              count(*) as clicks
       from events where ${where.sql} and ${ofWidth} group by all order by clicks desc, y, x limit ${cells + 1}`,
      where.values,
      options,
    ),
  ]);
  const clicksOf = (width: string) => widths.find(each => each.width === width)?.clicks ?? 0;
  const each = { narrow: clicksOf('narrow'), medium: clicksOf('medium'), wide: clicksOf('wide') };
  return {
    ...notes,
    clicks: params.width === undefined ? each.narrow + each.medium + each.wide : each[params.width],
    widths: each,
    height: widths.find(one => one.width === null)?.height ?? 0,
    cells: found.slice(0, cells).map(({ x, y, clicks }) => [x, y, clicks] as [number, number, number]),
    more: found.length > cells,
  };
};
