/** What the console's own subjects share. */
import type { Attempts } from '../../identity/login-throttle.ts';
import type { Passwords } from '../../identity/passwords.ts';
import type { AppContext } from '../../http/context.ts';
import type { Counters } from '../../platform/counters.ts';
import type { Cookies } from './cookies.ts';
import type { OperatorSessions } from './sessions.ts';

export interface ConsoleContext extends Pick<AppContext, 'db' | 'now'> {
  /** A small pool of its own: operators get in while a rush of pupils signs in. */
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly sessions: OperatorSessions;
  readonly cookies: Cookies;
  /** Wrong passwords by name, from browsers that are not known. */
  readonly nameFailures: Counters;
}
