/** People as rows of a list, masked for who asks. */
import type { AnswerOf } from '@rollcall/contract';
import type { ConsoleCalls } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import type { SignedInOperator } from '../../http/console-handler.ts';
import { readFieldValues } from '../../identity/custom-fields/values.ts';
import { maskingInList } from './masking.ts';

/** A person in a list. */
export type PersonRow = AnswerOf<ConsoleCalls['findPerson']>;

export const identifiersOf = async (db: Kysely<Database>, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('identifiers')
    .select(['account_id', 'kind', 'value'])
    .where('account_id', 'in', ids)
    .execute();
  const found = new Map<string, Partial<Record<'phone' | 'email' | 'username', string>>>();
  for (const { account_id: id, kind, value } of rows) found.set(id, { ...found.get(id), [kind]: value });
  return found;
};

/** The values of custom fields that an operator sees of people who are not masked: a viewer none, other software all. */
export const fieldsSeenBy = async (
  db: Kysely<Database>,
  ids: readonly string[],
  { role, service }: Pick<SignedInOperator, 'role' | 'service'>,
): ReturnType<typeof readFieldValues> =>
  role === 'viewer' ? new Map() : readFieldValues(db, ids, service ? undefined : 'staff');

/** The rows of the accounts that there are, by id. @param ids at least one */
export const personRowsOf = async (
  db: Kysely<Database>,
  ids: readonly string[],
  { operator, at }: { readonly operator: Pick<SignedInOperator, 'role' | 'service'>; readonly at: number },
): Promise<ReadonlyMap<string, PersonRow>> => {
  const [accounts, identifiers, fields] = await Promise.all([
    db
      .selectFrom('accounts')
      .select(['id', 'pid', 'nickname', 'fullname', 'created_at', 'blocked_at', 'child_until', 'sample'])
      .where('id', 'in', ids)
      .execute(),
    identifiersOf(db, ids),
    fieldsSeenBy(db, ids, operator),
  ]);
  return new Map(
    accounts.map(({ child_until: until, ...account }) => {
      const masking = maskingInList(operator, until, at);
      const { phone, email, username } = identifiers.get(account.id) ?? {};
      return [
        account.id,
        {
          ...account,
          nickname: masking.nickname(account.nickname),
          fullname: masking.fullname(account.fullname),
          child: masking.child,
          fields: masking.masked ? {} : (fields.get(account.id) ?? {}),
          username: username ?? null,
          phone_number: masking.phone(phone),
          email: masking.email(email),
          created_at: account.created_at.getTime(),
          blocked_at: account.blocked_at?.getTime() ?? null,
        },
      ];
    }),
  );
};
