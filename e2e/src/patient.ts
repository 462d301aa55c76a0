/** Pages whose time limits a busy machine does not reach. */
import type { BrowserContext } from 'playwright-core';

/** From now on timers of `limit` ms take a minute on the pages of the context. */
export const patient = (
  context: BrowserContext,
  limit: number,
  timer: 'setTimeout' | 'setInterval' = 'setTimeout',
): Promise<unknown> =>
  context.addInitScript(
    ([milliseconds, name]) => {
      const start = window[name] as typeof window.setTimeout;
      const longer = (then: () => void, ms: number, ...values: unknown[]) =>
        start(then, ms === milliseconds ? 60_000 : ms, ...values);
      Object.assign(window, { [name]: longer });
    },
    [limit, timer] as const,
  );
