/** The ways in which the person of an account can prove who they are, beside signing in again. */
import type { ProofWay } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { boundOf } from './identities.ts';

/**
 * Milliseconds that a number or an address has to be bound before a code to it proves. It outlives the time in which a
 * change can be taken back, so that a thief's number does not prove.
 */
export const PROVING_AGE = 72 * 3600 * 1000;

export interface Way {
  readonly way: ProofWay;
  /** The number or address that a code is sent to. */
  readonly to?: string;
}

/**
 * The ways of an account, the quickest first: the password; a number or an address that is bound for `PROVING_AGE`, or
 * since the account exists, as it then took nothing's place; WeChat and QQ where nothing else is bound.
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
  const own = account.second_factor ? [{ way: 'second-factor' } as const] : [];
  if (!hasPassword && identifiers.length === 0) {
    const { wechat, qq } = await boundOf(db, accountId);
    return [...own, ...(wechat ? [{ way: 'wechat' } as const] : []), ...(qq ? [{ way: 'qq' } as const] : [])];
  }
  const proving = identifiers.filter(
    row =>
      row.created_at.getTime() <= at - PROVING_AGE ||
      row.created_at.getTime() === account.created_at.getTime(),
  );
  return [
    ...own,
    ...(hasPassword ? [{ way: 'password' } as const] : []),
    ...proving.flatMap(({ kind, value }) => (kind === 'username' ? [] : [{ way: kind, to: value } as const])),
  ];
};
