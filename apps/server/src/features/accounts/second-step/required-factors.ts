/** Whether a person must keep a second factor, because a site requires one. */
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';

export interface RequiredFactors {
  /** Whether the account must keep one: it belongs to a pid that requires it, or is signed in to one. */
  ofAccount(db: Kysely<Database>, accountId: string): Promise<boolean>;
}

/** @param pids those that require a second factor */
export const createRequiredFactors = (pids: readonly string[], now: () => number): RequiredFactors => {
  const secondFactorPids = new Set(pids);
  return {
    ofAccount: async (db, accountId) => {
      if (secondFactorPids.size === 0) return false;
      const account = await db
        .selectFrom('accounts')
        .select('pid')
        .where('id', '=', accountId)
        .executeTakeFirst();
      if (account && secondFactorPids.has(account.pid)) return true;
      const session = await db
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', accountId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', new Date(now()))
        .where('pid', 'in', [...secondFactorPids])
        .limit(1)
        .executeTakeFirst();
      return session !== undefined;
    },
  };
};
