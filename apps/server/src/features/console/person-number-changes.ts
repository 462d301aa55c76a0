/** What a person's page says of the changes of the number by the school. */
import type { NumberChange } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { establishedTogether, PROPOSAL_LIFE } from '../../identity/established-operators.ts';
import type { Masking } from './masking.ts';

/** Changes that one answer lists. */
const LISTED = 20;

/** Null: as the admins are, nobody can approve it before it ends. */
const approvableAt = async (
  db: Kysely<Database>,
  { proposed_by: by, proposed_at: at }: { readonly proposed_by: string; readonly proposed_at: Date },
): Promise<number | null> => {
  const together = await establishedTogether(db, by);
  return together !== null && together < at.getTime() + PROPOSAL_LIFE ? together : null;
};

export const numberChangesOf = async (
  db: Kysely<Database>,
  id: string,
  masking: Pick<Masking, 'phone'>,
): Promise<NumberChange[]> => {
  const rows = await db
    .selectFrom('number_changes as c')
    .innerJoin('operators as p', 'p.id', 'c.proposed_by')
    .leftJoin('operators as a', 'a.id', 'c.approved_by')
    .selectAll('c')
    .select(['p.name as proposer', 'a.name as approver'])
    .where('c.account_id', '=', id)
    .orderBy('c.proposed_at', 'desc')
    .orderBy('c.id')
    .limit(LISTED)
    .execute();
  const proposed = rows.find(({ state }) => state === 'proposed');
  const approvable = proposed ? await approvableAt(db, proposed) : null;
  return rows.map(row => ({
    id: row.id,
    state: row.state,
    old_number: masking.phone(row.old_number ?? undefined),
    new_number: masking.phone(row.new_number ?? undefined),
    reason: row.reason,
    proposed_by: row.proposer,
    proposed_at: row.proposed_at.getTime(),
    approvable_at: row === proposed ? approvable : null,
    approved_by: row.approver,
    approved_at: row.approved_at?.getTime() ?? null,
    due_at: row.due_at?.getTime() ?? null,
    ended_at: row.ended_at?.getTime() ?? null,
    ended_by: row.ended_by,
  }));
};
