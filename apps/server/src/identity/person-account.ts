/** What several of the operators' changes of a person do, each within its transaction. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { endSteps } from './step-tickets.ts';
import { refuse } from '../platform/refusal.ts';

/** Locks and returns the account's row. @throws the refusal NotFound */
export const lockAccount = async (db: Kysely<Database>, id: string) => {
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

/**
 * Ends the account's sessions at `at` (ms), and its sign-ins that wait for their second step.
 * @param of.only the id of the only one to end; sign-ins continue then
 * @returns how many ran
 */
export const endSessions = async (
  db: Kysely<Database>,
  { id, at, only }: { readonly id: string; readonly at: number; readonly only?: string },
): Promise<number> => {
  let query = db
    .updateTable('sessions')
    .set({ ended_at: new Date(at), ended_by: 'school' })
    .where('account_id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(at));
  if (only === undefined) await endSteps(db, id);
  else query = query.where('id', '=', only);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
};
