import type { Timers } from './api.ts';
import type { Entry } from './entry.ts';
import { CUSTOM } from './limits.ts';
import type { Page } from './page.ts';

interface Timer {
  _id: string;
  /** ms that it has measured. */
  _spent: () => number;
}

/** Timed events: started, paused, resumed, ended with a duration (specification, section 4). A hidden tab pauses all. */
export interface OpenTimers {
  readonly _timers: Timers;
  /** The events to be sent if the page came to a sudden end now. */
  _drafts(): Entry[];
  /** The page ends or sleeps: records what was measured. What is measured after that is an event of its own. */
  _interruptTimers(): void;
  /** Drops all timers, and what is saved of them. */
  _clearTimers(): void;
}

export const createTimers = (page: Page): OpenTimers => {
  const timers = new Map<string, Timer>();
  const run = (ms = 0): (() => number) => {
    const from = page._visibleTime() - ms;
    return () => Math.round(page._visibleTime() - from);
  };
  const change = (key: string, next: (ms: number) => () => number): void => {
    const timer = timers.get(key);
    if (timer) timer._spent = next(timer._spent());
  };
  return {
    _timers: {
      start(key) {
        if (page._isKey(key) && page._consents.g.event && !timers.has(key))
          timers.set(key, { _id: page._uuid(), _spent: run() });
        return timers.has(key);
      },
      pause: key => change(key, ms => () => ms),
      resume: key => change(key, run),
      end(key, data) {
        const timer = timers.get(key);
        timers.delete(key);
        return !!timer && page._record(CUSTOM, key, { b: data, d: timer._spent() }, timer._id);
      },
    },
    _drafts: () =>
      [...timers].map(([key, timer]) => page._make(CUSTOM, key, { d: timer._spent(), o: 1 }, timer._id)),
    _interruptTimers() {
      for (const [key, timer] of timers) {
        const spent = timer._spent;
        const recorded = spent();
        page._record(CUSTOM, key, { d: recorded, o: 1 }, timer._id);
        timer._id = page._uuid();
        timer._spent = () => spent() - recorded;
      }
    },
    _clearTimers() {
      page._persistence?._forget(page._drafts());
      timers.clear();
    },
  };
};
