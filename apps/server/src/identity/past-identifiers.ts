/**
 * The numbers and addresses that accounts had before a change, so that operators can tell a person who types an old one which account
 * it was. Only keyed digests are kept, for 180 days; they go with the account.
 */
import type { Kysely } from 'kysely';
import { macOf } from '../platform/digest.ts';
import type { Database } from '../platform/database/schema.ts';
import { deriveKeys, type Secret } from '../platform/derive-key.ts';
import type { Identifier } from '../platform/identifier.ts';

/** Milliseconds. */
export const PAST_IDENTIFIER_LIFE = 180 * 24 * 3600 * 1000;

export interface PastIdentifier {
  readonly accountId: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

export interface PastIdentifiers {
  /** Remembers what an account had until `at` (ms), within the transaction `db` of the change. */
  remember(
    db: Kysely<Database>,
    past: { readonly accountId: string; readonly identifiers: readonly Identifier[]; readonly at: number },
  ): Promise<void>;
  /** The account that had it last, other than one that has it now; undefined: none in 180 days before `at` (ms). */
  find(db: Kysely<Database>, identifier: Identifier, at: number): Promise<PastIdentifier | undefined>;
}

export const createPastIdentifiers = (secret: Secret): PastIdentifiers => {
  const keys = deriveKeys(secret, 'past identifiers');
  const digestOf = (key: Buffer, { kind, value }: Identifier): Buffer => macOf(key, `${kind}|${value}`);

  return {
    remember: async (db, { accountId, identifiers, at }) => {
      if (identifiers.length === 0) return;
      const row = { account_id: accountId, changed_at: new Date(at) };
      await db
        .insertInto('past_identifiers')
        .values(identifiers.map(one => ({ ...row, identity: digestOf(keys[0], one) })))
        .execute();
    },

    find: async (db, identifier, at) => {
      const row = await db
        .selectFrom('past_identifiers as p')
        .select(['p.account_id', 'p.changed_at'])
        .where(
          'p.identity',
          'in',
          keys.map(key => digestOf(key, identifier)),
        )
        .where('p.changed_at', '>', new Date(at - PAST_IDENTIFIER_LIFE))
        // Who took it back has it now.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('identifiers as i')
                .select('i.account_id')
                .whereRef('i.account_id', '=', 'p.account_id')
                .where('i.kind', '=', identifier.kind)
                .where('i.value', '=', identifier.value),
            ),
          ),
        )
        .orderBy('p.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && { accountId: row.account_id, changedAt: row.changed_at.getTime() };
    },
  };
};
