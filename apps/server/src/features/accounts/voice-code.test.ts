import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPhone, PASSWORD, PID, refusalOf } from './testing.ts';
import { stepsOf } from './testing/valid-requests.ts';
import { type HttpAccounts, httpAccounts } from './testing/http.ts';

let room: HttpAccounts;
let steps: ReturnType<typeof stepsOf>;
beforeAll(async () => {
  room = await httpAccounts();
  steps = stepsOf(room);
});
afterAll(() => room?.close());
const pid = PID;
const lastOf = (phone: string) => room.server.development?.list(phone)[0];

describe('a code by voice is used like one by text message', () => {
  const call = (phone_number: string, type: string, more: object = {}, token?: string) =>
    room.call('sendVoiceCaptcha', {
      body: { phone_number, type, ...more },
      ...(token === undefined ? {} : { token }),
    });
  const used = (phone_number: string) => ({ phone_number, captcha: room.code(phone_number) });

  test('REGISTER, in lower case too', async () => {
    const phone = newPhone();
    expect(await call(phone, 'register')).toEqual({ retry_after: 60, expires_in: 600 });
    expect(lastOf(phone)).toMatchObject({ channel: 'voice', purpose: 'register' });
    const body = { ...used(phone), password: PASSWORD, agreement_ids: [-1], pid };
    expect((await room.call('registerByPhone', { body })).auth.created).toBe(true);
  });

  test('LOGIN', async () => {
    const { id, phone } = await room.visitor();
    await call(phone, 'LOGIN');
    const { auth } = await room.call('loginByPhone', { body: { ...used(phone), pid } });
    expect(auth.account_id).toBe(id);
  });

  test('RESET', async () => {
    const { phone } = await room.visitor();
    await call(phone, 'RESET');
    expect(await room.call('checkResetPasswordCaptcha', { body: used(phone) })).toHaveProperty('ticket');
  });

  test('OAUTH, by the ticket', async () => {
    const ticket = await steps.oauthTicket();
    const phone = newPhone();
    await call(phone, 'OAUTH', { oauth_ticket: ticket });
    const body = { oauth_ticket: ticket, captcha: room.code(phone) };
    expect((await room.call('registerByThirdParty', { body })).auth.created).toBe(true);
  });

  test('BIND, by the token only', async () => {
    const { access } = await steps.mailed();
    const phone = newPhone();
    expect(await refusalOf(call(phone, 'BIND'))).toMatchObject({ refusal: 'TokenInvalid' });
    await call(phone, 'BIND', {}, access);
    await room.call('bindPhone', { token: access, body: used(phone) });
  });

  test('and counts in the same budget', async () => {
    const { phone } = await room.visitor();
    await call(phone, 'LOGIN');
    const again = room.call('sendLoginCaptcha', { body: { phone_number: phone, pid } });
    expect(await refusalOf(again)).toMatchObject({ refusal: 'CaptchaTooFrequent' });
  });
});
