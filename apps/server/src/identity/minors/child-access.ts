/**
 * Operators see the data of a person under 14 only after they said why (Provisions on the Cyber Protection of Children's Personal
 * Information, article 15). The entry of the audit log that holds the reason is what opens it: there is no look without one.
 */
import { CHILD_OPEN_MINUTES } from '@rollcall/contract/console';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';

/** Milliseconds. */
export const CHILD_OPEN = CHILD_OPEN_MINUTES * 60_000;

/** The act of the entries that open a person. */
const OPEN_CHILD = 'people.open-child';

/**
 * The reason that the operator gave to look at a person under 14; undefined for everybody else.
 * @param look.at milliseconds since 1970
 * @throws the refusal ReasonRequired, with the person's `id`, where none was given in the last 30 minutes
 */
export const reasonToLook = async (
  db: Kysely<Database>,
  { id, operatorId, at }: { readonly id: string; readonly operatorId: string; readonly at: number },
): Promise<string | undefined> => {
  const child = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('child_until', '>', new Date(at))
    .executeTakeFirst();
  if (!child) return undefined;
  const opened = await db
    .selectFrom('audit_log')
    .select(sql<string>`after ->> 'reason'`.as('reason'))
    .where('subject', '=', id)
    .where(sql<string>`act collate "C"`, '=', OPEN_CHILD)
    .where('operator_id', '=', operatorId)
    .where('at', '>', new Date(at - CHILD_OPEN))
    // An entry of a clock that was put back since opens nothing.
    .where('at', '<=', new Date(at))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!opened) throw refuse('ReasonRequired', { data: { id } });
  return opened.reason;
};
