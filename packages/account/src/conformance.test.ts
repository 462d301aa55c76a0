/** Rules of the specification's section 5 that several calls share: refused here, before anything is sent. */
import type { CallName } from '@rollcall/contract';
import { describe, expect, test } from 'vitest';
import type { Auth } from './client.ts';
import { fakeBrowser, tokens } from './testing/tabs.ts';
import * as account from './index.ts';

const functions = new Map<string, unknown>(Object.entries(account));

const refusedBy = async (name: CallName, fields: object) => {
  const { tab, net } = fakeBrowser();
  const auth = tab();
  auth.tokens.store(tokens(1));
  const call = functions.get(name) as (auth: Auth, fields: object) => Promise<unknown>;
  const error: unknown = await call(auth, fields).catch((caught: unknown) => caught);
  expect(net.sent).toEqual([]);
  return error;
};

describe('a password written twice has to be the same [5.confirmation 8.fields]', () => {
  const twice = { password: 'secret1', confirm_password: 'secret2' };
  test.each([
    ['registerByEmail', { captchaTicket: 't', password: 'secret1', rePassword: 'secret2' }],
    ['resetPassword', { ticket: 't', ...twice }],
    ['initPassword', twice],
    ['changePassword', { old_password: 'before', ...twice }],
  ] as const)('%s', async (name, fields) => {
    expect(await refusedBy(name, fields)).toMatchObject({
      code: 11,
      name: 'PasswordMismatch',
      message: 'Password is not equal to confirmed password.',
    });
  });
});

describe('an e-mail address is checked before the calls about its code [5.email-calls]', () => {
  test.each([
    ['sendEmailCaptcha', {}],
    ['checkEmailCaptcha', { captcha: '123456' }],
    ['sendEmailLoginCaptcha', {}],
    ['loginByEmail', { captcha: '123456' }],
    ['sendEmailResetCaptcha', {}],
    ['sendEmailBindCaptcha', {}],
    ['bindEmail', { captcha: '123456' }],
    ['checkEmailResetCaptcha', { captcha: '123456' }],
  ] as const)('%s', async (name, fields) => {
    expect(await refusedBy(name, { email: 'nobody', ...fields })).toMatchObject({
      code: 10,
      name: 'InvalidEmail',
      message: 'Invalid email_address "nobody", it should match the RegExp.',
    });
  });
});

test('a username is checked before it is set [5.username]', async () => {
  expect(await refusedBy('setUsername', { username: '1ann' })).toMatchObject({
    code: 3,
    name: 'InvalidUsername',
    message: 'Invalid username "1ann", it should match the RegExp.',
  });
});

test.each([
  [1, 'code'],
  ['one', 2],
  [0, 0],
])('init takes an appid %j and a product_code %j [5.init]', (appid, product_code) => {
  const { tab } = fakeBrowser();
  expect(tab('', { appid, product_code }).params).toMatchObject({ appid, product_code });
});
