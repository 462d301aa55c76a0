/**
 * Identities whose next sign-in needs a challenge because of the device that signs in. The call for the rule may go to another
 * host, where the device's cookie is not sent: it finds out by this.
 */
import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { deriveKey, type Secret } from '../../platform/derive-key.ts';
import type { Identifier } from '../../platform/identifier.ts';

/** Milliseconds for which an identity needs a challenge. */
const CHALLENGED_MS = 10 * 60_000;

export interface ChallengedIdentities {
  add(identity: Identifier): Promise<void>;
  has(identity: Identifier): Promise<boolean>;
}

export const createChallengedIdentities = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly secret: Secret;
}): ChallengedIdentities => {
  const { db, now } = deps;
  const key = deriveKey(deps.secret, 'captcha');
  const subjectOf = ({ kind, value }: Identifier): string =>
    `sign-in ${createHmac('sha256', key).update(`sign-in|${kind}|${value}`).digest('base64url').slice(0, 16)}`;
  return {
    add: async identity => {
      const ends_at = new Date(now() + CHALLENGED_MS);
      await db
        .insertInto('named_recipients')
        .values({ subject: subjectOf(identity), ends_at, recipients: [], most: 0 })
        .onConflict(conflict => conflict.column('subject').doUpdateSet({ ends_at }))
        .execute();
    },
    has: async identity => {
      const found = await db
        .selectFrom('named_recipients')
        .select('ends_at')
        .where('subject', '=', subjectOf(identity))
        .where('ends_at', '>', new Date(now()))
        .executeTakeFirst();
      return found !== undefined;
    },
  };
};
