import { CUSTOM } from './limits.ts';
import type { EventDetails, OpenTimers, Page } from './page.ts';

interface Timer {
  _id: string;
  /** A copy: a getter that throws does so in the call that starts it, not at the page's end, where it would lose other events. */
  readonly _data: object | undefined;
  /** ms that it has measured. */
  _spent: () => number;
}

export const createTimers = (page: Page): OpenTimers => {
  const timers = new Map<string, Timer>();
  const run = (ms = 0): (() => number) => {
    const from = page._visibleTime() - ms;
    return () => Math.round(page._visibleTime() - from);
  };
  /** @param take records the event, or makes its draft */
  const give = <T>(
    take: (kind: typeof CUSTOM, key: string, details: EventDetails, id: string) => T,
    key: string,
    timer: Timer,
    o?: 1,
    data = timer._data,
  ): T => take(CUSTOM, key, { b: data, d: timer._spent(), o }, timer._id);
  const change = (key: string, next: (ms: number) => () => number): void => {
    const timer = timers.get(key);
    if (timer) timer._spent = next(timer._spent());
  };
  return {
    _timers: {
      start(key, data) {
        if (page._isKey(key) && page._consents.g.event && !timers.has(key))
          timers.set(key, { _id: page._uuid(), _data: data && { ...data }, _spent: run() });
        return timers.has(key);
      },
      pause: key => change(key, ms => () => ms),
      resume: key => change(key, run),
      end(key, data) {
        const timer = timers.get(key);
        timers.delete(key);
        return !!timer && give(page._record, key, timer, undefined, data);
      },
    },
    _drafts: () => [...timers].map(([key, timer]) => give(page._make, key, timer, 1)),
    _interruptTimers() {
      for (const [key, timer] of timers) {
        const spent = timer._spent;
        const recorded = spent();
        give(page._record, key, timer, 1);
        timer._id = page._uuid();
        timer._spent = () => spent() - recorded;
      }
    },
    _clearTimers() {
      page._persistence?._clear(page._drafts());
      timers.clear();
    },
  };
};
