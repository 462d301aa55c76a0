import type { Outside } from './outside.ts';

/**
 * Hears a page's clicks and tells where they were: `x` in thousandths of the document's width, `y` in CSS pixels from its
 * top, `w` and `h` the document's size. Handed in as `heatmap`, so that only sites that want it download it.
 */
export const heatmap = (
  outside: Outside,
  tell: (click: { x: number; y: number; w: number; h: number }) => void,
): void =>
  outside.document?.addEventListener(
    'click',
    ({ pageX, pageY }: MouseEvent) => {
      const { scrollWidth: w, scrollHeight: h } = (outside.document as NonNullable<Outside['document']>)
        .documentElement;
      tell({ x: Math.round((pageX / w) * 1000), y: Math.round(pageY), w, h });
    },
    // In the capturing phase, so that a page that stops a click does not hide it.
    true,
  );
export type Heatmap = typeof heatmap;
