/** The monitoring of these pages: performance, calls, script errors, what could not be loaded; nothing of a person. */
import { start } from '@rollcall/monitor';
import { errorsGoTo } from './errors.ts';

/** The product's code in the reports of these pages. */
const PRODUCT = 'rollcall';

/** Begins to watch this page, under the release that stands in its document. Browser only. */
export function watch(): void {
  const { release } = document.documentElement.dataset;
  errorsGoTo(start({ product: PRODUCT, release: release || 'unknown' }).error);
}
