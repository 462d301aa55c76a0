/**
 * Fresh proof: a change of how a person signs in needs a session whose person proved who they are in the last five
 * minutes, so that a stolen access token alone cannot take over the account.
 */
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import type { Caller } from '../http/handler.ts';
import { refuse } from '../platform/refusal.ts';

/** Milliseconds that a proof is fresh. */
export const PROOF_LIFE = 5 * 60_000;

/**
 * Puts changes of how an account signs in in an order: holds the account's row `for no key update` until `db`'s transaction ends.
 * Sessions begin meanwhile, which `lockAccountExclusively` makes wait.
 */
export const lockSignInChanges = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
};

/**
 * Writes that the person of the caller's session has just proved who they are. A new way to prove calls it, in the
 * transaction that uses up what proved.
 * @param at milliseconds since 1970
 * @returns when the proof is over, in milliseconds since 1970
 * @throws the refusal TokenInvalid where the session has ended.
 */
export const renewProof = async (
  db: Kysely<Database>,
  { sessionId }: Pick<Caller, 'sessionId'>,
  at: number,
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ proved_at: new Date(at) })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse('TokenInvalid');
  return at + PROOF_LIFE;
};

/** Writes that the person of the caller's session proved a second factor in it. */
export const markProved = async (
  db: Kysely<Database>,
  { sessionId }: Pick<Caller, 'sessionId'>,
): Promise<void> => {
  await db.updateTable('sessions').set({ second_factor: true }).where('id', '=', sessionId).execute();
};

/**
 * Holds the account's row, and reads the caller's session.
 * @throws the refusal TokenInvalid where the session has ended meanwhile.
 */
export const lockRunning = async (
  db: Kysely<Database>,
  { accountId, sessionId }: Pick<Caller, 'accountId' | 'sessionId'>,
): Promise<{ readonly proved_at: Date | null }> => {
  await lockSignInChanges(db, accountId);
  const session = await db
    .selectFrom('sessions')
    .select('proved_at')
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!session) throw refuse('TokenInvalid');
  return session;
};

/**
 * Checks that the caller's session runs and was proved less than `PROOF_LIFE` ago. Locks the account's row until `db`'s
 * transaction ends: changes of how an account signs in come one after the other, and none follows the end of its
 * session by a password change or a take-back. To be called in the transaction of the change; before anything that
 * costs or is used up, call it also outside of one.
 * @param at milliseconds since 1970
 * @throws the refusals ProofRequired, and TokenInvalid where the session has ended meanwhile.
 */
export const requireFreshProof = async (
  db: Kysely<Database>,
  { accountId, sessionId }: Pick<Caller, 'accountId' | 'sessionId'>,
  at: number,
): Promise<void> => {
  const session = await lockRunning(db, { accountId, sessionId });
  // A time further ahead was written by a clock that has since been put back, and proves nothing.
  const age = at - (session.proved_at?.getTime() ?? Number.NEGATIVE_INFINITY);
  if (Math.abs(age) >= PROOF_LIFE) throw refuse('ProofRequired');
};
