/** What the event store may know of accounts. */
import { eventKind } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import type { Consents } from '../../../events/loader/consents.ts';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import type { StoredPerson } from '../../../events/store/people.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { readFieldValues } from '../../../identity/custom-fields/values.ts';
import { isUuid } from '../../../platform/database/known-accounts.ts';

/** An event of now that needs no consent but that of its facts. */
const eventOf = (user: string, now: number): StoredEvent => ({
  id: '',
  product: '',
  time: now,
  deviceTime: now,
  received: now,
  sequence: 0,
  kind: eventKind.consent,
  key: '',
  user,
});

/**
 * Those of the accounts that exist and whose usage may be recorded with their id: by the very rules of events, so not of who has withdrawn `user`
 * everywhere, and under 14 only as the guardian allows. Of the school's own fields those that
 * staff may see, and none of those who are under 14.
 * @param ids any texts
 */
export const peopleOf = async (
  db: Kysely<Database>,
  consents: Pick<Consents, 'permitted'>,
  ids: readonly string[],
  now: number,
): Promise<readonly StoredPerson[]> => {
  const asked = [...new Set(ids.filter(isUuid))];
  if (asked.length === 0) return [];
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'pid', 'grade', 'created_at', 'child_until'])
    .where(sql<boolean>`id = any(${asked}::uuid[])`)
    .execute();
  const permitted = await consents.permitted(rows.map(({ id }) => eventOf(id, now)));
  const may = new Set(permitted.flatMap(({ user }) => user ?? []));
  if (may.size === 0) return [];
  const fields = await readFieldValues(db, [...may], 'staff');
  return rows.flatMap(({ id, pid, grade, created_at, child_until }) =>
    may.has(id)
      ? {
          user: id,
          grade,
          signedUp: created_at.getTime(),
          site: pid || null,
          // No list tells of a child by its values either.
          fields: child_until && child_until.getTime() > now ? {} : (fields.get(id) ?? {}),
        }
      : [],
  );
};
