/** Timed events that last as long as a component is mounted. */
import type { Usage } from '@rollcall/usage';
import { useEffect, useRef } from 'react';
import { useUsage } from './provider.tsx';
import { useEventGrant } from './use-consent.ts';

/** The number of components that measure under each key. */
const holders = new WeakMap<Usage, Map<string, number>>();

const holdersOf = (usage: Usage): Map<string, number> => {
  const found = holders.get(usage) ?? new Map<string, number>();
  holders.set(usage, found);
  return found;
};

/**
 * Measures while the component is mounted, then reports the event with its duration. A hidden tab pauses it,
 * and so does `running: false`. Components that measure under the same key share one event.
 *
 * @param biz_data sent with the event; the last one given counts, and where the page ends before it the first
 * @example useTimedEvent('lesson.watch', { running: playing });
 * @see `docs/usage.md`
 */
export function useTimedEvent(key: string, options: { running?: boolean; biz_data?: object } = {}): void {
  const { running = true, biz_data } = options;
  const usage = useUsage();
  const grant = useEventGrant();
  const last = useRef(biz_data);
  useEffect(() => {
    last.current = biz_data;
  });
  useEffect(() => {
    // without consent nothing is measured; consent runs this effect again
    if (!usage || grant === undefined) return;
    const held = holdersOf(usage);
    held.set(key, (held.get(key) ?? 0) + 1);
    usage.timer.start(key, last.current);
    return () => {
      // delayed, since StrictMode cleans up each effect once and runs it again
      queueMicrotask(() => {
        const left = (held.get(key) ?? 1) - 1;
        if (left > 0) {
          held.set(key, left);
          return;
        }
        held.delete(key);
        usage.timer.end(key, last.current);
      });
    };
  }, [usage, key, grant]);
  useEffect(() => {
    if (!usage || grant === undefined) return;
    if (running) usage.timer.resume(key);
    else usage.timer.pause(key);
  }, [usage, key, grant, running]);
}
