/**
 * Remembers the year of birth of a person under 14 whose account is deleted, so that signing up again with the same number, address
 * or third party is no second try at another year. A keyed digest and the year are all that is kept, for 180 days. An account that
 * was withdrawn within a day of its sign-up is not remembered: a mistyped year can be set right so.
 */
import type { Kysely } from 'kysely';
import { macOf } from '../../../platform/digest.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { deriveKeys, type Secret } from '../../../platform/derive-key.ts';

/** Milliseconds. */
const DAY = 24 * 3600 * 1000;
export const BIRTH_YEAR_LIFE = 180 * DAY;

export interface RememberedYear {
  readonly year: number;
  /** The keyed digest under which it is kept. */
  readonly name: Buffer;
}

export interface BirthYears {
  /**
   * Remembers the year of an account of a person under 14, within the transaction that deletes it. The year of a person who is of age
   * replaces none: what was remembered is forgotten, as the school corrected it.
   */
  remember(db: Kysely<Database>, accountId: string, at: number): Promise<void>;
  /** The year that was said before with something that the account signs in with; undefined: none. */
  of(db: Kysely<Database>, accountId: string, at: number): Promise<RememberedYear | undefined>;
}

export const createBirthYears = (secret: Secret): BirthYears => {
  const keys = deriveKeys(secret, 'said years');
  /** With the keys of both secrets, the current one first. */
  const digests = (text: string) => keys.map(key => macOf(key, text));

  const namesOf = async (db: Kysely<Database>, accountId: string): Promise<Buffer[][]> => {
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
      ...identifiers.map(({ kind, value }) => digests(`${kind}|${value}`)),
      ...identities.map(({ provider, appid, subject, unionid }) =>
        digests(unionid === null ? `${provider}|${appid}|${subject}` : `${provider}|${unionid}`),
      ),
    ];
  };

  return {
    remember: async (db, accountId, at) => {
      const account = await db
        .selectFrom('accounts')
        .select(['birth_year', 'child_until', 'created_at', 'deletion_due_at'])
        .where('id', '=', accountId)
        .executeTakeFirst();
      if (!account || account.birth_year === null) return;
      const { birth_year, child_until: until, created_at: born, deletion_due_at: due } = account;
      const child = until !== null && until.getTime() > at;
      // Withdrawn on the first day: see `withdrawSignUp`.
      if (child && due !== null && due.getTime() < born.getTime() + DAY) return;
      const values = { birth_year, said_at: new Date(at) };
      for (const [name, ...older] of await namesOf(db, accountId)) {
        if (name === undefined) continue;
        const replaced = child ? older : [name, ...older];
        if (replaced.length > 0) await db.deleteFrom('said_years').where('name', 'in', replaced).execute();
        if (child)
          await db
            .insertInto('said_years')
            .values({ name, ...values })
            .onConflict(conflict => conflict.column('name').doUpdateSet(values))
            .execute();
      }
    },
    of: async (db, accountId, at) => {
      const names = (await namesOf(db, accountId)).flat();
      if (names.length === 0) return undefined;
      return db
        .selectFrom('said_years')
        .select(['birth_year as year', 'name'])
        .where('name', 'in', names)
        .where('said_at', '>', new Date(at - BIRTH_YEAR_LIFE))
        .orderBy('said_at', 'desc')
        .limit(1)
        .executeTakeFirst();
    },
  };
};
