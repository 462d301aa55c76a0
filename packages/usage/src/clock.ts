import type { Outside } from './outside.ts';

/**
 * Gives the time, in ms since 1970. It runs with the monotonic clock, so that a device whose clock is set back
 * reorders nothing; it follows the device's clock forward, since the monotonic one stands still while a laptop sleeps.
 */
export const createClock = ({ Date, Math, performance }: Pick<Outside, 'Date' | 'Math' | 'performance'>) => {
  let anchor = 0;
  return (): number => {
    const ticks = performance.now();
    anchor = Math.max(anchor, Date.now() - ticks);
    return Math.round(anchor + ticks);
  };
};
