/** Which sites demand a second factor of their people. */
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';

export interface Demands {
  /** Whether a sign-in to the pid needs a second factor. */
  of(pid: string): boolean;
  /** Whether the account must keep one: it belongs to a pid that demands it, or is signed in to one. */
  ofAccount(db: Kysely<Database>, accountId: string): Promise<boolean>;
}

/** @param pids those that demand a second factor */
export const createDemands = (pids: readonly string[], now: () => number): Demands => {
  const demanding = new Set(pids);
  return {
    of: pid => demanding.has(pid),
    ofAccount: async (db, accountId) => {
      if (demanding.size === 0) return false;
      const account = await db
        .selectFrom('accounts')
        .select('pid')
        .where('id', '=', accountId)
        .executeTakeFirst();
      if (account && demanding.has(account.pid)) return true;
      const session = await db
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', accountId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', new Date(now()))
        .where('pid', 'in', [...demanding])
        .limit(1)
        .executeTakeFirst();
      return session !== undefined;
    },
  };
};
