import { beaconUrls, type Report } from './beacon.ts';
import { type Field, FLUSH_DELAY, MAX_TRAIL } from './limits.ts';
import { type Listen, type BrowserEnvironment, whenIdle } from './browser-environment.ts';

/**
 * Queues a report. An equal report in the queue gains weight instead, except for calls. Without weight it only goes into the trail.
 */
export type Add = (field: Field, ...parts: Report['parts']) => void;

/**
 * Queues reports until the browser is idle, about 3 s at the latest, and sends them packed into few requests. When the
 * page is left the queue is sent immediately.
 *
 * An error has the trail with its first report in this page view: what the page did last, the newest first.
 *
 * @param head returns the beginning of each beacon's URL, with the fields that all reports share
 * @param page returns the page's path without ids
 * @param send requests one beacon's URL
 * @param allowed whether reports may be recorded and sent
 * @returns `add` queues a report; `flush` sends the queue immediately
 */
export const createQueue = (
  browser: BrowserEnvironment,
  listen: Listen,
  head: () => string,
  page: () => string,
  send: (address: string) => void,
  allowed: () => boolean,
): readonly [add: Add, flush: () => void] => {
  const waiting = new Map<unknown, Report>();
  // The maximum of reports of each kind per page. That of calls is high, because a dropped call would be missing from the totals.
  const left: Record<string, number> & Record<Field, number> = { t: 50, c: 20_000, e: 20, f: 20 };
  let dropped = 0;
  let trail = '';

  /** Without consent nothing that was recorded stays. */
  const recording = () => allowed() || (trail = '');
  const flush = (): void => {
    const reports = [...waiting.values()];
    waiting.clear();
    if (!recording()) return;
    if (dropped) reports.push({ field: 'd', parts: [dropped] });
    dropped = 0;
    beaconUrls(head(), reports).map(send);
  };
  listen('visibilitychange', () => browser.document.hidden && flush());

  return [
    (field, ...parts) => {
      if (!recording()) return;
      const key = field === 'c' ? parts : field + String(parts);
      const same = waiting.get(key);
      // Each line ends with a line feed, so that one that was cut is told.
      if (field < 't')
        trail = (
          String([browser.performance.now() | 0, page(), parts.slice(1, 4)]).slice(0, 120) +
          '\n' +
          trail
        ).slice(0, MAX_TRAIL);
      if (!parts[0]) return;
      if (same) same.parts[0]++;
      else if (left[field]-- < 1) dropped++;
      else {
        // An error's key is of no kind of report: it is there once the error was reported.
        if (field === 'e') left[key as string] ??= (parts[5] = trail) as never;
        waiting.set(key, { field, parts });
        // Reports that are made while the page is left, such as the last vitals, can't wait.
        if (browser.document.hidden) queueMicrotask(flush);
        else if (waiting.size === 1) browser.setTimeout(whenIdle, FLUSH_DELAY, browser, flush);
      }
    },
    flush,
  ];
};
