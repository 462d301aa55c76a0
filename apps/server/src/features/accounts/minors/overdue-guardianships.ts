/** What time does to the accounts of persons under age: no guardian came, or the person is of age. */
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';

/** Accounts that one run takes. */
const BATCH = 100;

/**
 * Schedules the deletion of accounts that waited for a guardian in vain; the job that deletes accounts does it.
 * @param at milliseconds since 1970
 * @returns how many
 */
export const deleteUnanswered = async (db: Kysely<Database>, at: number): Promise<number> => {
  const due = new Date(at);
  return transaction(db, async trx => {
    const rows = await trx
      .selectFrom('accounts')
      .innerJoin('guardianships', 'guardianships.account_id', 'accounts.id')
      .select('accounts.id')
      .where('guardianships.due_at', '<=', due)
      .where('accounts.guarded_at', 'is', null)
      .where('accounts.child_until', '>', due)
      .where(eb =>
        eb.or([eb('accounts.deletion_due_at', 'is', null), eb('accounts.deletion_due_at', '>', due)]),
      )
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await trx.updateTable('accounts').set({ deletion_due_at: due }).where('id', 'in', ids).execute();
    return ids.length;
  });
};

/**
 * Ends the guardianships of persons who are of age by now, and tells both. What the guardian decided stays on record.
 * @param at milliseconds since 1970
 * @returns how many
 */
export const endGuardianships = async (db: Kysely<Database>, at: number): Promise<number> => {
  for (let ended = 0; ; ended += 1) {
    const more = await transaction(db, async trx => {
      const account = await trx
        .selectFrom('accounts')
        .innerJoin('guardianships', 'guardianships.account_id', 'accounts.id')
        .select(['accounts.id', 'accounts.guarded_at', 'guardianships.phone', 'guardianships.language'])
        .where('accounts.child_until', '<=', new Date(at))
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!account || ended >= BATCH) return false;
      const { id: accountId, language, phone } = account;
      await trx.deleteFrom('guardianships').where('account_id', '=', accountId).execute();
      // Also where a clock is put back: without a guardianship nobody waits.
      await trx.updateTable('accounts').set({ child_until: null }).where('id', '=', accountId).execute();
      if (account.guarded_at === null) return true;
      const notice = { accountId, kind: 'guardian-ended', language, at } as const;
      await notifyAccount(trx, notice);
      if (phone !== null) await notifyAccount(trx, { ...notice, recipient: { channel: 'sms', to: phone } });
      return true;
    });
    if (!more) return ended;
  }
};
