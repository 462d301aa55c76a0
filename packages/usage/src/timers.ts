import type { Timers } from './api.ts';

/** Timed events that are open, by key. */
export type OpenTimers = Map<string, readonly [id: string, spent: () => number]>;

/**
 * Timed events: started, paused, resumed, ended with a duration (specification, section 4).
 *
 * @param clock ms; stands still while the tab is hidden, so that pauses every timer
 * @param may whether an event of this key may be recorded
 * @param record records the event; false where it can't be
 */
export const createTimers = (
  timers: OpenTimers,
  clock: () => number,
  uuid: () => string,
  may: (key: string) => boolean,
  record: (key: string, biz: object | undefined, duration: number, id: string) => boolean,
): Timers => {
  const run = (ms = 0): (() => number) => {
    const from = clock() - ms;
    return () => Math.round(clock() - from);
  };
  const change = (key: string, next: (ms: number) => () => number): void => {
    const timer = timers.get(key);
    if (timer) timers.set(key, [timer[0], next(timer[1]())]);
  };
  return {
    start(key) {
      const good = may(key);
      if (good && !timers.has(key)) timers.set(key, [uuid(), run()]);
      return good;
    },
    pause: key => change(key, ms => () => ms),
    resume: key => change(key, run),
    end(key, biz) {
      const timer = timers.get(key);
      timers.delete(key);
      return !!timer && record(key, biz, timer[1](), timer[0]);
    },
  };
};
