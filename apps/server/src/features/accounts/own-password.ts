/** The password of the caller's own account, given by the caller beside an access token. */
import { sql } from 'kysely';
import type { Caller } from '../../http/handler.ts';
import type { AccountsContext } from './context.ts';

/** Wrong passwords in a row that end a session: the one that has it does not know the password. */
export const SESSION_GUESSES = 10;

/** Counted at the account, but apart from the sign-in, as a known browser is. */
const changeOf = (accountId: string) => ({
  identity: { kind: 'username', value: '' } as const,
  accountId,
  browser: 'signed in',
});

export interface GivenPassword {
  readonly caller: Pick<Caller, 'accountId' | 'sessionId'>;
  readonly password: string;
  /** The caller's IP address, for the queue of hashings. */
  readonly ip: string;
}

/**
 * Runs `right` with the account's hash if the password is the account's. Wrong ones delay the next, whichever call they
 * came with, and `SESSION_GUESSES` of them in a row end the session.
 * @returns undefined where the password is wrong, none is set, or `right` found that it changed meanwhile.
 * @throws the refusal TooManyAttempts during a delay.
 */
export type WithOwnPassword = <T>(
  given: GivenPassword,
  right: (hash: string) => Promise<T | undefined>,
) => Promise<T | undefined>;

export const createWithOwnPassword =
  ({
    app: { db, now },
    loginThrottle,
    passwords,
  }: Pick<AccountsContext, 'app' | 'loginThrottle' | 'passwords'>): WithOwnPassword =>
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
    const running = db.updateTable('sessions').where('id', '=', sessionId).where('ended_at', 'is', null);
    if (result !== undefined) {
      await running.set({ wrong_passwords: 0 }).where('wrong_passwords', '>', 0).execute();
      return result;
    }
    await running
      .set(eb => ({
        wrong_passwords: eb('wrong_passwords', '+', 1),
        ended_at: sql<Date | null>`case when wrong_passwords >= ${SESSION_GUESSES - 1} then ${new Date(now())}::timestamptz end`,
      }))
      .execute();
    return undefined;
  };
