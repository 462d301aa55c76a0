/** The values that people have of the school's own fields. */
import {
  type CustomField,
  type FieldAudience,
  type FieldValue,
  validateFieldValues,
} from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import { holdCustomFields } from './definitions.ts';

/**
 * The values of accounts by id, then key; an account without any is absent.
 * @param ids at least one
 * @param seenBy only of the fields that these see. @default of all
 */
export const readFieldValues = async (
  db: Kysely<Database>,
  ids: readonly string[],
  seenBy?: FieldAudience,
): Promise<ReadonlyMap<string, Record<string, FieldValue>>> => {
  let query = db
    .selectFrom('account_fields as f')
    .innerJoin('custom_fields as d', 'd.key', 'f.key')
    .select(['f.account_id', 'f.key', 'f.value'])
    .where('f.account_id', 'in', ids)
    .orderBy('d.position')
    .orderBy('f.key');
  if (seenBy) query = query.where(sql<boolean>`${seenBy} = any(d.seen_by)`);
  const rows = await query.execute();
  const found = new Map<string, Record<string, FieldValue>>();
  for (const { account_id: id, key, value } of rows) found.set(id, { ...found.get(id), [key]: value });
  return found;
};

/** Values of one person to write, which were checked against the definitions; null deletes. */
export interface WrittenFields {
  readonly accountId: string;
  readonly values: Readonly<Record<string, FieldValue | null>>;
}

/**
 * Writes values of any number of people in two statements. Call it in the transaction `db` that holds the definitions
 * (`holdCustomFields`).
 */
export const writeFieldValues = async (
  db: Kysely<Database>,
  people: readonly WrittenFields[],
): Promise<void> => {
  const given = people.flatMap(({ accountId, values }) =>
    Object.entries(values).map(([key, value]) => ({ id: accountId, key, value })),
  );
  const kept = given.filter(({ value }) => value !== null);
  const cleared = given.filter(({ value }) => value === null);
  if (kept.length > 0)
    await sql`
      insert into account_fields (account_id, key, value)
      select id, key, value from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as given (id uuid, key text, value jsonb)
      order by key, id
      on conflict (key, account_id) do update set value = excluded.value
      where account_fields.value is distinct from excluded.value`.execute(db);
  if (cleared.length > 0)
    await sql`
      delete from account_fields
      where account_id = any (${cleared.map(({ id }) => id)}::uuid[]) and (account_id, key) in (
        select id, key from jsonb_to_recordset(${JSON.stringify(cleared)}::jsonb) as given (id uuid, key text)
      )`.execute(db);
};

/**
 * Checks and writes values of one person, in the transaction `db`.
 * @param may whether the caller changes a field; one that they do not is to them as if there were none
 * @returns the keys whose values changed
 * @throws the refusal InvalidRequest with the `field` and `why`, and changes nothing
 */
export const changeFieldValues = async (
  db: Kysely<Database>,
  { accountId, given }: { readonly accountId: string; readonly given: Readonly<Record<string, unknown>> },
  may: (field: CustomField) => boolean,
): Promise<string[]> => {
  const fields = (await holdCustomFields(db)).filter(may);
  const { values, mistakes } = validateFieldValues(fields, given);
  const [first] = mistakes;
  if (first)
    throw refuse('InvalidRequest', {
      message: 'A value of a custom field is wrong.',
      data: { field: first.key, why: first.why },
    });
  const before = (await readFieldValues(db, [accountId])).get(accountId) ?? {};
  const changed = Object.keys(values).filter(
    key => JSON.stringify(values[key]) !== JSON.stringify(before[key] ?? null),
  );
  await writeFieldValues(db, [
    { accountId, values: Object.fromEntries(changed.map(key => [key, values[key] ?? null])) },
  ]);
  return changed;
};
