/** Registration by e-mail. */
import { type CallName, headers } from '@rollcall/contract';
import { transaction } from '../../platform/database/transaction.ts';
import type { Handlers } from '../../http/handler.ts';
import { refuse } from '../../platform/refusal.ts';
import { createAccount } from './creation.ts';
import { findAccount } from '../../identity/identifiers.ts';
import { readIdentity } from '../../platform/identifier.ts';
import { type Room, signedInAs } from './context.ts';
import { uniqueViolation } from '../../platform/database/unique-violation.ts';

export const emailHandlers = (room: Room) => {
  const { app, checkPid, codes, sessions, passwords, tickets, verify } = room;

  const refuseIfRegistered = async (email: string): Promise<void> => {
    if (await findAccount(app.db, { kind: 'email', value: email })) throw refuse('EmailRegistered');
  };

  return {
    sendEmailCaptcha: async ({ body, language, header, address: source }) => {
      const { value: email } = readIdentity(body.email);
      await verify(
        { header, address: source },
        { scene: 'email', identity: email, pid: header(headers.pid) ?? '' },
      );
      await refuseIfRegistered(email);
      return codes.send({ purpose: 'email', address: email, channel: 'email', language });
    },

    checkEmailCaptcha: async ({ body }) => {
      const { value: email } = readIdentity(body.email);
      await codes.check('email', email, body.captcha);
      return transaction(app.db, async db => {
        await codes.consume(db, 'email', email, body.captcha);
        return { captchaTicket: await tickets.issue(db, 'email', { email }) };
      });
    },

    registerByEmail: async ({ body, address, userAgent }) => {
      const { captchaTicket, password, pid } = body;
      checkPid(pid);
      const proved = await tickets.look('email', captchaTicket);
      if (!proved) throw refuse('WrongTicket');
      await refuseIfRegistered(proved.email);
      const passwordHash = await passwords.hash(password);
      const session = await transaction(app.db, async db => {
        const subject = await tickets.consume(db, 'email', captchaTicket);
        if (!subject) throw refuse('WrongTicket');
        const identifier = { kind: 'email', value: subject.email } as const;
        const accountId = await createAccount(db, { pid, identifier, passwordHash, at: app.now() });
        return sessions.start(db, { accountId, pid, address, userAgent });
      }).catch((error: unknown) => {
        throw uniqueViolation(error) === 'identifiers_value' ? refuse('EmailRegistered') : error;
      });
      if (!session) throw new Error('The account that was just created is gone.');
      return signedInAs(room, session, true);
    },
  } satisfies Partial<Handlers<CallName>>;
};
