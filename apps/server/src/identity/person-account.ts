/** What several of the operators' changes of a person do, each within its transaction. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { refuse } from '../platform/refusal.ts';

/**
 * Locks the account's row `for update`, and returns it: nothing that refers to it, such as a session, begins until `db`'s transaction
 * ends. `lockSignInChanges` lets it begin. @throws the refusal NotFound
 */
export const lockAccountExclusively = async (db: Kysely<Database>, id: string) => {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'blocked_at', 'sample'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw refuse('NotFound');
  return account;
};

/** The language in which the person was written to last: the operator's own need not be theirs. */
export const languageOf = async (db: Kysely<Database>, id: string): Promise<'zh-CN' | 'en'> => {
  const last = await db
    .selectFrom('security_notices')
    .select('language')
    .where('account_id', '=', id)
    // A guardian's language is another person's.
    .where(sql<boolean>`details ->> 'child' is null`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.language ?? 'zh-CN';
};
