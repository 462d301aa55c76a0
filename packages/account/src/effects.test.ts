/** What the answer of each call does to the tokens (specification, section 4). */
import type { CallName } from '@rollcall/contract';
import { describe, expect, test } from 'vitest';
import type { Auth } from './client.ts';
import { fakeBrowser, settle, signedInAs, tokens } from './testing/tabs.ts';
import * as account from './index.ts';

const phone = { phone_number: '13800000000' };
const captcha = '123456';
const password = 'secret1';
const twice = { password, confirm_password: password };
type Run = (auth: Auth, fields?: object) => Promise<unknown>;
const functions = new Map<string, unknown>(Object.entries(account));
const by = (name: CallName, fields?: object) => (auth: Auth) => (functions.get(name) as Run)(auth, fields);

/** Makes the call while `A1` and `R1` are held, answers it with `data`, and gives what is held then. */
const heldAfter = async (call: (auth: Auth) => Promise<unknown>, status: number, answer: unknown) => {
  const { tab, net } = fakeBrowser();
  const auth = tab();
  auth.tokens.store(tokens(1));
  const done = call(auth).catch(() => undefined);
  await settle();
  net.next().answer(status, answer);
  await done;
  const { access, refresh } = auth.tokens.read();
  return [access, refresh];
};
const refused = [400, { code: 'AC3_10', msg: 'The code is wrong or no longer valid.' }] as const;

describe('a sign-in stores the tokens of its answer, and nothing of a refusal [3.token-set 7.registerByEmail]', () => {
  test.each([
    ['registerByPhone', { ...phone, captcha, password, agreement_ids: [1] }],
    ['enrolByPhone', { ticket: 'T'.repeat(43), agreement_ids: [1] }],
    ['loginByPhone', { ...phone, captcha }],
    ['loginSilently', { ...phone, captcha }],
    ['loginByAccount', { identity: 'ann', password }],
    ['loginSecurely', { identity: 'ann', password }],
    ['loginByWechat', { code: 'c' }],
    ['loginByQq', { code: 'c' }],
    ['registerByThirdParty', { oauth_ticket: 't', captcha }],
    ['registerByEmail', { captchaTicket: 't', password, rePassword: password }],
  ] as const)('%s', async (name, fields) => {
    expect(await heldAfter(by(name, fields), 200, signedInAs(9))).toEqual(['A9', 'R9']);
    expect(await heldAfter(by(name, fields), ...refused)).toEqual(['A1', 'R1']);
  });

  test('convertTokens', async () => {
    expect(await heldAfter(by('convertTokens'), 200, { data: tokens(9) })).toEqual(['A9', 'R9']);
  });
});

describe('what ends the session clears the tokens, and keeps them where it is refused [4.logout 4.password-change]', () => {
  test.each([
    ['logout', undefined],
    ['deleteTokens', undefined],
    ['changePassword', { old_password: 'before', ...twice }],
    ['takeBackChange', { id: '0190a5a4-0000-4000-8000-000000000000' }],
    ['changePasswordByPhone', { ...phone, captcha, password }],
  ] as const)('%s', async (name, fields) => {
    expect(await heldAfter(by(name, fields), 200, { data: {} })).toEqual([undefined, undefined]);
    expect(await heldAfter(by(name, fields), ...refused)).toEqual(['A1', 'R1']);
  });
});

describe('no other call touches them', () => {
  test.each([
    ['initPassword', twice],
    ['bindPhone', { ...phone, captcha }],
    ['changePhone', { ...phone, captcha }],
    ['bindWechat', { code: 'c' }],
    ['setUsername', { username: 'ann_lee' }],
    ['updateProfile', { sex: 1 }],
  ] as const)('%s', async (name, fields) => {
    expect(await heldAfter(by(name, fields), 200, { data: {} })).toEqual(['A1', 'R1']);
  });
});

test.each([
  ['is refused', 401, { code: '10000002', msg: 'The session cookie is invalid.' }],
  ['fails', 500, 'Out of order.'],
] as const)(
  'a conversion that %s clears what is left of the tokens [4.no-token]',
  async (_how, status, answer) => {
    const { tab, net, jar } = fakeBrowser();
    const auth = tab();
    auth.tokens.store(tokens(1));
    for (const name of ['token_type', 'refresh_token']) jar.drop(name);
    const failure = by('getProfile')(auth).catch((error: unknown) => error);
    await settle();
    expect(net.next().url).toMatch(/tokens\/convert$/);
    expect(jar.cookie).toContain('access_token=A1');
    net.next().answer(status, answer);
    expect(await failure).toMatchObject({ name: 'NoToken', code: 12 });
    expect(jar.cookie).not.toContain('_token');
  },
);
