/** Conditions on the number that an account has, or is to have. */
import type { Kysely } from 'kysely';
import type { AppContext } from '../../../http/context.ts';
import { findAccount, phoneOf } from '../../../identity/identifiers.ts';
import { budgetName, spend } from '../../../platform/database/budgets.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { deriveKey, type Secret } from '../../../platform/derive-key.ts';
import type { Identifier } from '../../../platform/identifier.ts';
import { refuse } from '../../../platform/refusal.ts';

const HOUR = 3600 * 1000;
/** Numbers that an account may ask about in an hour. */
const CHECKS = 20;

export interface NumberCheckContext {
  readonly app: Pick<AppContext, 'db' | 'now'>;
  readonly secret: Secret;
}

/**
 * Whether an account without a number may bind this one.
 * @throws the refusals PhoneBound (the account has a number) and PhoneBoundByOther.
 */
export const checkBindable = async (
  db: Kysely<Database>,
  accountId: string,
  identifier: Identifier,
): Promise<void> => {
  if ((await phoneOf(db, accountId)) !== undefined) throw refuse('PhoneBound');
  const found = await findAccount(db, identifier);
  // Bound by another call of this account in this very moment.
  if (found) throw refuse(found.id === accountId ? 'PhoneBound' : 'PhoneBoundByOther');
};

/**
 * Counts a comparison of any number with the account's own, whichever call makes it: a token alone must not find out
 * the number by trying them all.
 * @throws the refusal TooManyAttempts beyond `CHECKS` in an hour.
 */
export const spendCheck = async (
  { app: { db, now }, secret }: NumberCheckContext,
  accountId: string,
): Promise<void> => {
  const name = budgetName(deriveKey(secret, 'window counts'), 'check', accountId);
  const budget = { name, limit: CHECKS, windowMs: HOUR };
  await transaction(db, trx => spend(trx, [budget], now(), 'TooManyAttempts'));
};

/** @throws the refusal WrongOldPhone where the number is not the account's. */
export const checkOwnPhone = async (
  db: Kysely<Database>,
  accountId: string,
  phone: string,
): Promise<void> => {
  if ((await phoneOf(db, accountId)) !== phone) throw refuse('WrongOldPhone');
};
