/** The catalogue and the paths, written out by hand: a number, a status or a path that is changed shows here. */
import { expect, test } from 'vitest';
import type { Call } from './call.ts';
import { calls } from './calls/index.ts';
import { clientErrors } from './errors.ts';
import { type RefusalName, refusals } from './refusals.ts';

test('every client error has the number of the specification [8.codes]', () => {
  const catalogue = `
    0 InvalidPhoneNumber, 1 InvalidCaptcha, 2 InvalidPassword, 3 InvalidUsername,
    4 InvalidNickname, 5 InvalidFullname, 6 InvalidQq, 7 InvalidDescription, 8 InvalidSex,
    9 InvalidBirthday, 10 InvalidEmail, 11 PasswordMismatch, 12 NoToken, 13 RequestTimeout,
    14 RequestError, 15 PhoneRegistered, 16 PhoneUnregistered, 17 WrongCredentials, 18 FutureDate,
    19 UsernameAlreadySet, 20 UsernameExists, 21 NicknameExists, 22 PhoneRequired,
    23 WrongOldPassword, 24 PasswordAlreadySet, 25 CaptchaMismatch, 26 PhoneBound,
    27 WrongOldPhone, 28 IllegalOperation, 29 IllegalOauthTicket, 30 ThirdPartyBound,
    31 CaptchaTooFrequent, 32 IllegalPid, 33 PhoneBoundByOther, 34 WrongTicket, 35 AccountBlocked,
    36 CaptchaLimitReached, 37 EmailRegistered, 38 TokenInvalid, 39 RefreshTokenInvalid,
    40 CookieInvalid, 41 NotInitialised, 42 InitFailed, 43 EmptyAgreementIds, 44 QqError,
    45 WechatError, 46 InvalidTicket, 47 CaptchaRuleError, 48 CaptchaVendorError,
    49 CaptchaVendorTimeout, 50 CaptchaVendorConfig, 51 GeetestInitFailed, 52 CaptchaClosed,
    53 CaptchaFailed, 54 TooBusy, 55 Unknown`;
  expect(clientErrors.map((name, code) => `${code} ${name}`)).toEqual(catalogue.trim().split(/,\s+/));
});

test('every refusal has the HTTP status of the specification [8.answers]', () => {
  const others: { readonly [status: number]: readonly RefusalName[] } = {
    401: [
      'CookieInvalid',
      'OperatorRequired',
      'RefreshTokenInvalid',
      'ServiceSecretInvalid',
      'ServiceTokenInvalid',
      'TokenInvalid',
    ],
    403: [
      'AccountBlocked',
      'AddressRefused',
      'AgeRequired',
      'EnrolmentRequired',
      'ForeignOrigin',
      'GuardianRequired',
      'IllegalOperation',
      'NewAdmin',
      'NoSender',
      'PhoneRequired',
      'ProofRequired',
      'ReasonRequired',
      'RoleRequired',
      'ScopeRequired',
      'SecondFactorRequired',
      'ServersOnly',
    ],
    404: ['NotFound', 'PhoneUnregistered'],
    405: ['MethodNotAllowed'],
    409: [
      'AgeAlreadySet',
      'AgreementsOutdated',
      'Conflict',
      'EmailRegistered',
      'IdempotencyKeyReused',
      'LastAdmin',
      'NicknameExists',
      'OperatorExists',
      'PasswordAlreadySet',
      'PhoneBound',
      'PhoneBoundByOther',
      'PhoneRegistered',
      'ThirdPartyBound',
      'UsernameAlreadySet',
      'UsernameExists',
    ],
    413: ['TooLarge'],
    415: ['WrongType'],
    429: ['CaptchaLimitReached', 'CaptchaTooFrequent', 'TooManyAttempts'],
    503: ['CaptchaVendorTimeout', 'TooBusy'],
  };
  const statuses = new Set<number>(Object.values(refusals).map(({ status }) => status));
  for (const status of statuses) {
    const names = Object.entries(refusals).filter(([, row]) => row.status === status);
    const expected = others[status];
    // A wrong field, code or ticket: all that is left.
    if (status === 400) expect(names.length).toBeGreaterThan(20);
    else expect(names.map(([name]) => name).sort(), `${status}`).toEqual(expected);
  }
  expect(statuses).toEqual(new Set([400, ...Object.keys(others).map(Number)]));
});

test('every account path of the specification has a row, and the additional ones are listed [7.paths]', () => {
  const ofPhone = 'captcha/phone/bind; phone/bind; phone/check; captcha/phone/change; phone/change';
  const ofPassword =
    'password; captcha/password/update; password/phone; password/setting; captcha/password/reset; captcha/password/check; password/reset';
  const named = [
    'captcha/register/phone/with-agreement; register/phone/with-agreement',
    'captcha/login/post-process; phone/login/post-process; login',
    'oauth/wechat; oauth/qq; captcha/oauth; oauth/third-party',
    'username',
    ofPhone,
    ofPassword,
    'info; oauths; profile; privacy; grade-list; logout',
    'oauth/wechat/bind; oauth/wechat/unbind; oauth/qq/bind; oauth/qq/unbind',
    'captcha/common; captcha/common/check',
    'captcha/login/silence; phone/login/silence; login/security',
    'email/captcha/send; email/captcha/check; email/register',
    'agreements; agreements/need-sign; agreements/sign',
    'voice/captcha/send; protocol/list',
    'tokens/refresh; tokens; tokens/convert',
  ].flatMap(line => line.split('; '));
  const own = [
    'agreements/unsigned',
    'oauth/providers',
    'oauth/bind',
    'oauth/bind/prepare',
    'avatar',
    'devices',
    'devices/end',
    'devices/end-others',
    'notices',
    'notices/dismiss',
    'notices/take-back',
    'phone/cancel-new',
    'export',
    'deletion',
    'deletion/cancel',
    'email/captcha/login',
    'email/login',
    'email/captcha/password/reset',
    'email/captcha/password/check',
    'proof/ways',
    'proof/password',
    'captcha/proof',
    'proof/code',
    'proof/wechat',
    'proof/qq',
    'email/captcha/bind',
    'email/bind',
    'email/bind/link',
    'proof/challenge',
    'proof/second-factor',
    'login/second-factor',
    'login/second-factor/challenge',
    'login/passkey',
    'login/passkey/challenge',
    'second-factors',
    'second-factors/two-step',
    'login/second-factor/totp/start',
    'login/second-factor/totp',
    'login/second-factor/passkey/start',
    'login/second-factor/passkey',
    'login/second-factor/finish',
    'totp',
    'totp/start',
    'totp/remove',
    'passkeys',
    'passkeys/start',
    'passkeys/remove',
    'recovery-codes',
    'phone/enrol',
    'age',
    'guardian',
    'guardian/withdraw',
    'guardian/link',
    'guardian/captcha',
    'guardian/open',
    'guardian/decision',
    'guardian/profile',
    'guardian/export',
    'openid/request',
    'openid/answer',
    'openid/clients',
    'openid/disallow',
    'custom-fields',
  ];
  const served = Object.values<Call>(calls)
    .map(({ path }) => path.split('/tiger/v3/web/accounts/')[1])
    .filter(path => path !== undefined);
  expect([...new Set(served)].sort()).toEqual([...named, ...own].sort());
});

test('every call that sends a code sends the specified purpose', () => {
  const sending = Object.values<Call>(calls).flatMap(({ path, identifier, sends }) => {
    if (!sends) return [];
    const { purpose, channel, pid } = sends;
    const what = typeof purpose === 'string' ? purpose : Object.values(purpose.values).join('|');
    return [`${path.split('/accounts/')[1]}: ${what} by ${channel} to ${identifier}, pid of ${pid}`];
  });
  expect(sending.sort()).toEqual([
    'captcha/common: common by sms to phone_number, pid of body',
    'captcha/login/post-process: login by sms to phone_number, pid of body',
    'captcha/login/silence: silence by sms to phone_number, pid of body',
    'captcha/oauth: oauth by sms to phone_number, pid of ticket',
    'captcha/password/reset: reset by sms to phone_number, pid of body',
    'captcha/password/update: update by sms to phone_number, pid of body',
    'captcha/phone/bind: bind by sms to phone_number, pid of body',
    'captcha/phone/change: change by sms to phone_number, pid of body',
    'captcha/register/phone/with-agreement: register by sms to phone_number, pid of body',
    'email/captcha/bind: bind by email to email, pid of body',
    'email/captcha/login: login by email to email, pid of body',
    'email/captcha/password/reset: reset by email to email, pid of body',
    'email/captcha/send: email by email to email, pid of header',
    'guardian/captcha: guardian by sms to phone_number, pid of header',
    'voice/captcha/send: register|login|oauth|reset|bind|silence|change|update|common|guardian by voice to phone_number, pid of header',
  ]);
});
