/** Heat map: where on a page people click. */
import { heatmapGrid, usageDays, widthClasses } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/duck-store.ts';
import type { Answer, Asked } from './asked.ts';
import { periodOf } from './period.ts';
import { type Asking, counted, whereRows } from './scope.ts';

const { columns, row, cells } = heatmapGrid;
/** `x` of a click is in thousandths of the width. */
const WIDE = 1000;
/** CSS pixels from the top within which a click is shown: further down there is no page. */
const TALLEST = 10_000_000;
const CLASS = "case when w < 600 then 'narrow' when w < 1200 then 'medium' else 'wide' end";

/** @throws Refusal InvalidRequest by field */
export const heatmap = async (
  asking: Asking,
  asked: Asked<'getUsageHeatmap'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsageHeatmap'>> => {
  const period = periodOf(asked, asking.now(), usageDays.rows);
  const where = whereRows(asked, period).and(
    `kind = 2 and key = $page and x between 0 and ${WIDE} and y between 0 and ${TALLEST} and w > 0`,
    { page: asked.page },
  );
  const ofWidth = asked.width === undefined ? 'true' : `${CLASS} = '${asked.width}'`;
  const [said, widths, found] = await Promise.all([
    counted(asking, asked, period, options),
    asking.door.query<{ width: (typeof widthClasses)[number] | null; clicks: number; height: number | null }>(
      `select ${CLASS} as width, count(*) as clicks, round(median(h) filter (${ofWidth})) as height
       from events where ${where.sql} group by grouping sets ((width), ())`,
      where.values,
      options,
    ),
    asking.door.query<{ x: number; y: number; clicks: number }>(
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
    ...said,
    clicks: asked.width === undefined ? each.narrow + each.medium + each.wide : each[asked.width],
    widths: each,
    height: widths.find(one => one.width === null)?.height ?? 0,
    cells: found.slice(0, cells).map(({ x, y, clicks }) => [x, y, clicks] as [number, number, number]),
    more: found.length > cells,
  };
};
