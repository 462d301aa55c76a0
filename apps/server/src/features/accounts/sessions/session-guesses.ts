/** Limits guesses that come with an access token: they end the session, and do not delay the person's own sign-in. */
import { type Kysely, sql } from 'kysely';
import type { Caller } from '../../../http/handler.ts';
import type { Guesses } from '../../../identity/second-factor/guesses.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { refuse } from '../../../platform/refusal.ts';

/** Wrong passwords and codes in a row that end a session: the one that has it is not its person. */
export const SESSION_GUESSES = 10;

const running = (db: Kysely<Database>, { sessionId }: Pick<Caller, 'sessionId'>) =>
  db.updateTable('sessions').where('id', '=', sessionId).where('ended_at', 'is', null);

/** Forgets the wrong ones after a right one. */
export const clearSessionGuesses = async (
  db: Kysely<Database>,
  caller: Pick<Caller, 'sessionId'>,
): Promise<void> => {
  await running(db, caller).set({ wrong_passwords: 0 }).where('wrong_passwords', '>', 0).execute();
};

/** Counts a wrong one; the last of `SESSION_GUESSES` ends the session at `at` (ms). */
export const countWrong = async (
  db: Kysely<Database>,
  caller: Pick<Caller, 'sessionId'>,
  at: number,
): Promise<void> => {
  await running(db, caller)
    .set(eb => ({
      wrong_passwords: eb('wrong_passwords', '+', 1),
      ended_at: sql<Date | null>`case when wrong_passwords >= ${SESSION_GUESSES - 1} then ${new Date(at)}::timestamptz end`,
      ended_by: sql<'guesses' | null>`case when wrong_passwords >= ${SESSION_GUESSES - 1} then 'guesses' end`,
    }))
    .execute();
};

/** `count` throws TokenInvalid once the guesses of the caller's session are used up. */
export const sessionGuesses = (db: Kysely<Database>, caller: Pick<Caller, 'sessionId'>): Guesses => ({
  count: async (_, at) => {
    const session = await running(db, caller)
      .set(eb => ({
        wrong_passwords: eb('wrong_passwords', '+', 1),
        ended_at: sql<Date | null>`case when wrong_passwords >= ${SESSION_GUESSES} then ${new Date(at)}::timestamptz end`,
        ended_by: sql<'guesses' | null>`case when wrong_passwords >= ${SESSION_GUESSES} then 'guesses' end`,
      }))
      .returning('ended_at')
      .executeTakeFirst();
    if (!session || session.ended_at) throw refuse('TokenInvalid');
  },
  missed: async at => {
    await running(db, caller)
      .set({ ended_at: new Date(at), ended_by: 'guesses' })
      .where('wrong_passwords', '>=', SESSION_GUESSES)
      .execute();
  },
  clear: trx => clearSessionGuesses(trx, caller),
});
