/** A code to any number: the universal one, and by voice. */
import { type CallName, headers, type Purpose } from '@rollcall/contract';
import { transaction } from '../../platform/database/transaction.ts';
import type { Caller, Handlers } from '../../http/handler.ts';
import { refuse } from '../../platform/refusal.ts';
import { findAccount } from '../../identity/identifiers.ts';
import { checkBindable } from './phone.ts';
import type { Room } from './context.ts';
import { createOauthSender } from './third-party.ts';

/** What a voice code of each type is for; the code is then used like one that came by text message. */
const purposes = {
  REGISTER: 'register',
  LOGIN: 'login',
  OAUTH: 'oauth',
  RESET: 'reset',
  BIND: 'bind',
} as const satisfies Record<string, Purpose>;
type VoiceType = keyof typeof purposes;

export const anyNumberHandlers = (room: Room) => {
  const { app, checkPid, codes, tickets, verify } = room;
  const sendOauthCode = createOauthSender(room);

  /** The same conditions as of the call that sends the code of this purpose by text message. */
  const checkCallable = async (
    type: Exclude<VoiceType, 'OAUTH'>,
    phone: string,
    caller: Caller | undefined,
  ): Promise<void> => {
    if (type === 'BIND') {
      if (!caller) throw refuse('TokenInvalid');
      return checkBindable(room, caller.accountId, phone);
    }
    const found = await findAccount(app.db, { kind: 'phone', value: phone });
    if (type === 'REGISTER' && found) throw refuse('PhoneRegistered');
    if (type !== 'REGISTER' && !found) throw refuse('PhoneUnregistered');
  };

  return {
    sendCommonCaptcha: async ({ body: { phone_number: phone, pid }, language, header, address: source }) => {
      checkPid(pid);
      await verify({ header, address: source }, { scene: 'common', identity: phone, pid });
      return codes.send({ purpose: 'common', address: phone, channel: 'sms', language });
    },

    checkCommonCaptcha: async ({ body: { phone_number: phone, captcha } }) => {
      await codes.check('common', phone, captcha);
      return transaction(app.db, async db => {
        await codes.consume(db, 'common', phone, captcha);
        return { ticket: await tickets.issue(db, 'common', { phone }) };
      });
    },

    sendVoiceCaptcha: async ({ body, caller, language, header, address: source }) => {
      const { phone_number: phone, type, oauth_ticket: ticket } = body;
      const channel = 'voice';
      if (type === 'OAUTH') {
        if (ticket === undefined) throw refuse('IllegalOauthTicket');
        return sendOauthCode({ phone, ticket, channel }, { language, header, address: source });
      }
      const purpose = purposes[type];
      await verify(
        { header, address: source },
        { scene: purpose, identity: phone, pid: header(headers.pid) ?? '' },
      );
      await checkCallable(type, phone, caller);
      return codes.send({ purpose, address: phone, channel, language });
    },
  } satisfies Partial<Handlers<CallName>>;
};
