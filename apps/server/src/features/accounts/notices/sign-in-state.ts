/** Everything that an account signs in with, as one value that can be kept and put back. */
import { type Kysely, sql } from 'kysely';
import type { Provider } from '@rollcall/contract';
import type { Database } from '../../../platform/database/schema.ts';
import { accountOfIdentity } from '../../../identity/identities.ts';
import { readSignInFactors, restoreSignInFactors, type SignInFactors } from './sign-in-factors.ts';

/** Times are ISO 8601, as JSON holds no other. */
export interface SignInState {
  readonly identifiers: readonly {
    readonly kind: 'phone' | 'email' | 'username';
    readonly value: string;
    readonly created_at: string;
  }[];
  readonly identities: readonly {
    readonly provider: Provider;
    readonly appid: string;
    readonly subject: string;
    readonly unionid: string | null;
    readonly created_at: string;
  }[];
  readonly password_hash: string | null;
  readonly password_set_at: string | null;
  readonly deletion_due_at: string | null;
  /** Whether sign-ins ask for a second factor; absent in states that were kept before this was. */
  readonly second_factor?: boolean;
  /** Absent in states that were kept before these were. */
  readonly factors?: SignInFactors;
}

const text = (time: Date | null): string | null => time && time.toISOString();
const timeOf = (iso: string | null): Date | null => (iso === null ? null : new Date(iso));

/** Reads the state of an account, within the transaction that holds the account's row. */
export const readSignInState = async (db: Kysely<Database>, accountId: string): Promise<SignInState> => {
  const account = await db
    .selectFrom('accounts')
    .select(['password_hash', 'password_set_at', 'deletion_due_at', 'second_factor'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const identifiers = await db
    .selectFrom('identifiers')
    .select(['kind', 'value', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('kind')
    .execute();
  const identities = await db
    .selectFrom('identities')
    .select(['provider', 'appid', 'subject', 'unionid', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('provider')
    .orderBy('appid')
    .execute();
  return {
    identifiers: identifiers.map(row => ({ ...row, created_at: row.created_at.toISOString() })),
    identities: identities.map(row => ({ ...row, created_at: row.created_at.toISOString() })),
    password_hash: account.password_hash,
    password_set_at: text(account.password_set_at),
    deletion_due_at: text(account.deletion_due_at),
    second_factor: account.second_factor,
    factors: await readSignInFactors(db, accountId),
  };
};

/**
 * Puts a state back, within the transaction that holds the account's row: what is not in it goes, what is missing comes
 * back with its time. All recovery codes go. Of a state that was kept without factors, those that were added since
 * `since` (ms) go. A deletion is due at `earliestDeletion` (ms) at the earliest, so that there is time to cancel it.
 * @returns the kinds of what another account has by now, which can't come back
 */
export const restoreSignInState = async (
  db: Kysely<Database>,
  accountId: string,
  state: SignInState,
  {
    since,
    earliestDeletion,
    keepsPassword = false,
  }: { readonly since: number; readonly earliestDeletion: number; readonly keepsPassword?: boolean },
): Promise<(SignInState['identifiers'][number]['kind'] | Provider)[]> => {
  const now = await readSignInState(db, accountId);
  const lost: (SignInState['identifiers'][number]['kind'] | Provider)[] = [];
  const { password_hash, password_set_at } = state;
  const due = timeOf(state.deletion_due_at);
  const erased = await db
    .selectFrom('guardianships')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('erase_at', 'is not', null)
    .executeTakeFirst();
  await db
    .updateTable('accounts')
    .set({
      // Of two passwords the later one was set with a proof of its own, perhaps because the earlier one leaked.
      ...(keepsPassword && password_hash !== null
        ? {}
        : { password_hash, password_set_at: timeOf(password_set_at) }),
      // What the guardian asked for stays.
      ...(erased ? {} : { deletion_due_at: due && new Date(Math.max(due.getTime(), earliestDeletion)) }),
    })
    .where('id', '=', accountId)
    .execute();

  const sameIdentifier = (one: { kind: string; value: string }) => (other: { kind: string; value: string }) =>
    one.kind === other.kind && one.value === other.value;
  for (const one of now.identifiers.filter(row => !state.identifiers.some(sameIdentifier(row)))) {
    await db
      .deleteFrom('identifiers')
      .where('account_id', '=', accountId)
      .where('kind', '=', one.kind)
      .execute();
  }
  for (const one of state.identifiers.filter(row => !now.identifiers.some(sameIdentifier(row)))) {
    const row = await db
      .insertInto('identifiers')
      .values({ ...one, account_id: accountId, created_at: new Date(one.created_at) })
      .onConflict(conflict => conflict.doNothing())
      .returning('kind')
      .executeTakeFirst();
    if (!row) lost.push(one.kind);
  }

  type Identity = SignInState['identities'][number];
  const sameIdentity = (one: Identity) => (other: Identity) =>
    one.provider === other.provider && one.appid === other.appid && one.subject === other.subject;
  for (const one of now.identities.filter(row => !state.identities.some(sameIdentity(row)))) {
    await db
      .deleteFrom('identities')
      .where('account_id', '=', accountId)
      .where('provider', '=', one.provider)
      .where('appid', '=', one.appid)
      .execute();
  }
  for (const one of state.identities.filter(row => !now.identities.some(sameIdentity(row)))) {
    const { unionid, ...identity } = one;
    const owner = await accountOfIdentity(db, { ...identity, ...(unionid === null ? {} : { unionid }) });
    const row =
      owner === undefined || owner.accountId === accountId
        ? await db
            .insertInto('identities')
            .values({ ...one, account_id: accountId, created_at: new Date(one.created_at) })
            .onConflict(conflict => conflict.doNothing())
            .returning('provider')
            .executeTakeFirst()
        : undefined;
    if (!row) lost.push(one.provider);
  }

  if (state.factors) await restoreSignInFactors(db, accountId, state.factors);
  else {
    const added = sql<boolean>`created_at >= ${new Date(since)}::timestamptz`;
    await db.deleteFrom('passkeys').where('account_id', '=', accountId).where(added).execute();
    await db.deleteFrom('totp_secrets').where('account_id', '=', accountId).where(added).execute();
  }
  // Recovery codes have no time of creation, and another person may have made them since: all are deleted.
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await db.deleteFrom('second_factor_failures').where('account_id', '=', accountId).execute();
  await sql`update accounts set second_factor = ${state.second_factor ?? true}::boolean
      and (exists (select from totp_secrets where account_id = ${accountId}::uuid)
        or exists (select from passkeys where account_id = ${accountId}::uuid))
    where id = ${accountId}::uuid`.execute(db);
  return lost;
};
