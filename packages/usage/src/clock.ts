import type { BrowserEnvironment } from './browser-environment.ts';
import { CLOCK_TRIES, SAMPLES } from './limits.ts';
import type { Clock, Page } from './page.ts';

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
          const serverTime = (await (await page._request(page._urlOf('time'))).json()).data.now;
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
