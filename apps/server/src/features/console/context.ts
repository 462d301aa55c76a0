/** Dependencies shared by the console's handlers. */
import type { FirstSetting } from '@rollcall/contract/console';
import type { Kysely, Transaction } from 'kysely';
import type { SecondFactorStore } from '../../identity/second-factor/second-factors.ts';
import type { LoginThrottle } from '../../identity/login-throttle.ts';
import type { Passwords } from '../../identity/passwords.ts';
import type { Tickets } from '../../identity/tickets.ts';
import type { AuditFacts } from '../../http/console-handler.ts';
import type { AppContext } from '../../http/context.ts';
import type { Language } from '../../http/language.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { ReadStale } from '../../platform/database/replica.ts';
import type { WindowCounts } from '../../platform/database/window-counts.ts';
import type { Cookies } from './cookies.ts';
import type { OperatorSessions } from './sessions.ts';

/** What the first run says of the school; empty: nothing. */
export type FirstSettings = Readonly<Partial<Record<FirstSetting, string | undefined>>>;

/** The settings that the first run asks for. */
export interface FirstRunSettings {
  /** Those that the environment leaves. */
  asks(): readonly FirstSetting[];
  /** Checks them before the transaction. @throws the refusals of changeSettings */
  check(given: FirstSettings): Promise<void>;
  /** Sets them within the transaction `db` of the first admin. @throws the refusals of changeSettings */
  set(db: Kysely<Database>, given: FirstSettings, by: string): Promise<AuditFacts>;
  /** Takes them up in this process, after the commit. */
  takeUp(): Promise<void>;
}

/** Makes what a new school begins with, in the transaction of its first admin. @param at milliseconds since 1970 */
export type OnFirstAdmin = (
  trx: Transaction<Database>,
  language: Language,
  at: number,
) => Promise<readonly AuditFacts[]>;

export interface ConsoleContext extends Pick<AppContext, 'db' | 'now'> {
  /** Reads what may be seconds old, of the replica if there is one. */
  readonly readStale: ReadStale;
  /** A separate small hashing pool, so that operators can sign in while pupils' sign-ins fill theirs. */
  readonly passwords: Passwords;
  readonly loginThrottle: LoginThrottle;
  readonly sessions: OperatorSessions;
  readonly cookies: Cookies;
  /** Sign-ins by operator name, from browsers without a device cookie; of all servers. */
  readonly nameAttempts: WindowCounts;
  readonly tickets: Tickets;
  readonly secondFactors: SecondFactorStore;
  /** Whether every operator must have a second factor. */
  readonly secondFactorRequired: boolean;
  readonly firstSettings: FirstRunSettings | undefined;
  readonly onFirstAdmin: OnFirstAdmin;
  /** Begins to make sample data; undefined: this process makes none. */
  readonly startSample: (() => void) | undefined;
  /** The name of this installation in authenticator apps. */
  readonly site: string;
}
