/** Over HTTP: concurrent requests of each call that changes something. One succeeds, and the others get a refusal. */
import type { CallName, RefusalName } from '@rollcall/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { validRequests } from './testing/valid-requests.ts';
import { type HttpAccounts, httpAccounts, type ValidRequests } from './testing/http.ts';
import { outcomes } from './testing.ts';

let context: HttpAccounts;
let good: ValidRequests;
beforeAll(async () => {
  context = await httpAccounts();
  good = validRequests(context);
});
// Those who lose count as failures of their network, which would be asked for a challenge.
beforeEach(() => sql`delete from window_counts`.execute(context.server.app.db));
afterAll(() => context?.close());

const once: { [N in CallName]?: readonly RefusalName[] } = {
  sendRegisterCaptcha: ['CaptchaTooFrequent'],
  sendLoginCaptcha: ['CaptchaTooFrequent'],
  sendSilentLoginCaptcha: ['CaptchaTooFrequent'],
  sendOauthCaptcha: ['CaptchaTooFrequent'],
  sendBindPhoneCaptcha: ['CaptchaTooFrequent'],
  sendChangePhoneCaptcha: ['CaptchaTooFrequent'],
  sendUpdatePasswordCaptcha: ['CaptchaTooFrequent'],
  sendResetPasswordCaptcha: ['CaptchaTooFrequent'],
  sendEmailCaptcha: ['CaptchaTooFrequent'],
  sendCommonCaptcha: ['CaptchaTooFrequent'],
  sendVoiceCaptcha: ['CaptchaTooFrequent'],
  registerByPhone: ['CaptchaMismatch', 'PhoneRegistered'],
  loginByPhone: ['CaptchaMismatch'],
  loginSilently: ['CaptchaMismatch'],
  enrolByPhone: ['WrongTicket', 'PhoneRegistered'],
  loginSecurely: ['InvalidTicket'],
  loginByWechat: ['WechatError'],
  loginByQq: ['QqError'],
  registerByThirdParty: ['IllegalOauthTicket', 'CaptchaMismatch'],
  bindWechat: ['WechatError', 'ThirdPartyBound'],
  bindQq: ['QqError', 'ThirdPartyBound'],
  unbindWechat: ['IllegalOperation'],
  unbindQq: ['IllegalOperation'],
  bindPhone: ['CaptchaMismatch', 'PhoneBound'],
  changePhone: ['CaptchaMismatch', 'WrongOldPhone'],
  changePassword: ['WrongOldPassword', 'TokenInvalid', 'TooManyAttempts'],
  changePasswordByPhone: ['CaptchaMismatch', 'TokenInvalid'],
  initPassword: ['PasswordAlreadySet'],
  checkResetPasswordCaptcha: ['CaptchaMismatch'],
  resetPassword: ['WrongTicket'],
  sendEmailLoginCaptcha: ['CaptchaTooFrequent'],
  loginByEmail: ['CaptchaMismatch'],
  sendEmailResetCaptcha: ['CaptchaTooFrequent'],
  checkEmailResetCaptcha: ['CaptchaMismatch'],
  sendEmailBindCaptcha: ['CaptchaTooFrequent'],
  bindEmail: ['CaptchaMismatch', 'EmailRegistered'],
  checkEmailCaptcha: ['CaptchaMismatch'],
  registerByEmail: ['WrongTicket', 'EmailRegistered'],
  checkCommonCaptcha: ['CaptchaMismatch'],
  proveByCode: ['CaptchaMismatch'],
  proveByWechat: ['WechatError'],
  proveByQq: ['QqError'],
  sendProofCaptcha: ['CaptchaTooFrequent'],
  openGuardian: ['CaptchaMismatch'],
  sendGuardianCaptcha: ['CaptchaTooFrequent'],
  setUsername: ['UsernameAlreadySet', 'UsernameExists'],
};

describe('of six at once one wins [7.one-wins]', () => {
  test.each(Object.entries(once))('%s', async (name, others) => {
    const args = (await good[name as CallName]()) as never;
    const ends = await outcomes(Array.from({ length: 6 }, () => context.call(name as CallName, args)));
    expect(ends.filter(end => end === 'ok')).toHaveLength(1);
    expect(others).toEqual(expect.arrayContaining([...new Set(ends.filter(end => end !== 'ok'))]));
  });
});

test.each(['loginByPhone', 'loginSilently', 'checkCommonCaptcha'] as const)(
  'a hundred tries of one code at once, by %s: exactly one succeeds [3.code]',
  async name => {
    const args = (await good[name]()) as never;
    const ends = await outcomes(Array.from({ length: 100 }, () => context.call(name, args)));
    expect(ends.filter(end => end === 'ok')).toHaveLength(1);
    expect(ends.filter(end => end === 'CaptchaMismatch')).toHaveLength(99);
  },
);
