/** Monitoring of Rollcall's own pages: performance, calls, script errors, load failures; no data about persons. */
import { start } from '@rollcall/monitor';
import { reportErrorsTo } from './errors.ts';
import { pageSettings } from './settings.ts';

/** Starts monitoring this page under the server's product code and the release in `<html data-release>`. Browser only. */
export function startMonitoring(): void {
  const { release } = document.documentElement.dataset;
  reportErrorsTo(start({ product: pageSettings().product ?? '', release: release || 'unknown' }).error);
}
