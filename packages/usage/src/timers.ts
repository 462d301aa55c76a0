/** A timed event that is open: its id, and what it measures. */
export interface Timer {
  id: string;
  /** The clock's reading when it would have begun without pauses. */
  from: number;
  /** ms measured, while it is paused. */
  paused?: number | undefined;
}

/**
 * Timed events: started, paused, resumed, ended with a duration (specification, section 4). `clock` stands still
 * while the tab is hidden, so that pauses every timer.
 *
 * @param end records the event; false where it can't be
 */
export const createTimers = (
  clock: () => number,
  uuid: () => string,
  may: (key: string) => boolean,
  end: (key: string, timer: Timer, duration: number, biz?: object) => boolean,
) => {
  const open = new Map<string, Timer>();
  const spent = ({ from, paused }: Timer): number => Math.round(paused ?? clock() - from);
  return {
    open,
    spent,
    api: {
      /** Starts measuring; where a timer of this key is open it is left as it is. False without consent or key. */
      start(key: string): boolean {
        if (!may(key)) return false;
        if (!open.has(key)) open.set(key, { id: uuid(), from: clock() });
        return true;
      },
      /** Stops measuring until `resume`. */
      pause(key: string): void {
        const timer = open.get(key);
        if (timer) timer.paused = spent(timer);
      },
      resume(key: string): void {
        const timer = open.get(key);
        if (!timer) return;
        timer.from = clock() - spent(timer);
        timer.paused = undefined;
      },
      /** Records the event with its duration in ms. False where no such timer is open, or without consent. */
      end(key: string, biz?: object): boolean {
        const timer = open.get(key);
        open.delete(key);
        return !!timer && end(key, timer, spent(timer), biz);
      },
    },
  };
};
