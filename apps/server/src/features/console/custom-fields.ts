/** Admins' calls about the school's own fields of people. */
import { type CustomField, type FieldRule, type FieldSettings, MOST_CUSTOM_FIELDS } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { readCustomFields } from '../../identity/custom-fields/definitions.ts';
import { allGrades } from '../../identity/grades.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleContext } from './context.ts';

/** Holds the list of definitions until the transaction ends, so that two admins change it one after the other. */
const holdList = (db: Kysely<Database>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('custom fields', 0))`.execute(db);

/** The row, held: who writes values waits, and then finds what was changed. */
const holdField = async (db: Kysely<Database>, key: string): Promise<CustomField> => {
  const field = await db
    .selectFrom('custom_fields')
    .select(['key', 'name', 'rule', 'required', 'seen_by', 'changed_by', 'claim'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (!field) throw refuse('NotFound');
  return field;
};

const rowOf = ({ name, rule, ...rest }: FieldSettings) => ({
  ...rest,
  name: JSON.stringify(name),
  rule: JSON.stringify(rule),
});

const countValues = async (db: Kysely<Database>, key: string): Promise<number> => {
  const { people } = await db
    .selectFrom('account_fields')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return people;
};

/** How many people have an option. */
const countOption = async (db: Kysely<Database>, key: string, option: string): Promise<number> => {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from account_fields where key = ${key} and (
      (jsonb_typeof(value) <> 'array' and value = to_jsonb(${option}::text))
      or (jsonb_typeof(value) = 'array' and value @> jsonb_build_array(${option}::text)))`.execute(db);
  return rows[0]?.people ?? 0;
};

const optionsOf = (rule: FieldRule): string[] =>
  'options' in rule ? rule.options.map(({ value }) => value) : [];

/** @throws the refusal Conflict where people have an option that is left out */
const checkOptions = async (db: Kysely<Database>, key: string, before: FieldRule, after: FieldRule) => {
  const kept = optionsOf(after);
  for (const option of optionsOf(before).filter(value => !kept.includes(value))) {
    const people = await countOption(db, key, option);
    if (people > 0)
      throw refuse('Conflict', {
        message: 'People have an option that is left out.',
        data: { field: 'rule', option, people },
      });
  }
};

type FieldCall =
  | 'listCustomFields'
  | 'createCustomField'
  | 'changeCustomField'
  | 'orderCustomFields'
  | 'countCustomFieldValues'
  | 'removeCustomField';

export const customFieldHandlers = ({ db }: Pick<ConsoleContext, 'db'>): ConsoleHandlers<FieldCall> => ({
  listCustomFields: async () => ({ items: await readCustomFields(db), grades: allGrades() }),

  createCustomField: ({ body: { key, ...settings }, audit }) =>
    transaction(db, async trx => {
      await holdList(trx);
      const { fields, last } = await trx
        .selectFrom('custom_fields')
        .select(({ fn }) => [fn.countAll<number>().as('fields'), fn.max('position').as('last')])
        .executeTakeFirstOrThrow();
      if (fields >= MOST_CUSTOM_FIELDS)
        throw refuse('IllegalOperation', {
          message: `There are ${MOST_CUSTOM_FIELDS} fields already.`,
          data: { most: MOST_CUSTOM_FIELDS },
        });
      const { numInsertedOrUpdatedRows: made } = await trx
        .insertInto('custom_fields')
        .values({ key, position: (last ?? 0) + 1, ...rowOf(settings) })
        .onConflict(conflict => conflict.column('key').doNothing())
        .executeTakeFirst();
      if (!made) throw refuse('Conflict', { message: 'This key is taken.', data: { field: 'key' } });
      await audit(trx, { subject: key, after: { ...settings } });
      return {};
    }),

  changeCustomField: ({ body: { key, ...settings }, audit }) =>
    transaction(db, async trx => {
      const { key: _, ...before } = await holdField(trx, key);
      if (before.rule.type !== settings.rule.type)
        throw refuse('InvalidRequest', { message: 'The type of a field stays.', data: { field: 'rule' } });
      await checkOptions(trx, key, before.rule, settings.rule);
      await trx.updateTable('custom_fields').set(rowOf(settings)).where('key', '=', key).execute();
      await audit(trx, { subject: key, before, after: { ...settings } });
      return {};
    }),

  orderCustomFields: ({ body: { keys }, audit }) =>
    transaction(db, async trx => {
      await holdList(trx);
      const before = (await readCustomFields(trx)).map(({ key }) => key);
      if (keys.toSorted().join() !== before.toSorted().join())
        throw refuse('Conflict', { message: 'These are not the fields that there are.' });
      await sql`
        update custom_fields set position = given.position
        from unnest(${keys}::text[]) with ordinality as given (key, position)
        where custom_fields.key = given.key`.execute(trx);
      await audit(trx, { before: { keys: before }, after: { keys } });
      return {};
    }),

  countCustomFieldValues: async ({ query: { key } }) => {
    const field = await db
      .selectFrom('custom_fields')
      .select('key')
      .where('key', '=', key)
      .executeTakeFirst();
    if (!field) throw refuse('NotFound');
    return { people: await countValues(db, key) };
  },

  removeCustomField: ({ body: { key, people: said }, audit }) =>
    transaction(db, async trx => {
      await holdList(trx);
      const { key: _, ...before } = await holdField(trx, key);
      // Those who write a value wait for the row above.
      const people = await countValues(trx, key);
      if (people > said)
        throw refuse('Conflict', { message: 'More people have a value by now.', data: { people } });
      await trx.deleteFrom('custom_fields').where('key', '=', key).execute();
      await audit(trx, { subject: key, before, after: { removed: true, people } });
      return { people };
    }),
});
