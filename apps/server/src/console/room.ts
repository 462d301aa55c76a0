/** What the console's own subjects share. */
import type { Attempts } from '../accounts/attempts.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { App } from '../app.ts';
import type { Counters } from '../captcha/counters.ts';
import type { Cookies } from './cookies.ts';
import type { OperatorSessions } from './sessions.ts';

export interface ConsoleRoom extends Pick<App, 'db' | 'now'> {
  /** A small pool of its own: operators get in while a rush of pupils signs in. */
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly sessions: OperatorSessions;
  readonly cookies: Cookies;
  /** Wrong passwords by name, from browsers that are not known. */
  readonly nameFailures: Counters;
}
