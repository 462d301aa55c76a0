/** Binding and changing the phone number of an account. */
import type { CallName } from '@rollcall/contract';
import { transaction } from '../../platform/database/transaction.ts';
import type { Handlers } from '../../http/handler.ts';
import { refuse } from '../../platform/refusal.ts';
import { findAccount, phoneOf } from '../../identity/identifiers.ts';
import type { Room } from './context.ts';
import { uniqueViolation } from '../../platform/database/unique-violation.ts';

/** The refusals of a number that somebody else has, or of a second number. */
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
  { app }: Pick<Room, 'app'>,
  accountId: string,
  phone: string,
): Promise<void> => {
  if ((await phoneOf(app.db, accountId)) !== undefined) throw refuse('PhoneBound');
  const found = await findAccount(app.db, { kind: 'phone', value: phone });
  // Bound by another call of this account in this very moment.
  if (found) throw refuse(found.id === accountId ? 'PhoneBound' : 'PhoneBoundByOther');
};

export const phoneHandlers = (room: Room) => {
  const { app, checkPid, codes, tickets, verify } = room;

  return {
    sendBindPhoneCaptcha: async ({
      body: { phone_number: phone, pid },
      caller,
      language,
      header,
      address: source,
    }) => {
      checkPid(pid);
      await verify({ header, address: source }, { scene: 'bind', identity: phone, pid });
      await checkBindable(room, caller.accountId, phone);
      return codes.send({ purpose: 'bind', address: phone, channel: 'sms', language });
    },

    bindPhone: async ({ body: { phone_number: phone, captcha }, caller }) => {
      await codes.check('bind', phone, captcha);
      await checkBindable(room, caller.accountId, phone);
      await transaction(app.db, async db => {
        await codes.consume(db, 'bind', phone, captcha);
        await db
          .insertInto('identifiers')
          .values({
            kind: 'phone',
            value: phone,
            account_id: caller.accountId,
            created_at: new Date(app.now()),
          })
          .execute();
      }).catch((error: unknown) => {
        throw phoneRefusal(error);
      });
      return {};
    },

    checkPhone: async ({ query, caller }) => {
      const found = await findAccount(app.db, { kind: 'phone', value: query.phone_number });
      return { bound: found !== undefined, own: found?.id === caller.accountId };
    },

    sendChangePhoneCaptcha: async ({ body, caller, language, header, address: source }) => {
      const { phone_number: to, old_phone_number: from, pid } = body;
      checkPid(pid);
      await verify({ header, address: source }, { scene: 'change', identity: to, pid });
      if ((await phoneOf(app.db, caller.accountId)) !== from) throw refuse('WrongOldPhone');
      const found = await findAccount(app.db, { kind: 'phone', value: to });
      if (found) throw refuse(found.id === caller.accountId ? 'PhoneBound' : 'PhoneBoundByOther');
      const sent = await codes.send({ purpose: 'change', address: to, channel: 'sms', language });
      // A code that another account asked for must not stand in for this account's old number.
      await tickets.remember('change', caller.accountId, { from, to });
      return sent;
    },

    changePhone: async ({ body: { phone_number: to, captcha }, caller }) => {
      const asked = await tickets.look('change', caller.accountId);
      if (asked?.to !== to) throw refuse('CaptchaMismatch');
      await codes.check('change', to, captcha);
      await transaction(app.db, async db => {
        await codes.consume(db, 'change', to, captcha);
        const { numUpdatedRows } = await db
          .updateTable('identifiers')
          .set({ value: to, created_at: new Date(app.now()) })
          .where('account_id', '=', caller.accountId)
          .where('kind', '=', 'phone')
          .where('value', '=', asked.from)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw refuse('WrongOldPhone');
        await tickets.consume(db, 'change', caller.accountId);
      }).catch((error: unknown) => {
        throw phoneRefusal(error);
      });
      return {};
    },
  } satisfies Partial<Handlers<CallName>>;
};
