/** The school's own fields of the caller. */
import type { CallName, CustomField, FieldValue } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { AppContext } from '../../../http/context.ts';
import type { Handlers } from '../../../http/handler.ts';
import { readCustomFields } from '../../../identity/custom-fields/definitions.ts';
import { changeFieldValues, readFieldValues } from '../../../identity/custom-fields/values.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';

const isOwn = ({ changed_by: by }: CustomField): boolean => by.includes('person');

const ownFields = async (db: Kysely<Database>, accountId: string) => {
  const fields = (await readCustomFields(db)).filter(({ seen_by: by }) => by.includes('person'));
  const values: Partial<Record<string, FieldValue>> =
    fields.length === 0 ? {} : ((await readFieldValues(db, [accountId])).get(accountId) ?? {});
  return fields.map(field => ({
    key: field.key,
    name: field.name,
    rule: field.rule,
    required: field.required,
    changeable: isOwn(field),
    value: values[field.key] ?? null,
  }));
};

export const ownFieldHandlers = ({ app: { db } }: { readonly app: Pick<AppContext, 'db'> }) =>
  ({
    getCustomFields: ({ caller }) => ownFields(db, caller.accountId),

    updateCustomFields: async ({ body: { values }, caller: { accountId } }) => {
      await transaction(db, trx => changeFieldValues(trx, { accountId, given: values }, isOwn));
      return ownFields(db, accountId);
    },
  }) satisfies Partial<Handlers<CallName>>;
