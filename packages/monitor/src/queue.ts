import { addresses, type Report } from './beacon.ts';
import { type Field, MOST, WAIT } from './limits.ts';
import { type Listen, type Outside, whenIdle } from './outside.ts';

/** Takes a report; the same thing that waits already counts once more. Calls are taken one by one. */
export type Add = (field: Field, ...parts: Report['parts']) => void;

/**
 * Keeps reports until the browser is idle, at the latest some 3 s, and sends them few at a time. When the page is left
 * everything goes at once.
 *
 * @param head the address's begin, with what all reports share
 * @param send sends one address
 * @param allowed whether reports may be recorded and sent
 * @returns takes a report; and sends what waits, at once
 */
export const createQueue = (
  outside: Outside,
  listen: Listen,
  head: () => string,
  send: (address: string) => void,
  allowed: () => boolean,
): readonly [add: Add, flush: () => void] => {
  const waiting = new Map<unknown, Report>();
  const left = { ...MOST };
  let dropped = 0;
  const hidden = (): boolean => outside.document.visibilityState === 'hidden';

  const flush = (): void => {
    const reports = [...waiting.values()];
    waiting.clear();
    if (!allowed()) return;
    if (dropped) reports.push({ field: 'd', parts: [dropped] });
    dropped = 0;
    for (const address of addresses(head(), reports)) send(address);
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
        // What comes while the page is left, such as the last vitals, can't wait.
        if (hidden()) void Promise.resolve().then(flush);
        else if (waiting.size === 1) outside.setTimeout(() => whenIdle(outside, flush), WAIT);
      }
    },
    flush,
  ];
};
