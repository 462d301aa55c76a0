import type { WireClick } from '@rollcall/contract';
import type { BrowserEnvironment } from './browser-environment.ts';
import { COORDINATE } from './limits.ts';

const bounded = (pixels: number): number => Math.max(-COORDINATE, Math.min(Math.round(pixels), COORDINATE));

/**
 * Reports the position of every click: `x` in thousandths of the document's width, `y` in CSS pixels from its top, `w`
 * and `h` the document's size. Passed as `heatmap` to `createUsage`, so that only sites that use it download it.
 *
 * @example const usage = createUsage({ product_code: 'my-school', url: '/', heatmap });
 * @see `docs/usage.md`
 */
export const heatmap = (environment: BrowserEnvironment, report: (click: WireClick) => void): void =>
  environment.document?.addEventListener(
    'click',
    ({ pageX, pageY }: MouseEvent) => {
      const { scrollWidth: w, scrollHeight: h } = (
        environment.document as NonNullable<BrowserEnvironment['document']>
      ).documentElement;
      report({ x: bounded((pageX / w) * 1000), y: bounded(pageY), w: bounded(w), h: bounded(h) });
    },
    // In the capturing phase, so that a page that stops the click's propagation does not hide it.
    true,
  );
export type Heatmap = typeof heatmap;
