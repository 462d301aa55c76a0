/** What an operator wrote of an error group. */
import type { ErrorGroup } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import { countedSince } from './counted-since.ts';
import { errorGroupOf } from './error-groups.ts';

/**
 * @param note empty: none
 * @param seen when the note was written that this one replaces; null: there was none
 * @returns the note before and the group after the change
 * @throws the refusals NotFound, and Conflict where another note is there
 */
export const setGroupNote = async (
  db: Kysely<Database>,
  id: string,
  {
    note,
    seen,
    by,
    at,
  }: { readonly note: string; readonly seen: number | null; readonly by: string; readonly at: number },
): Promise<{ before: string | null; group: ErrorGroup }> => {
  const before = await db
    .selectFrom('error_groups')
    .select(['note', 'noted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw refuse('NotFound');
  if ((before.noted_at?.getTime() ?? null) !== seen) throw refuse('Conflict');
  const row = await db
    .updateTable('error_groups')
    .set(
      note === ''
        ? { note: null, noted_by: null, noted_at: null }
        : { note, noted_by: by, noted_at: new Date(at) },
    )
    .where('id', '=', id)
    .returningAll()
    .returning(countedSince('error_groups').as('counted_since'))
    .executeTakeFirstOrThrow();
  return { before: before.note, group: errorGroupOf(row) };
};
