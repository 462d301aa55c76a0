/** The password of the caller's own account, given by the caller beside an access token. */
import type { Caller } from '../../../http/handler.ts';
import { countWrong, clearSessionGuesses } from '../sessions/session-guesses.ts';
import type { AppContext } from '../../../http/context.ts';
import type { LoginThrottle } from '../../../identity/login-throttle.ts';
import type { Passwords } from '../../../identity/passwords.ts';

/** Counted at the account, but apart from the sign-in, as a known browser is. */
const changeOf = (accountId: string) => ({
  identity: { kind: 'username', value: '' } as const,
  accountId,
  browser: 'signed in',
});

/** What comparing the password of a caller needs. */
export interface OwnPasswordContext {
  readonly app: Pick<AppContext, 'db' | 'now'>;
  readonly loginThrottle: LoginThrottle;
  readonly passwords: Passwords;
}

export interface GivenPassword {
  readonly caller: Pick<Caller, 'accountId' | 'sessionId'>;
  readonly password: string;
  /** The caller's IP address, for the queue of hashings. */
  readonly ip: string;
}

/**
 * Runs `right` with the account's hash if the password is the account's. Wrong ones delay the next, whichever call they
 * came with, and `SESSION_GUESSES` in a row end the session.
 * @returns undefined where the password is wrong, none is set, or `right` found that it changed meanwhile.
 * @throws the refusal TooManyAttempts during a delay.
 */
export type WithOwnPassword = <T>(
  given: GivenPassword,
  right: (hash: string) => Promise<T | undefined>,
) => Promise<T | undefined>;

export const createWithOwnPassword =
  ({ app: { db, now }, loginThrottle, passwords }: OwnPasswordContext): WithOwnPassword =>
  async ({ caller: { accountId, sessionId }, password, ip }, right) => {
    const result = await loginThrottle.run(changeOf(accountId), async () => {
      const { password_hash: hash } = await db
        .selectFrom('accounts')
        .select('password_hash')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      if (hash === null || (await passwords.check(hash, password, ip)) === 'wrong') return undefined;
      return right(hash);
    });
    if (result === undefined) await countWrong(db, { sessionId }, now());
    else await clearSessionGuesses(db, { sessionId });
    return result;
  };
