/** Who is told of what the school does for somebody under 14. */
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { isGuardians } from './guardianships.ts';

/**
 * The number of the guardian of somebody under 14, and the language of messages to it. One that withdrew the consent is told too; one
 * that the pupil only named may be a stranger's.
 * @returns undefined where there is none
 */
export const guardianToTell = async (
  db: Kysely<Database>,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<{ readonly phone: string; readonly language: 'zh-CN' | 'en' } | undefined> => {
  const row = await db
    .selectFrom('guardianships as g')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .select(['g.phone', 'g.language'])
    .where('g.account_id', '=', id)
    .where('a.child_until', '>', new Date(at))
    .where(isGuardians)
    .executeTakeFirst();
  return row && row.phone !== null ? { phone: row.phone, language: row.language } : undefined;
};
