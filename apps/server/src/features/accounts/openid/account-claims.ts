/** What a client learns of a person, by the scopes that it was given (OpenID Connect Core, section 5.4). */
import type { FieldValue, OpenidScope } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import { identifiersOf } from '../../../identity/identifiers.ts';
import type { Database } from '../../../platform/database/schema.ts';

/** The claims of each scope. */
export const claimsOfScopes = {
  openid: ['sub', 'auth_time', 'acr', 'amr'],
  profile: ['name', 'nickname', 'preferred_username', 'picture'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
} satisfies Record<OpenidScope, string[]>;

/**
 * @param issuer before the path of a picture that is stored here
 * @returns the claims of these scopes; what the person has not set is left out
 */
export const claimsOf = async (
  db: Kysely<Database>,
  { accountId, scopes, issuer }: { accountId: string; scopes: readonly OpenidScope[]; issuer: string },
): Promise<{ sub: string } & Record<string, unknown>> => {
  const has = (scope: OpenidScope) => scopes.includes(scope);
  if (!has('profile') && !has('email') && !has('phone')) return { sub: accountId };
  const account = await db
    .selectFrom('accounts')
    .select(['nickname', 'fullname', 'avatar_url'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  const identifiers = new Map(
    (await identifiersOf(db, accountId)).map(({ kind, value }) => [kind, value] as const),
  );
  const email = identifiers.get('email');
  const phone = identifiers.get('phone');
  const username = identifiers.get('username');
  const picture = account?.avatar_url;
  return {
    sub: accountId,
    ...(has('profile') && account
      ? {
          name: account.fullname ?? account.nickname,
          nickname: account.nickname,
          ...(username === undefined ? {} : { preferred_username: username }),
          ...(picture ? { picture: new URL(picture, issuer).href } : {}),
        }
      : {}),
    // Both were proved before they became the account's.
    ...(has('email') && email !== undefined ? { email, email_verified: true } : {}),
    ...(has('phone') && phone !== undefined
      ? { phone_number: `+86${phone}`, phone_number_verified: true }
      : {}),
  };
};

/** The values of the school's own fields that a client learns with the scope `profile`, under their keys. */
export const fieldClaimsOf = async (
  db: Kysely<Database>,
  accountId: string,
): Promise<Record<string, FieldValue>> => {
  const rows = await db
    .selectFrom('account_fields as f')
    .innerJoin('custom_fields as d', 'd.key', 'f.key')
    .select(['f.key', 'f.value'])
    .where('f.account_id', '=', accountId)
    .where('d.claim', '=', true)
    .execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
};
