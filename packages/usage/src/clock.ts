import type { BrowserEnvironment } from './browser-environment.ts';
import { CLOCK_TRIES, SAMPLES } from './limits.ts';
import type { Page } from './page.ts';

/** The page's clocks. All times are in ms. */
export interface Clock {
  /** Monotonic. */
  _now(): number;
  /**
   * Since 1970 by the device. It runs with the monotonic clock, so that a device whose clock is set back reorders
   * nothing; it follows the device's clock forward, since the monotonic one stands still while a laptop sleeps.
   */
  _time(): number;
  /** How long the page has been visible; does not advance while it is hidden. */
  _visibleTime: () => number;
  /** Pauses `_visibleTime` when the page is hidden, and resumes it when the page is visible. */
  _setHidden(hidden: boolean): void;
  /** Milliseconds by which the server's clock is ahead of `_time`, the same for all events of a session; undefined until known. */
  _offset: number | undefined;
  /**
   * Finds and sets `_offset`: of three samples of the server's time the one with the shortest round trip.
   *
   * @param failures attempts to deliver that failed so far: after two the events go without an offset
   * @throws where no answer comes in time
   */
  _findOffset(failures: number): Promise<void>;
  /** The session's offset, or 0: for a page that ends, which has no time to request it. */
  _sessionOffset(): number;
}

export const createClock = (page: Page, { Date, performance }: BrowserEnvironment): Clock => {
  /** Maximum by which the device's clock was ahead of the monotonic clock, in ms. */
  let anchor = 0;
  const now = (): number => performance.now();
  const saved = (text?: string): string => page._savedText('offset', 'sessionStorage', text);
  return {
    _now: now,
    _time() {
      const ticks = now();
      anchor = Math.max(anchor, Date.now() - ticks);
      return Math.round(anchor + ticks);
    },
    _visibleTime: now,
    _setHidden(hidden) {
      const ms = page._visibleTime();
      const from = now() - ms;
      page._visibleTime = hidden ? () => ms : () => now() - from;
    },
    _offset: undefined,
    async _findOffset(failures) {
      const known = saved();
      let shortest = Infinity;
      let offset = +known;
      try {
        for (let samples = known ? 0 : SAMPLES; samples--; ) {
          const start = now();
          const serverTime = (await (await page._request(`${page._url}time`)).json()).data.now;
          const took = now() - start;
          if (took < shortest) {
            shortest = took;
            offset = Math.round(serverTime + took / 2 - page._time()) || 0;
          }
        }
      } catch (error) {
        if (failures < CLOCK_TRIES) throw error;
      }
      saved(`${offset}`);
      // The page may have been hidden meanwhile, and its events sent with the session's.
      page._offset ??= offset;
    },
    _sessionOffset: () => +saved(),
  };
};
