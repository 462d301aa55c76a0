/** Registration by phone. */
import type { CallName } from '@rollcall/contract';
import { transaction } from '../../platform/database/transaction.ts';
import type { Handlers } from '../../http/handler.ts';
import { refuse } from '../../platform/refusal.ts';
import { createAccount } from './creation.ts';
import { checkSignable, sign } from './documents.ts';
import { findAccount } from '../../identity/identifiers.ts';
import { type Room, signedInAs } from './context.ts';
import { uniqueViolation } from '../../platform/database/unique-violation.ts';

export const registrationHandlers = (room: Room) => {
  const { app, checkPid, codes, sessions, passwords, verify } = room;

  const refuseIfRegistered = async (phone: string): Promise<void> => {
    if (await findAccount(app.db, { kind: 'phone', value: phone })) throw refuse('PhoneRegistered');
  };

  return {
    sendRegisterCaptcha: async ({ body, language, header, address: source }) => {
      checkPid(body.pid);
      await verify(
        { header, address: source },
        { scene: 'register', identity: body.phone_number, pid: body.pid },
      );
      await refuseIfRegistered(body.phone_number);
      return codes.send({ purpose: 'register', address: body.phone_number, channel: 'sms', language });
    },

    registerByPhone: async ({ body, address, userAgent }) => {
      const { phone_number: phone, captcha, pid, agreement_ids: ids } = body;
      checkPid(pid);
      await checkSignable(app.db, ids, pid, app.now());
      // The code goes first: whoever does not have it makes nobody hash, and learns nothing of the number.
      await codes.check('register', phone, captcha);
      await refuseIfRegistered(phone);
      // Outside of the transaction: no connection is held while a core works.
      const passwordHash = await passwords.hash(body.password);
      const session = await transaction(app.db, async db => {
        await codes.consume(db, 'register', phone, captcha);
        const at = app.now();
        const identifier = { kind: 'phone', value: phone } as const;
        const accountId = await createAccount(db, { pid, identifier, passwordHash, at });
        await sign(db, { accountId, ids, pid, at, address });
        return sessions.start(db, { accountId, pid, address, userAgent });
      }).catch((error: unknown) => {
        throw uniqueViolation(error) === 'identifiers_value' ? refuse('PhoneRegistered') : error;
      });
      if (!session) throw new Error('The account that was just created is gone.');
      return signedInAs(room, session, true);
    },
  } satisfies Partial<Handlers<CallName>>;
};
