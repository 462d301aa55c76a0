/** The authenticator app and the passkeys of an account, as values that can be kept and put back. */
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';

/** Bytes are base64, times ISO 8601. The app's secret stays encrypted. */
export interface SignInFactors {
  readonly totp: {
    readonly id: string;
    readonly sealed_secret: string;
    readonly last_step: number;
    readonly created_at: string;
  } | null;
  readonly passkeys: readonly {
    readonly id: string;
    readonly public_key: string;
    readonly counter: number;
    readonly transports: readonly string[];
    readonly name: string;
    readonly created_at: string;
    readonly last_used_at: string | null;
  }[];
}

export const readSignInFactors = async (db: Kysely<Database>, accountId: string): Promise<SignInFactors> => {
  const totp = await db
    .selectFrom('totp_secrets')
    .select(['id', 'sealed_secret', 'last_step', 'created_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'public_key', 'counter', 'transports', 'name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return {
    totp: totp
      ? {
          ...totp,
          sealed_secret: totp.sealed_secret.toString('base64'),
          created_at: totp.created_at.toISOString(),
        }
      : null,
    passkeys: passkeys.map(row => ({
      ...row,
      public_key: row.public_key.toString('base64'),
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    })),
  };
};

/**
 * The factors of an earlier time with the newest use of each that later states know: the time step of a code and the
 * counter of a passkey, so that what was used in between is not taken again (RFC 6238, 5.2; WebAuthn, 6.1.1).
 */
export const latestUse = (factors: SignInFactors, later: readonly SignInFactors[]): SignInFactors => {
  const { totp, passkeys } = factors;
  const steps = later.flatMap(({ totp: one }) => (one && one.id === totp?.id ? [one.last_step] : []));
  return {
    totp: totp && { ...totp, last_step: Math.max(totp.last_step, ...steps) },
    passkeys: passkeys.map(passkey => {
      const counters = later.flatMap(one =>
        one.passkeys.filter(({ id }) => id === passkey.id).map(({ counter }) => counter),
      );
      return { ...passkey, counter: Math.max(passkey.counter, ...counters) };
    }),
  };
};

/**
 * Puts the factors back, within the transaction that holds the account's row: by id, what is not among them goes, and
 * what is missing comes back. A factor that is still there keeps its counter.
 */
export const restoreSignInFactors = async (
  db: Kysely<Database>,
  accountId: string,
  { totp, passkeys }: SignInFactors,
): Promise<void> => {
  const owner = { account_id: accountId, operator_id: null };
  const ids = passkeys.map(({ id }) => id);
  let surplus = db.deleteFrom('passkeys').where('account_id', '=', accountId);
  if (ids.length > 0) surplus = surplus.where('id', 'not in', ids);
  await surplus.execute();
  for (const row of passkeys)
    await db
      .insertInto('passkeys')
      .values({
        ...row,
        ...owner,
        public_key: Buffer.from(row.public_key, 'base64'),
        transports: JSON.stringify(row.transports),
        created_at: new Date(row.created_at),
        last_used_at: row.last_used_at === null ? null : new Date(row.last_used_at),
      })
      .onConflict(conflict => conflict.doNothing())
      .execute();

  let apps = db.deleteFrom('totp_secrets').where('account_id', '=', accountId);
  if (totp) apps = apps.where('id', '!=', totp.id);
  await apps.execute();
  if (totp)
    await db
      .insertInto('totp_secrets')
      .values({
        ...totp,
        ...owner,
        sealed_secret: Buffer.from(totp.sealed_secret, 'base64'),
        created_at: new Date(totp.created_at),
      })
      .onConflict(conflict => conflict.doNothing())
      .execute();
};
