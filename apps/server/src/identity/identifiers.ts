/** The account behind a phone number, an e-mail address or a username. */
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import type { Identifier } from '../platform/identifier.ts';

export interface IdentifiedAccount {
  readonly id: string;
  readonly passwordHash: string | null;
  readonly passwordTooCommon: boolean;
  readonly blocked: boolean;
}

/** The account that an identifier belongs to, or undefined. */
export const findAccount = async (
  db: Kysely<Database>,
  { kind, value }: Identifier,
): Promise<IdentifiedAccount | undefined> => {
  const row = await db
    .selectFrom('identifiers')
    .innerJoin('accounts', 'accounts.id', 'identifiers.account_id')
    .select(['accounts.id', 'accounts.password_hash', 'accounts.password_too_common', 'accounts.blocked_at'])
    .where('identifiers.kind', '=', kind)
    .where('identifiers.value', '=', value)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      passwordHash: row.password_hash,
      passwordTooCommon: row.password_too_common,
      blocked: row.blocked_at !== null,
    }
  );
};

/** What an account signs in with. */
export const identifiersOf = (db: Kysely<Database>, accountId: string): Promise<Identifier[]> =>
  db.selectFrom('identifiers').select(['kind', 'value']).where('account_id', '=', accountId).execute();

/** The phone number of an account, or undefined. */
export const phoneOf = async (db: Kysely<Database>, accountId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('identifiers')
    .select('value')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'phone')
    .executeTakeFirst();
  return row?.value;
};
