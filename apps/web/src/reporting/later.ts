/** Starts reporting once the page is loaded and idle, so that nothing waits for it. */
import type { Auth } from '@rollcall/account';
import type { Phrases } from '@rollcall/react';

/** The longest delay on a page that is never idle, in ms; also the delay without idle callbacks (Safari). */
const AT_LAST = 3000;

/** Calls `begin` once the page is loaded and idle. Browser only. */
export function later(begin: () => Promise<void>): void {
  const whenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => void begin(), { timeout: AT_LAST });
    else setTimeout(() => void begin(), AT_LAST);
  };
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}

/** Browser only. */
export const reportLater = (auth: Auth, phrases: Phrases): void =>
  later(async () => (await import('./start.tsx')).startReporting(auth, phrases));
