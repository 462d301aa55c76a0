/** When work begins that nothing on the page waits for, such as reporting, or that is too long for one task. */

/** Longest delay in ms on a page that is never idle; also the delay in browsers without idle callbacks (Safari). */
const MAX_DELAY = 3000;

/** Calls `begin` once the page has loaded and the main thread is idle. Browser only. */
export function whenIdle(begin: () => Promise<void>): void {
  const schedule = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => void begin(), { timeout: MAX_DELAY });
    else setTimeout(() => void begin(), MAX_DELAY);
  };
  if (document.readyState === 'complete') schedule();
  else addEventListener('load', schedule, { once: true });
}

/** Does the work in a task of its own, so that the page answers to input before and after it. */
export const inOwnTask = <T>(work: () => T): Promise<Awaited<T>> =>
  new Promise(done => setTimeout(() => done(work() as Awaited<T>)));
