/** Defers work that nothing on the page waits for, such as reporting. */

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
