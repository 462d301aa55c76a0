/** The ways in which the person of an account can prove who they are, beside signing in again. */
import type { ProofWay } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import { hasFactor } from '../../../identity/second-factor/factor-state.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { boundOf } from '../../../identity/identities.ts';

/**
 * Milliseconds that a number or an address has to be bound before a code to it proves. It outlives the time in which a
 * change can be taken back, so that a thief's number does not prove.
 */
export const PROVING_AGE = 72 * 3600 * 1000;

/**
 * Tells whether a number or an address that was bound at `boundAt` proves at `at` (ms): for `PROVING_AGE`, or since the
 * account was created at `born`, as it then took nothing's place.
 */
export const proves = (boundAt: Date, born: Date, at: number): boolean =>
  boundAt.getTime() <= at - PROVING_AGE || boundAt.getTime() === born.getTime();

export interface Way {
  readonly way: ProofWay;
  /** The number or address that a code is sent to. */
  readonly recipient?: string;
}

/**
 * The ways of an account, the quickest first: the password; a number or an address that `proves`; WeChat and QQ where nothing
 * else is bound. Where sign-ins ask for a second factor that is the only way: the password or the number alone must not
 * remove it.
 * @param at milliseconds since 1970
 */
export const proofWaysOf = async (db: Kysely<Database>, accountId: string, at: number): Promise<Way[]> => {
  const account = await db
    .selectFrom('accounts')
    .select(['password_hash', 'created_at', 'second_factor'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const identifiers = await db
    .selectFrom('identifiers')
    .select(['kind', 'value', 'created_at'])
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['phone', 'email'])
    .orderBy('kind', 'desc')
    .execute();
  const hasPassword = account.password_hash !== null;
  if (account.second_factor) return [{ way: 'second-factor' }];
  const passkey = (await hasFactor(db, { kind: 'account', id: accountId }))
    ? [{ way: 'second-factor' } as const]
    : [];
  if (!hasPassword && identifiers.length === 0) {
    const { wechat, qq } = await boundOf(db, accountId);
    return [
      ...passkey,
      ...(wechat ? [{ way: 'wechat' } as const] : []),
      ...(qq ? [{ way: 'qq' } as const] : []),
    ];
  }
  const proving = identifiers.filter(row => proves(row.created_at, account.created_at, at));
  return [
    ...(hasPassword ? [{ way: 'password' } as const] : []),
    ...passkey,
    ...proving.flatMap(({ kind, value }) =>
      kind === 'username' ? [] : [{ way: kind, recipient: value } as const],
    ),
  ];
};
