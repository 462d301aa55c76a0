/** Binding and changing the phone number of an account. */
import type { CallName } from '@rollcall/contract';
import { budgetName, spend } from '../../../platform/database/budgets.ts';
import { deriveKey } from '../../../platform/derive-key.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Handlers } from '../../../http/handler.ts';
import { refuse } from '../../../platform/refusal.ts';
import { findAccount, phoneOf } from '../../../identity/identifiers.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import type { Identifier } from '../../../platform/identifier.ts';
import type { AccountsContext } from '../context.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import { beginChange } from '../notices/take-back.ts';
import { maskPhone } from '../../../platform/mask.ts';
import { uniqueViolation } from '../../../platform/database/unique-violation.ts';

const HOUR = 3600 * 1000;
/** Numbers that an account may ask about in an hour. */
const CHECKS = 20;

/** The refusal of a number that another account has, or of a second number. */
const phoneRefusal = (error: unknown): unknown => {
  const broken = uniqueViolation(error);
  if (broken === 'identifiers_value') return refuse('PhoneBoundByOther');
  return broken === 'identifiers_account' ? refuse('PhoneBound') : error;
};

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
  { db, now, config }: AccountsContext['app'],
  accountId: string,
): Promise<void> => {
  const name = budgetName(deriveKey(config.secret, 'window counts'), 'check', accountId);
  const budget = { name, limit: CHECKS, windowMs: HOUR };
  await transaction(db, within => spend(within, [budget], now(), 'TooManyAttempts'));
};

/** @throws the refusal WrongOldPhone where the number is not the account's. */
export const checkOwnPhone = async (
  db: Kysely<Database>,
  accountId: string,
  phone: string,
): Promise<void> => {
  if ((await phoneOf(db, accountId)) !== phone) throw refuse('WrongOldPhone');
};

export const phoneHandlers = ({ app, codes, tickets, pastIdentifiers }: AccountsContext) => {
  return {
    bindPhone: async ({ body: { captcha: code }, caller, identifier, language }) => {
      const phone = identifier.value;
      await requireFreshProof(app.db, caller, app.now());
      await codes.check('bind', phone, code);
      await checkBindable(app.db, caller.accountId, identifier);
      await transaction(app.db, async db => {
        const details = { value: maskPhone(phone) };
        await beginChange(db, { caller, kind: 'phone-added', language, at: app.now(), details });
        await codes.consume(db, 'bind', phone, code);
        await db
          .insertInto('identifiers')
          .values({
            ...identifier,
            account_id: caller.accountId,
            created_at: new Date(app.now()),
          })
          .execute();
      }).catch((error: unknown) => {
        throw phoneRefusal(error);
      });
      return {};
    },

    checkPhone: async ({ caller, identifier }) => {
      await spendCheck(app, caller.accountId);
      const found = await findAccount(app.db, identifier);
      return { bound: found !== undefined, own: found?.id === caller.accountId };
    },

    changePhone: async ({ body: { captcha: code }, caller, identifier: { value: to }, language }) => {
      await requireFreshProof(app.db, caller, app.now());
      const ticket = await tickets.look('change', caller.accountId);
      if (ticket?.to !== to) throw refuse('CaptchaMismatch');
      await codes.check('change', to, code);
      await transaction(app.db, async db => {
        const details = { value: maskPhone(to) };
        await beginChange(db, { caller, kind: 'phone-changed', language, at: app.now(), details });
        await codes.consume(db, 'change', to, code);
        const { numUpdatedRows } = await db
          .updateTable('identifiers')
          .set({ value: to, created_at: new Date(app.now()) })
          .where('account_id', '=', caller.accountId)
          .where('kind', '=', 'phone')
          .where('value', '=', ticket.from)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw refuse('WrongOldPhone');
        await tickets.consume(db, 'change', caller.accountId);
        const identifiers = [{ kind: 'phone', value: ticket.from }] as const;
        await pastIdentifiers.remember(db, { accountId: caller.accountId, identifiers, at: app.now() });
      }).catch((error: unknown) => {
        throw phoneRefusal(error);
      });
      return {};
    },
  } satisfies Partial<Handlers<CallName>>;
};
