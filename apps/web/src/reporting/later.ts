/** Loads reporting when the page is idle, so that neither rendering nor signing in waits for it. */
import type { Auth } from '@rollcall/account';
import { whenIdle } from '@rollcall/app-shell/idle';
import type { Phrases } from '@rollcall/react';

/** Browser only. */
export const reportLater = (auth: Auth, phrases: Phrases): void =>
  whenIdle(async () => (await import('./start.tsx')).startReporting(auth, phrases));
