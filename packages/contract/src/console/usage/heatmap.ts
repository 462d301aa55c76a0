/** Heat maps of clicks. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { count } from '../page.ts';
import { keyText, filter, kept, base, question } from './filter.ts';

/** Classes of a page's width in CSS pixels: below 600, below 1200, wider. */
export const widthClasses = ['narrow', 'medium', 'wide'] as const;

/** Columns of a heat map, and the height of its rows in CSS pixels. */
export const heatmapGrid = { columns: 50, row: 20, cells: 5000 } as const;

export const getUsageHeatmap = {
  ...question,
  summary: "Clicks on a page, by cells of a fiftieth of the page's width and 20 pixels of height.",
  path: `${base}/heatmap`,
  query: v.object({
    ...filter,
    page: keyText,
    width: v.optional(v.picklist(widthClasses)),
  }),
  answer: v.object({
    ...kept,
    clicks: count,
    /** Clicks of all width classes, whichever `width` is given. */
    widths: v.object({ narrow: count, medium: count, wide: count }),
    /** The page's height in CSS pixels: the median of the clicks'. */
    height: count,
    /** At most 5000, the largest count first: column (0 to 49), row from the top, clicks. */
    cells: v.array(v.tuple([count, count, count])),
    /** Whether there are more cells. */
    more: v.boolean(),
  }),
} as const satisfies ConsoleCall;
