/** Heat maps of clicks. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { count } from '../page.ts';
import { keyText, filter, kept, base, row } from './filter.ts';

/** Widths of a page in CSS pixels by which clicks are told apart: below 600, below 1200, wider. */
export const widthClasses = ['narrow', 'medium', 'wide'] as const;

/** Columns of a heat map, and the height of its rows in CSS pixels. */
export const heatmapGrid = { columns: 50, row: 20, cells: 5000 } as const;

export const getUsageHeatmap = {
  ...row,
  summary:
    "Where on a page people click, in cells of a fiftieth of the page's width and 20 pixels of height.",
  path: `${base}/heatmap`,
  query: v.object({
    ...filter,
    page: keyText,
    width: v.optional(v.picklist(widthClasses)),
  }),
  answer: v.object({
    ...kept,
    clicks: count,
    /** Clicks by the page's width, whichever is asked for. */
    widths: v.object({ narrow: count, medium: count, wide: count }),
    /** CSS pixels of the page's height: the median of the clicks'. */
    height: count,
    /** The fullest first, at most 5000: column (0 to 49), row from the top, clicks. */
    cells: v.array(v.tuple([count, count, count])),
    /** There are more cells than that. */
    more: v.boolean(),
  }),
} as const satisfies ConsoleCall;
