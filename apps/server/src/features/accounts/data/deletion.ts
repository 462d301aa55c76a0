/**
 * Deletes accounts. A request waits for 15 days, in which the person may sign in and cancel it; then the account and
 * every row that refers to it are deleted, and its identifiers are free.
 */
import type { CallName } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import type { Pictures } from '../../../pictures/pictures.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Caller, Handlers } from '../../../http/handler.ts';
import { refuse } from '../../../platform/refusal.ts';
import { clearFailures } from '../../../identity/sign-in-failures.ts';
import { endSessions } from '../../../identity/session-ends.ts';
import { lockSignInChanges, renewProof, requireFreshProof } from '../../../identity/fresh-proof.ts';
import { beginChange } from '../notices/take-back.ts';
import { createWithOwnPassword, type OwnPasswordContext } from '../proof/own-password.ts';

/** Milliseconds from asking to deletion. */
export const DELETION_WAIT = 15 * 24 * 3600 * 1000;
/** Accounts that one run deletes. */
const BATCH = 100;

export const deletionHandlers = (context: OwnPasswordContext) => {
  const { db, now } = context.app;
  const withOwnPassword = createWithOwnPassword(context);

  /** The password, where one is set, is a proof of this moment, unless the account has a second factor. */
  const confirm = async (caller: Caller, password: string | undefined, ip: string): Promise<void> => {
    const { accountId } = caller;
    const { password_hash: hash, second_factor: hasFactor } = await db
      .selectFrom('accounts')
      .select(['password_hash', 'second_factor'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    if (hash === null) return requireFreshProof(db, caller, now());
    if (password === undefined) throw refuse('InvalidPassword', { data: { field: 'password' } });
    const right = await withOwnPassword({ caller, password, ip }, async () => {
      if (!hasFactor) return renewProof(db, caller, now());
      await requireFreshProof(db, caller, now());
      return true;
    });
    if (right === undefined) throw refuse('WrongCredentials');
  };

  return {
    requestDeletion: async ({ body, caller, ip, language }) => {
      const { accountId, sessionId } = caller;
      await confirm(caller, body.password, ip);
      return transaction(db, async trx => {
        const due = new Date(now() + DELETION_WAIT);
        const before = await trx
          .selectFrom('accounts')
          .select('deletion_due_at')
          .where('id', '=', accountId)
          .executeTakeFirstOrThrow();
        if (before.deletion_due_at) await requireFreshProof(trx, caller, now());
        else await beginChange(trx, { caller, kind: 'deletion-requested', language, at: now() });
        const row = await trx
          .updateTable('accounts')
          .set({ deletion_due_at: sql<Date>`coalesce(deletion_due_at, ${due}::timestamptz)` })
          .where('id', '=', accountId)
          .returning('deletion_due_at')
          .executeTakeFirstOrThrow();
        await endSessions(trx, { accountId, at: now(), by: 'deletion', except: sessionId });
        return { deletion_due_at: (row.deletion_due_at ?? due).getTime() };
      });
    },

    cancelDeletion: ({ caller: { accountId } }) =>
      transaction(db, async trx => {
        await lockSignInChanges(trx, accountId);
        const guarded = await trx
          .selectFrom('guardianships')
          .select('account_id')
          .where('account_id', '=', accountId)
          .where('erase_at', 'is not', null)
          .executeTakeFirst();
        // The guardian asked for it.
        if (guarded) throw refuse('IllegalOperation');
        await trx
          .updateTable('accounts')
          .set({ deletion_due_at: null })
          .where('id', '=', accountId)
          .where('deletion_due_at', 'is not', null)
          .execute();
        return {};
      }),
  } satisfies Partial<Handlers<CallName>>;
};

/**
 * Deletes the accounts whose time has come, and after each commit the account's picture. A picture that a kill leaves behind has
 * no owner, and the cleanup of pictures deletes it.
 * @param at milliseconds since 1970
 * @param beside what else is to happen for an account, in the transaction that deletes it
 * @returns the ids of those that were deleted.
 */
export const deleteDue = async (
  db: Kysely<Database>,
  pictures: Pick<Pictures, 'remove'>,
  at: number,
  beside: (db: Kysely<Database>, accountId: string) => Promise<void> = async () => {},
): Promise<string[]> => {
  const deleted: string[] = [];
  for (;;) {
    const gone = await transaction(db, async trx => {
      const row = await trx
        .selectFrom('accounts')
        .select(['id', 'picture'])
        .where('deletion_due_at', '<=', new Date(at))
        .orderBy('deletion_due_at')
        .limit(1)
        // Another server may be at it; taking it back waits for neither.
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!row) return undefined;
      await beside(trx, row.id);
      await clearFailures(trx, row.id);
      await trx.deleteFrom('accounts').where('id', '=', row.id).execute();
      return row;
    });
    if (!gone) return deleted;
    if (gone.picture !== null) await pictures.remove(gone.picture);
    if (deleted.push(gone.id) >= BATCH) return deleted;
  }
};
