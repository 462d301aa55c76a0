/** Codes of an authenticator app (TOTP, RFC 6238): six digits, steps of 30 s, SHA-1, which every app supports. */
import type { Kysely } from 'kysely';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { toString as drawQr } from 'qrcode';
import type { Database } from '../../platform/database/schema.ts';
import { seal, unseal } from '../../platform/seal.ts';
import { type Owner, ownerColumn, ownerColumns, ownerName } from './owner.ts';

/** Seconds of a time step. */
const STEP = 30;
/**
 * Steps by which servers' clocks may differ. A used step further ahead was recorded by a wrong clock, and does not
 * refuse the codes until then.
 */
const SKEW_STEPS = 10;

/** A new secret, 160 bits in base 32. */
export const newTotpSecret = (): string => generateSecret();

/** The `otpauth` address that apps read, and its QR code as an SVG image. */
export const describeTotp = async (
  secret: string,
  names: { readonly issuer: string; readonly label: string },
): Promise<{ uri: string; qr: string }> => {
  const uri = generateURI({ ...names, secret });
  return { uri, qr: await drawQr(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) };
};

/**
 * The time step of a valid code: the current one, the one before or the one after.
 * @param at milliseconds since 1970
 * @param lastStep the newest step that was used; codes up to it are invalid
 */
export const totpStep = (secret: string, code: string, at: number, lastStep = 0): number | undefined => {
  const epoch = Math.floor(at / 1000);
  const current = Math.floor(epoch / STEP);
  if (current < 1) return undefined;
  const result = verifySync({ secret, token: code, epoch, epochTolerance: STEP });
  if (!result.valid || !('timeStep' in result)) return undefined;
  const replayed = result.timeStep <= lastStep && lastStep <= current + SKEW_STEPS;
  return replayed ? undefined : result.timeStep;
};

/** The secret as it is stored. */
export const sealTotpSecret = (key: Buffer, owner: Owner, secret: string): Buffer =>
  seal(key, `totp|${ownerName(owner)}`, secret);

export const openTotpSecret = (key: Buffer, owner: Owner, sealed: Buffer): string | undefined =>
  unseal(key, `totp|${ownerName(owner)}`, sealed);

/** Stores the owner's app in place of an earlier one, in the transaction `db`. */
export const storeTotp = async (
  db: Kysely<Database>,
  owner: Owner,
  row: { readonly id: string; readonly sealed: Buffer; readonly step: number; readonly at: number },
): Promise<void> => {
  await deleteTotp(db, owner);
  await db
    .insertInto('totp_secrets')
    .values({
      id: row.id,
      ...ownerColumns(owner),
      sealed_secret: row.sealed,
      last_step: row.step,
      created_at: new Date(row.at),
    })
    .execute();
};

/** Spends a code in the transaction `db`: a code is valid once. @returns false if it is wrong, or was used */
export const spendTotp = async (
  db: Kysely<Database>,
  key: Buffer,
  owner: Owner,
  { code, at }: { readonly code: string; readonly at: number },
): Promise<boolean> => {
  const row = await db
    .selectFrom('totp_secrets')
    .select(['sealed_secret', 'last_step'])
    .where(ownerColumn(owner), '=', owner.id)
    .forUpdate()
    .executeTakeFirst();
  const secret = row && openTotpSecret(key, owner, row.sealed_secret);
  if (!row || secret === undefined) return false;
  const step = totpStep(secret, code, at, row.last_step);
  if (step === undefined) return false;
  await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where(ownerColumn(owner), '=', owner.id)
    .execute();
  return true;
};

/** @returns whether there was one */
export const deleteTotp = async (db: Kysely<Database>, owner: Owner): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('totp_secrets')
    .where(ownerColumn(owner), '=', owner.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
