/** Recovery codes: ten, shown once, each for one sign-in without the app or the passkey. Only MACs are stored. */
import { createHmac, randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { type Owner, ownerColumn, ownerColumns, ownerName } from './owner.ts';

const COUNT = 10;
const LENGTH = 10;
/** Crockford's base 32: no I, L, O and U, which are mistaken for other characters. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The code as it is compared: without spaces and hyphens, in upper case, with mistaken characters set right. */
export const readRecoveryCode = (typed: string): string =>
  typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** 50 random bits, written in two groups of five. */
const newCode = (): string => {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
};

const macOf = (key: Buffer, owner: Owner, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`recovery|${ownerName(owner)}|${readRecoveryCode(code)}`)
    .digest();

/** Replaces the owner's codes, in the transaction `db`. @returns the codes; they are not shown again */
export const replaceRecoveryCodes = async (
  db: Kysely<Database>,
  key: Buffer,
  owner: Owner,
): Promise<string[]> => {
  const codes = new Set<string>();
  while (codes.size < COUNT) codes.add(newCode());
  await deleteRecoveryCodes(db, owner);
  await db
    .insertInto('recovery_codes')
    .values([...codes].map(code => ({ mac: macOf(key, owner, code), ...ownerColumns(owner) })))
    .execute();
  return [...codes];
};

/** Spends a code: of several concurrent uses one succeeds, and a rollback of `db` restores it. */
export const spendRecoveryCode = async (
  db: Kysely<Database>,
  key: Buffer,
  owner: Owner,
  typed: string,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('mac', '=', macOf(key, owner, typed))
    .where(ownerColumn(owner), '=', owner.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const countRecoveryCodes = async (db: Kysely<Database>, owner: Owner): Promise<number> => {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(db.fn.countAll<number>().as('left'))
    .where(ownerColumn(owner), '=', owner.id)
    .executeTakeFirstOrThrow();
  return left;
};

export const deleteRecoveryCodes = async (db: Kysely<Database>, owner: Owner): Promise<void> => {
  await db.deleteFrom('recovery_codes').where(ownerColumn(owner), '=', owner.id).execute();
};
