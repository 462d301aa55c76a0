import { beaconUrls, type Report } from './beacon.ts';
import { type Field, MAX_REPORTS, FLUSH_DELAY } from './limits.ts';
import { type Listen, type BrowserEnvironment, whenIdle } from './browser-environment.ts';

/** Queues a report. An equal report in the queue gains weight instead, except for calls. */
export type Add = (field: Field, ...parts: Report['parts']) => void;

/**
 * Queues reports until the browser is idle, about 3 s at the latest, and sends them packed into few requests. When the
 * page is left the queue is sent at once.
 *
 * @param head returns the beginning of each beacon's URL, with the fields that all reports share
 * @param send requests one beacon's URL
 * @param allowed whether reports may be recorded and sent
 * @returns `add` queues a report; `flush` sends the queue at once
 */
export const createQueue = (
  browser: BrowserEnvironment,
  listen: Listen,
  head: () => string,
  send: (address: string) => void,
  allowed: () => boolean,
): readonly [add: Add, flush: () => void] => {
  const waiting = new Map<unknown, Report>();
  const left = { ...MAX_REPORTS };
  let dropped = 0;
  const hidden = (): boolean => browser.document.hidden;

  const flush = (): void => {
    const reports = [...waiting.values()];
    waiting.clear();
    if (!allowed()) return;
    if (dropped) reports.push({ field: 'd', parts: [dropped] });
    dropped = 0;
    for (const url of beaconUrls(head(), reports)) send(url);
  };
  listen('visibilitychange', () => hidden() && flush());

  return [
    (field, ...parts) => {
      if (!allowed()) return;
      const key = field === 'c' ? parts : field + String(parts);
      const same = waiting.get(key);
      if (same) same.parts[0]++;
      else if (left[field]-- < 1) dropped++;
      else {
        waiting.set(key, { field, parts });
        // Reports that are made while the page is left, such as the last vitals, can't wait.
        if (hidden()) void Promise.resolve().then(flush);
        else if (waiting.size === 1) browser.setTimeout(whenIdle, FLUSH_DELAY, browser, flush);
      }
    },
    flush,
  ];
};
