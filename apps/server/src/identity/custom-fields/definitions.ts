/** The school's own fields of people, as admins defined them. */
import type { CustomField } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

const definitions = (db: Kysely<Database>) =>
  db
    .selectFrom('custom_fields')
    .select(['key', 'name', 'rule', 'required', 'seen_by', 'changed_by', 'claim'])
    .orderBy('position')
    .orderBy('key');

/** The definitions in order. */
export const readCustomFields = (db: Kysely<Database>): Promise<CustomField[]> => definitions(db).execute();

/** The same, held until the transaction `db` ends: a change or removal of one waits, so that values that are written are right by them. */
export const holdCustomFields = (db: Kysely<Database>): Promise<CustomField[]> =>
  definitions(db).forShare().execute();
