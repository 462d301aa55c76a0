/** Monitoring of Rollcall's own pages: performance, calls, script errors, load failures; no data about persons. */
import { start } from '@rollcall/monitor';
import { reportErrorsTo } from './errors.ts';

/** The product code in the reports. */
const PRODUCT = 'rollcall';

/** Starts monitoring this page under the release in `<html data-release>`. Browser only. */
export function startMonitoring(): void {
  const { release } = document.documentElement.dataset;
  reportErrorsTo(start({ product: PRODUCT, release: release || 'unknown' }).error);
}
