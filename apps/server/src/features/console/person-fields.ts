/**
 * Lists people by a custom field. People who are masked have no value here: a list of those with a value would tell it of each.
 */
import { type CustomField, fieldSchema, type FieldValue, readFieldText } from '@rollcall/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import type { SignedInOperator } from '../../http/console-handler.ts';
import { readCustomFields } from '../../identity/custom-fields/definitions.ts';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import { tellsOf, type ValueOrder } from './person-orders.ts';

/** What a list of people is asked of custom fields. */
interface FieldQuery {
  readonly field?: string | undefined;
  readonly value?: string | undefined;
  readonly value_from?: string | undefined;
  readonly value_to?: string | undefined;
  readonly order?: string | undefined;
  readonly descending?: boolean | undefined;
  readonly q?: string | undefined;
}

/** The same, with the values as they are kept. */
export interface ByFields {
  readonly filter?: {
    readonly key: string;
    readonly several: boolean;
    readonly is?: FieldValue;
    readonly from?: FieldValue;
    readonly to?: FieldValue;
  };
  readonly order?: { readonly key: string; readonly descending: boolean };
  /** Whether people under 14 are as everybody. */
  readonly minors: boolean;
}

const wrong = (field: keyof FieldQuery) => refuse('InvalidRequest', { data: { field } });

/** The type decides what is compared; a bound of the rule does not: values of before it are there. */
const readValue = (field: CustomField, name: keyof FieldQuery, text: string): FieldValue => {
  const { rule } = field;
  const type =
    rule.type === 'text' || rule.type === 'number' || rule.type === 'date' ? { type: rule.type } : rule;
  const given = readFieldText(rule, text);
  const parsed = v.safeParse(fieldSchema(type), given);
  if (!parsed.success) throw wrong(name);
  const [one] = Array.isArray(parsed.output) ? parsed.output : [parsed.output];
  if (one === undefined) throw wrong(name);
  return one;
};

/**
 * Reads the part of a query that is about custom fields.
 * @throws the refusals RoleRequired to a viewer, who sees no values, and InvalidRequest by the parameter's name
 */
export const fieldQuery = async (
  db: Kysely<Database>,
  query: FieldQuery,
  { role, service }: Pick<SignedInOperator, 'role' | 'service'>,
): Promise<ByFields | undefined> => {
  const { field: key, value, value_from: from, value_to: to, order, descending = false, q } = query;
  if (key === undefined && (value ?? from ?? to) !== undefined) throw wrong('field');
  if (key === undefined && order === undefined) return undefined;
  if (role === 'viewer') throw refuse('RoleRequired', { data: { role: 'support' } });
  const fields = await readCustomFields(db);
  const find = (name: 'field' | 'order', wanted: string): CustomField => {
    const found = fields.find(field => field.key === wanted);
    if (!found || !(service || found.seen_by.includes('staff'))) throw wrong(name);
    return found;
  };
  const filtered = key === undefined ? undefined : find('field', key);
  const sorted = order === undefined ? undefined : find('order', order);
  if (sorted && (sorted.rule.type === 'choices' || (q?.trim() ?? '') !== '')) throw wrong('order');
  const hasRange = filtered?.rule.type === 'number' || filtered?.rule.type === 'date';
  if (!hasRange && from !== undefined) throw wrong('value_from');
  if (!hasRange && to !== undefined) throw wrong('value_to');
  return {
    minors: service?.minors === true,
    ...(filtered && {
      filter: {
        key: filtered.key,
        several: filtered.rule.type === 'choices',
        ...(value === undefined ? {} : { is: readValue(filtered, 'value', value) }),
        ...(from === undefined ? {} : { from: readValue(filtered, 'value_from', from) }),
        ...(to === undefined ? {} : { to: readValue(filtered, 'value_to', to) }),
      },
    }),
    ...(sorted && { order: { key: sorted.key, descending } }),
  };
};

const json = (value: FieldValue) => sql`${JSON.stringify(value)}::jsonb`;

/** The condition on account `a` that a filter is. */
export const fieldFilter = (by: ByFields | undefined, at: number): RawBuilder<unknown>[] => {
  const filter = by?.filter;
  if (!by || !filter) return [];
  const { key, several, is, from, to } = filter;
  const conditions = [
    sql`jsonb_typeof(f.value) ${several ? sql`=` : sql`<>`} 'array'`,
    ...(is === undefined
      ? []
      : [several ? sql`f.value @> jsonb_build_array(${is}::text)` : sql`f.value = ${json(is)}`]),
    ...(from === undefined ? [] : [sql`f.value >= ${json(from)}`]),
    ...(to === undefined ? [] : [sql`f.value <= ${json(to)}`]),
  ];
  return [
    sql`${tellsOf({ minors: by.minors, at })} and exists (select from account_fields f
      where f.account_id = a.id and f.key = ${key} and ${sql.join(conditions, sql` and `)})`,
  ];
};

/** The order of a field's values. */
export const fieldOrder = (by: ByFields, key: string, at: number): ValueOrder => {
  const where = sql`f.key = ${key} and jsonb_typeof(f.value) <> 'array'`;
  const told = tellsOf({ minors: by.minors, at });
  return {
    from: sql`account_fields f join accounts a on a.id = f.account_id`,
    key: sql`f.value`,
    type: 'jsonb',
    where: sql`${where} and ${told}`,
    rest: sql`not (${told} and exists (select from account_fields f where f.account_id = a.id and ${where}))`,
  };
};
