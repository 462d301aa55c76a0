/** Pages whose time limits a busy machine does not reach. */
import type { BrowserContext } from 'playwright-core';

/** From now on timers of `limit` ms take a minute on the pages of the context. */
export const patient = (context: BrowserContext, limit: number): Promise<unknown> =>
  context.addInitScript(milliseconds => {
    const { setTimeout } = window;
    const longer = (then: () => void, ms: number, ...values: unknown[]) =>
      setTimeout(then, ms === milliseconds ? 60_000 : ms, ...values);
    Object.assign(window, { setTimeout: longer });
  }, limit);
