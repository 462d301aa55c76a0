/**
 * Remembers the year of birth of a person under 14 whose account is deleted, so that signing up again with the same number, address
 * or third party is no second try at another year. A keyed digest and the year are all that is kept, for 180 days.
 */
import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { deriveKey, type Secret } from '../../platform/derive-key.ts';

/** Milliseconds. */
export const SAID_YEAR_LIFE = 180 * 24 * 3600 * 1000;

export interface SaidYears {
  /** Remembers the year of an account of a person under 14, within the transaction that deletes it. */
  remember(db: Kysely<Database>, accountId: string, at: number): Promise<void>;
  /** The year that was said before with something that the account signs in with; undefined: none. */
  of(db: Kysely<Database>, accountId: string, at: number): Promise<number | undefined>;
}

export const createSaidYears = (secret: Secret): SaidYears => {
  const key = deriveKey(secret, 'said years');
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();

  const namesOf = async (db: Kysely<Database>, accountId: string): Promise<Buffer[]> => {
    const identifiers = await db
      .selectFrom('identifiers')
      .select(['kind', 'value'])
      .where('account_id', '=', accountId)
      .where('kind', 'in', ['phone', 'email'])
      .execute();
    const identities = await db
      .selectFrom('identities')
      .select(['provider', 'appid', 'subject', 'unionid'])
      .where('account_id', '=', accountId)
      .execute();
    return [
      ...identifiers.map(({ kind, value }) => digest(`${kind}|${value}`)),
      ...identities.map(({ provider, appid, subject, unionid }) =>
        digest(unionid === null ? `${provider}|${appid}|${subject}` : `${provider}|${unionid}`),
      ),
    ];
  };

  return {
    remember: async (db, accountId, at) => {
      const account = await db
        .selectFrom('accounts')
        .select('birth_year')
        .where('id', '=', accountId)
        .where('child_until', '>', new Date(at))
        .executeTakeFirst();
      if (!account || account.birth_year === null) return;
      const said = { birth_year: account.birth_year, said_at: new Date(at) };
      for (const name of await namesOf(db, accountId))
        await db
          .insertInto('said_years')
          .values({ name, ...said })
          .onConflict(conflict => conflict.column('name').doUpdateSet(said))
          .execute();
    },
    of: async (db, accountId, at) => {
      const names = await namesOf(db, accountId);
      if (names.length === 0) return undefined;
      const found = await db
        .selectFrom('said_years')
        .select('birth_year')
        .where('name', 'in', names)
        .where('said_at', '>', new Date(at - SAID_YEAR_LIFE))
        .orderBy('said_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return found?.birth_year;
    },
  };
};
