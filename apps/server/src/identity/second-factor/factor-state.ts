/** What second factors an owner has, and whether sign-ins ask for them. */
import type { SecondFactorMethod, SecondFactors } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { type Owner, ownerColumn } from './owner.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { type PageHeaders, type PasskeyPlaces, relyingPartyOf } from './relying-party.ts';

export type FactorState = Omit<SecondFactors, 'required'>;

/** The methods by which an owner with this state can prove themselves. */
export const methodsOf = (
  state: Pick<FactorState, 'totp' | 'passkeys' | 'recovery_codes_left'>,
): SecondFactorMethod[] => [
  ...(state.totp ? (['totp'] as const) : []),
  ...(state.passkeys.length > 0 ? (['passkey'] as const) : []),
  ...(state.recovery_codes_left > 0 ? (['recovery_code'] as const) : []),
];

/**
 * Locks the owner's row in the transaction `db`, so that two changes of their factors, or a change and a proof, follow one
 * another. To be called before any row of a factor is locked, else two transactions wait for each other.
 */
export const lockOwner = async (db: Kysely<Database>, { kind, id }: Owner): Promise<void> => {
  await db
    .selectFrom(kind === 'account' ? 'accounts' : 'operators')
    .select('id')
    .where('id', '=', id)
    // No stronger than `lockSignInChanges`, which may have locked the row before: a stronger one waits for sessions that begin.
    .forNoKeyUpdate()
    .executeTakeFirst();
};

/** Whether the owner has an app or a passkey. */
export const hasFactor = async (db: Kysely<Database>, owner: Owner): Promise<boolean> => {
  const column = ownerColumn(owner);
  const totp = await db
    .selectFrom('totp_secrets')
    .select('id')
    .where(column, '=', owner.id)
    .executeTakeFirst();
  if (totp) return true;
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where(column, '=', owner.id)
    .limit(1)
    .executeTakeFirst();
  return passkey !== undefined;
};

/** Whether the owner has the app or passkey of this id. */
export const hasThisFactor = async (db: Kysely<Database>, owner: Owner, id: string): Promise<boolean> => {
  const column = ownerColumn(owner);
  const app = db
    .selectFrom('totp_secrets')
    .select('created_at')
    .where(column, '=', owner.id)
    .where(sql<string>`id::text`, '=', id);
  const passkey = db
    .selectFrom('passkeys')
    .select('created_at')
    .where(column, '=', owner.id)
    .where('id', '=', id);
  return (await app.unionAll(passkey).executeTakeFirst()) !== undefined;
};

/** Whether sign-ins ask for a factor: of an operator who has one always, of a person as they chose. */
export const isEnabled = async (db: Kysely<Database>, owner: Owner): Promise<boolean> => {
  if (owner.kind === 'operator') return hasFactor(db, owner);
  const account = await db
    .selectFrom('accounts')
    .select('second_factor')
    .where('id', '=', owner.id)
    .executeTakeFirst();
  return account?.second_factor ?? false;
};

/** Writes on an account's row, which every sign-in locks, whether sign-ins ask for a factor. */
export const markEnabled = async (
  db: Kysely<Database>,
  { kind, id }: Owner,
  enabled: boolean,
): Promise<void> => {
  if (kind === 'account')
    await db.updateTable('accounts').set({ second_factor: enabled }).where('id', '=', id).execute();
};

/** @param page decides whether passkeys work there */
export const readState = async (
  db: Kysely<Database>,
  places: PasskeyPlaces,
  owner: Owner,
  page: PageHeaders,
): Promise<FactorState> => {
  const column = ownerColumn(owner);
  const totp = await db
    .selectFrom('totp_secrets')
    .select('created_at')
    .where(column, '=', owner.id)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where(column, '=', owner.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return {
    enabled: await isEnabled(db, owner),
    passkeys_available: relyingPartyOf(places, page) !== undefined,
    totp: totp ? { created_at: totp.created_at.getTime() } : null,
    passkeys: rows.map(row => ({
      ...row,
      created_at: row.created_at.getTime(),
      last_used_at: row.last_used_at?.getTime() ?? null,
    })),
    recovery_codes_left: await countRecoveryCodes(db, owner),
  };
};
