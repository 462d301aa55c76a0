import { vi } from 'vitest';
import { LIMIT } from './limits.ts';

/**
 * Waits for a value, also in a hook, where `expect.poll` is refused.
 * @param read throws or returns `false` until the value is there
 * @param interval ms between two reads
 */
export const until = <T>(read: () => T | Promise<T>, interval = 50): Promise<Exclude<T, false>> =>
  // oxlint-disable-next-line vitest/no-restricted-vi-methods -- gives it the limit
  vi.waitFor(
    async () => {
      const value = await read();
      if (value === false) throw new Error('What the test waits for is not there.');
      return value as Exclude<T, false>;
    },
    { timeout: LIMIT, interval },
  );
