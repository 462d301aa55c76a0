/** Creates an account for a proved phone number, e-mail address or third-party sign-in. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Language } from '../../../http/language.ts';
import type { Database } from '../../../platform/database/schema.ts';
import type { Identifier } from '../../../platform/identifier.ts';
import { generateNickname, nicknameKey } from '../../../identity/nicknames.ts';

export interface NewAccount {
  readonly pid: string;
  /** What it signs in with, proved already; undefined where it signs in by a third party alone. */
  readonly identifier: Identifier | undefined;
  /** Null: none is set yet. */
  readonly passwordHash: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Of the generated nickname. */
  readonly language: Language;
}

/**
 * Inserts an account with its identifier and a nickname of its own, within the transaction `db`.
 * @returns the account's id.
 * @throws the unique violation `identifiers_value` where the identifier has an account: the transaction is over then.
 */
export const createAccount = async (db: Kysely<Database>, account: NewAccount): Promise<string> => {
  const id = await insertAccount(db, account);
  const { identifier, at } = account;
  if (identifier) {
    const { kind, value } = identifier;
    const row = { kind, value, account_id: id, created_at: new Date(at) };
    await db.insertInto('identifiers').values(row).execute();
  }
  return id;
};

const insertAccount = async (
  db: Kysely<Database>,
  { pid, passwordHash, at, language }: NewAccount,
): Promise<string> => {
  const moment = new Date(at);
  // Six letters name 800 million; one more for each that is taken already.
  for (let letters = 6; letters <= 12; letters += 1) {
    const nickname = generateNickname(language, letters);
    const row = await db
      .insertInto('accounts')
      .values({
        id: randomUUID(),
        pid,
        created_at: moment,
        password_hash: passwordHash,
        password_set_at: passwordHash === null ? null : moment,
        nickname,
        nickname_key: nicknameKey(nickname),
      })
      // Not an error, which would end the transaction.
      .onConflict(conflict => conflict.column('nickname_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row) return row.id;
  }
  throw new Error('Seven generated nicknames in a row are taken.');
};
