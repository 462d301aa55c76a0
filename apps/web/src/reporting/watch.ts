/** Monitors these pages: performance, calls, script errors, resources that failed; no data about the person. */
import { start } from '@rollcall/monitor';
import { errorsGoTo } from './errors.ts';

/** The product's code in reports of these pages. */
const PRODUCT = 'rollcall';

/** Starts monitoring this page, under the release in its document. Browser only. */
export function watch(): void {
  const { release } = document.documentElement.dataset;
  errorsGoTo(start({ product: PRODUCT, release: release || 'unknown' }).error);
}
