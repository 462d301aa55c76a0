/** What a person types to sign in: phone number, e-mail address or username, in one table. */
import { fields } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database, IdentifiersTable } from '../platform/database/schema.ts';

export type IdentifierKind = IdentifiersTable['kind'];

export interface Identifier {
  readonly kind: IdentifierKind;
  /** As it is kept and compared: full-width forms folded, e-mail addresses and usernames in lower case. */
  readonly value: string;
}

/**
 * Reads what was typed as an identity. White space at its ends is a slip of the finger; full-width forms are what a
 * Chinese keyboard writes. The three kinds can't be mistaken for one another: a username starts with a letter and
 * has no `@`, a phone number is digits only.
 */
export const readIdentity = (typed: string): Identifier => {
  const value = typed.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
  if (fields.PHONE_NUMBER.test(value)) return { kind: 'phone', value };
  return { kind: value.includes('@') ? 'email' : 'username', value };
};

/** A username as it is kept: two that differ in case only are one. */
export const usernameValue = (username: string): string => username.toLowerCase();

export interface IdentifiedAccount {
  readonly id: string;
  readonly passwordHash: string | null;
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
    .select(['accounts.id', 'accounts.password_hash', 'accounts.blocked_at'])
    .where('identifiers.kind', '=', kind)
    .where('identifiers.value', '=', value)
    .executeTakeFirst();
  return row && { id: row.id, passwordHash: row.password_hash, blocked: row.blocked_at !== null };
};

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
