/** Heat map: the positions of clicks on a page. */
import { heatmapGrid, usageDays } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { counted } from './counted.ts';
import type { Answer, QueryParams } from './params.ts';
import { periodOf } from './period.ts';
import { type QueryContext, rowsOf } from './statements.ts';

/** `x` of a click is in thousandths of the width. */
export const WIDE = 1000;
/** Maximum CSS pixels from the top of a click that is shown. */
export const TALLEST = 10_000_000;

/** @throws Refusal InvalidRequest by field */
export const heatmap = async (
  context: QueryContext,
  params: QueryParams<'getUsageHeatmap'>,
  options: QueryOptions = {},
): Promise<Answer<'getUsageHeatmap'>> => {
  const period = periodOf(params, context.now(), usageDays.rows);
  const [notes, [all, ...cells]] = await Promise.all([
    counted(context, params, period, options),
    rowsOf(context, context.statements.clicks(params, period), options),
  ]);
  const { clicks = 0, narrow = 0, medium = 0, wide = 0, height = null } = all ?? {};
  return {
    ...notes,
    clicks,
    widths: { narrow, medium, wide },
    height: Math.round(height ?? 0),
    cells: cells
      .slice(0, heatmapGrid.cells)
      .map(cell => [cell.x ?? 0, cell.y ?? 0, cell.clicks] as [number, number, number]),
    more: cells.length > heatmapGrid.cells,
  };
};
