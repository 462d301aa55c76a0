/** Binding and changing the phone number of an account. */
import type { CallName } from '@rollcall/contract';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Handlers } from '../../../http/handler.ts';
import { refuse } from '../../../platform/refusal.ts';
import { findAccount } from '../../../identity/identifiers.ts';
import { requireFreshProof } from '../../../identity/fresh-proof.ts';
import { beginChange } from '../notices/take-back.ts';
import { maskPhone } from '../../../platform/mask.ts';
import { uniqueViolation } from '../../../platform/database/unique-violation.ts';
import type { Codes } from '../codes/codes.ts';
import type { Tickets } from '../../../identity/tickets.ts';
import type { PastIdentifiers } from '../../../identity/past-identifiers.ts';
import { checkBindable, type NumberCheckContext, spendCheck } from '../codes/number-checks.ts';

/** The refusal of a number that another account has, or of a second number. */
const phoneRefusal = (error: unknown): unknown => {
  const broken = uniqueViolation(error);
  if (broken === 'identifiers_value') return refuse('PhoneBoundByOther');
  return broken === 'identifiers_account' ? refuse('PhoneBound') : error;
};

export interface PhoneContext extends NumberCheckContext {
  readonly codes: Codes;
  readonly tickets: Tickets;
  readonly pastIdentifiers: PastIdentifiers;
}

export const phoneHandlers = (context: PhoneContext) => {
  const { app, codes, tickets, pastIdentifiers } = context;
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
      await spendCheck(context, caller.accountId);
      const found = await findAccount(app.db, identifier);
      return { bound: found !== undefined, own: found?.id === caller.accountId };
    },

    changePhone: async ({ body: { captcha: code }, caller, identifier, language }) => {
      // Of the two numbers of a change, `from` is the old one and `to` the new one.
      const { value: to } = identifier;
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
