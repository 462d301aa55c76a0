/** Begins reporting once the page stands and has nothing else to do: nobody waits for it, and signing in not either. */
import type { Auth } from '@rollcall/account';
import type { Phrases } from '@rollcall/react';

/** How long a page that is never idle may put it off, in ms; without idle callbacks (Safari) it waits so long. */
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
