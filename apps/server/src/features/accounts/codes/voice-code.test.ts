import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPhone, PASSWORD, PID, refusalOf } from '../testing.ts';
import { stepsOf } from '../testing/valid-requests.ts';
import { minorsSteps } from '../testing/minors.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';

let context: HttpAccounts;
let steps: ReturnType<typeof stepsOf>;
beforeAll(async () => {
  context = await httpAccounts();
  steps = stepsOf(context);
});
afterAll(() => context?.close());
const pid = PID;
const lastOf = (phone: string) => context.server.development?.list(phone)[0];

describe('a code by voice is used like one by text message', () => {
  const call = (phone_number: string, type: string, more: object = {}, token?: string) =>
    context.call('sendVoiceCaptcha', {
      body: { phone_number, type, ...more },
      ...(token === undefined ? {} : { token }),
    });
  const used = (phone_number: string) => ({ phone_number, captcha: context.code(phone_number) });

  test('REGISTER, in lower case too', async () => {
    const phone = newPhone();
    expect(await call(phone, 'register')).toEqual({ retry_after: 60, expires_in: 600 });
    expect(lastOf(phone)).toMatchObject({ channel: 'voice', purpose: 'register' });
    const body = { ...used(phone), password: PASSWORD, agreement_ids: [-1], pid };
    expect((await context.call('registerByPhone', { body })).auth.created).toBe(true);
  });

  test('LOGIN', async () => {
    const { id, phone } = await context.visitor();
    await call(phone, 'LOGIN');
    const { auth } = await context.call('loginByPhone', { body: { ...used(phone), pid } });
    expect(auth.account_id).toBe(id);
  });

  test('RESET', async () => {
    const { phone } = await context.visitor();
    await call(phone, 'RESET');
    expect(await context.call('checkResetPasswordCaptcha', { body: used(phone) })).toHaveProperty('ticket');
  });

  test('OAUTH, by the ticket', async () => {
    const ticket = await steps.oauthTicket();
    const phone = newPhone();
    await call(phone, 'OAUTH', { oauth_ticket: ticket });
    const body = { oauth_ticket: ticket, captcha: context.code(phone) };
    expect((await context.call('registerByThirdParty', { body })).auth.created).toBe(true);
  });

  test('BIND, by the token only', async () => {
    const { access } = await steps.mailed();
    const phone = newPhone();
    expect(await refusalOf(call(phone, 'BIND'))).toMatchObject({ refusal: 'TokenInvalid' });
    await call(phone, 'BIND', {}, access);
    await context.call('bindPhone', { token: access, body: used(phone) });
  });

  test('SILENCE, for the sign-in that enrols', async () => {
    const phone = newPhone();
    await call(phone, 'SILENCE');
    const { auth } = await context.call('loginSilently', { body: { ...used(phone), pid } });
    expect(auth.created).toBe(true);
  });

  test('CHANGE, by the token and the old number', async () => {
    const { access, phone: old } = await context.visitor();
    const phone = newPhone();
    expect(await refusalOf(call(phone, 'CHANGE', {}, access))).toMatchObject({ refusal: 'WrongOldPhone' });
    await call(phone, 'CHANGE', { old_phone_number: old }, access);
    await context.call('changePhone', { token: access, body: used(phone) });
  });

  test("UPDATE, to the caller's own number only", async () => {
    const { access, phone } = await context.visitor();
    context.server.now.move(60_000);
    expect(await refusalOf(call(newPhone(), 'UPDATE', {}, access))).toMatchObject({
      refusal: 'WrongOldPhone',
    });
    await call(phone, 'UPDATE', {}, access);
    expect(lastOf(phone)).toMatchObject({ channel: 'voice', purpose: 'update' });
    const body = { ...used(phone), password: 'Another-house9' };
    await context.call('changePasswordByPhone', { token: access, body });
  });

  test('GUARDIAN, for a parent without an account', async () => {
    const guardian = newPhone();
    const { id } = await minorsSteps(context).consented(guardian);
    await call(guardian, 'GUARDIAN');
    expect(lastOf(guardian)).toMatchObject({ channel: 'voice', purpose: 'guardian' });
    const { children } = await context.call('openGuardian', { body: used(guardian) });
    expect(children.map(({ account_id }) => account_id)).toEqual([id]);
  });

  test('COMMON, to any number', async () => {
    const phone = newPhone();
    await call(phone, 'COMMON');
    expect(lastOf(phone)).toMatchObject({ channel: 'voice', purpose: 'common' });
    expect(await context.call('checkCommonCaptcha', { body: used(phone) })).toHaveProperty('ticket');
  });

  test('counts against the same budget', async () => {
    const { phone } = await context.visitor();
    await call(phone, 'LOGIN');
    const again = context.call('sendLoginCaptcha', { body: { phone_number: phone, pid } });
    expect(await refusalOf(again)).toMatchObject({ refusal: 'CaptchaTooFrequent' });
  });
});
