/**
 * What every call puts on the wire, written out by hand: method, path, body and whether a token goes with it
 * (specification, section 7). Nothing here is read from the contract, so a row that is changed there shows here.
 */
import { type Call, type CallName, calls } from '@rollcall/contract';
import { describe, expect, test } from 'vitest';
import type { Auth } from './client.ts';
import type { CallOptions } from './call-types.ts';
import { fakeBrowser, settle, tokens } from './testing/tabs.ts';
import * as account from './index.ts';

type Run = (auth: Auth, fields?: object, options?: CallOptions) => Promise<unknown>;
const functions = new Map<string, unknown>(Object.entries(account));

const phone = { phone_number: '13800000000' };
const captcha = '123456';
const pid = 'school';
const none = { agreement_ids: [-1] };
const password = 'secret1';
const twice = { password, confirm_password: password };
const byAccount = { identity: 'ann', password };
const code = { code: 'vendor-code' };
const step = 'T'.repeat(43);
const child = '0b3f6c1e-4b7a-4d55-9b0e-1f2a3c4d5e6f';
const totp = { proof: { method: 'totp', code: captcha } };
const credential = { id: 'i', rawId: 'i', type: 'public-key', clientExtensionResults: {} };
const made = { ...credential, response: { clientDataJSON: 'c', attestationObject: 'a' } };
const signed = {
  ...credential,
  response: { clientDataJSON: 'c', authenticatorData: 'a', signature: 's' },
};

/** Method and path; what the caller gives; what the library fills in. */
type Row = readonly [request: string, given?: object | undefined, filled?: object];
const anonymous: { readonly [N in CallName]?: Row } = {
  sendRegisterCaptcha: ['POST captcha/register/phone/with-agreement', phone, { pid }],
  registerByPhone: [
    'POST register/phone/with-agreement',
    { ...phone, captcha, password, agreement_ids: [1, 2] },
    { pid },
  ],
  openGuardianLink: ['POST guardian/link', { token: 'AAAAAAAAAAAAAAAA', captcha }],
  sendGuardianCaptcha: ['POST guardian/captcha', phone],
  openGuardian: ['POST guardian/open', { ...phone, captcha }],
  decideForChild: ['POST guardian/decision', { ticket: step, account_id: child, decision: 'withdraw' }],
  correctChild: ['POST guardian/profile', { ticket: step, account_id: child, birthday: 1_400_000_000 }],
  exportChildData: ['POST guardian/export', { ticket: step, account_id: child }],
  enrolByPhone: ['POST phone/enrol', { ticket: step, agreement_ids: [1] }],
  sendLoginCaptcha: ['POST captcha/login/post-process', phone, { pid }],
  loginByPhone: ['POST phone/login/post-process', { ...phone, captcha }, { pid, ...none }],
  sendSilentLoginCaptcha: ['POST captcha/login/silence', phone, { pid }],
  loginSilently: ['POST phone/login/silence', { ...phone, captcha }, { pid, ...none }],
  loginByAccount: ['POST login', byAccount, { pid, ...none }],
  loginSecurely: ['POST login/security', byAccount, { pid, ...none }],
  loginByWechat: ['POST oauth/wechat', { ...code, appid: 'wx1' }, { pid, ...none }],
  loginByQq: ['POST oauth/qq', code, { pid, ...none }],
  sendOauthCaptcha: ['POST captcha/oauth', { ...phone, oauth_ticket: 't' }],
  registerByThirdParty: ['POST oauth/third-party', { oauth_ticket: 't', captcha }, none],
  getThirdParties: ['GET oauth/providers'],
  sendResetPasswordCaptcha: ['POST captcha/password/reset', phone, { pid }],
  checkResetPasswordCaptcha: ['POST captcha/password/check', { ...phone, captcha }],
  resetPassword: ['PATCH password/reset', { ticket: 't', ...twice }],
  getGradeList: ['GET grade-list'],
  sendCommonCaptcha: ['POST captcha/common', phone, { pid }],
  checkCommonCaptcha: ['POST captcha/common/check', { ...phone, captcha }],
  sendEmailCaptcha: ['POST email/captcha/send', { email: 'a@b.cn' }],
  checkEmailCaptcha: ['POST email/captcha/check', { email: 'a@b.cn', captcha }],
  registerByEmail: ['POST email/register', { captchaTicket: 't', password, rePassword: password }, { pid }],
  sendEmailLoginCaptcha: ['POST email/captcha/login', { email: 'a@b.cn' }, { pid }],
  loginByEmail: ['POST email/login', { email: 'a@b.cn', captcha }, { pid, ...none }],
  sendEmailResetCaptcha: ['POST email/captcha/password/reset', { email: 'a@b.cn' }, { pid }],
  checkEmailResetCaptcha: ['POST email/captcha/password/check', { email: 'a@b.cn', captcha }],
  getAgreements: ['GET agreements?pid=school'],
  getAgreementsToSign: ['GET agreements/need-sign?pid=school'],
  sendVoiceCaptcha: ['POST voice/captcha/send', { ...phone, type: 'oauth', oauth_ticket: 't' }],
  getProtocols: ['POST protocol/list', { codeList: ['user-agreement'] }, { pid }],
  challengeSecondStep: ['POST login/second-factor/challenge', { ticket: step }],
  finishSignIn: ['POST login/second-factor', { ticket: step, ...totp }],
  startStepTotp: ['POST login/second-factor/totp/start', { ticket: step }],
  addStepTotp: ['POST login/second-factor/totp', { step_ticket: step, ticket: step, code: captcha }],
  startStepPasskey: ['POST login/second-factor/passkey/start', { ticket: step }],
  addStepPasskey: [
    'POST login/second-factor/passkey',
    { step_ticket: step, ticket: step, name: 'Laptop', response: made },
  ],
  finishSetUp: ['POST login/second-factor/finish', { ticket: step }],
  challengePasskeySignIn: ['POST login/passkey/challenge'],
  loginByPasskey: ['POST login/passkey', { ticket: step, response: signed }, { pid, ...none }],
  refreshTokens: ['PUT tokens/refresh', { refresh_token: 'R1' }],
  convertTokens: ['POST tokens/convert'],
};
const withToken: { readonly [N in CallName]?: Row } = {
  logout: ['POST logout', undefined, { refresh_token: 'R1' }],
  deleteTokens: ['DELETE tokens'],
  getProfile: ['GET profile'],
  exportAccountData: ['GET export?language=en', { language: 'en' }],
  getDevices: ['GET devices'],
  endDevice: ['POST devices/end', { id: '0190a5a4-0000-4000-8000-000000000000' }],
  endOtherDevices: ['POST devices/end-others'],
  getNotices: ['GET notices?language=en', { language: 'en' }],
  dismissNotice: ['POST notices/dismiss', { id: '0190a5a4-0000-4000-8000-000000000000' }],
  takeBackChange: ['POST notices/take-back', { id: '0190a5a4-0000-4000-8000-000000000000' }],
  requestDeletion: ['POST deletion', { password }],
  cancelDeletion: ['POST deletion/cancel'],
  cancelNewNumber: ['POST phone/cancel-new'],
  removeAvatar: ['DELETE avatar'],
  updateProfile: ['PATCH info', { nickname: 'ann', sex: 1, birthday: 0 }],
  getPrivacy: ['GET privacy'],
  getOauths: ['GET oauths'],
  setUsername: ['PATCH username', { username: 'ann_lee' }],
  getUnsignedAgreements: ['GET agreements/unsigned?pid=school'],
  signAgreements: ['POST agreements/sign', { agreement_ids: [1] }, { pid }],
  prepareThirdPartyBinding: ['POST oauth/bind/prepare', { provider: 'wechat', ...code, appid: 'wx1' }],
  bindThirdParty: ['POST oauth/bind', { bind_ticket: 'ticket' }],
  bindWechat: ['POST oauth/wechat/bind', { ...code, appid: 'wx1' }],
  unbindWechat: ['PATCH oauth/wechat/unbind'],
  bindQq: ['POST oauth/qq/bind', code, none],
  unbindQq: ['PATCH oauth/qq/unbind'],
  sendBindPhoneCaptcha: ['POST captcha/phone/bind', phone, { pid }],
  bindPhone: ['PATCH phone/bind', { ...phone, captcha }],
  checkPhone: ['GET phone/check?phone_number=13800000000', phone],
  sendChangePhoneCaptcha: [
    'POST captcha/phone/change',
    { ...phone, old_phone_number: '13900000000' },
    { pid },
  ],
  changePhone: ['PATCH phone/change', { ...phone, captcha }],
  sendEmailBindCaptcha: ['POST email/captcha/bind', { email: 'a@b.cn' }, { pid }],
  getEmailLink: ['GET email/bind/link'],
  bindEmail: ['PATCH email/bind', { email: 'a@b.cn', captcha }],
  changePassword: ['PATCH password', { old_password: 'before', ...twice }],
  sendUpdatePasswordCaptcha: ['POST captcha/password/update', phone, { pid }],
  changePasswordByPhone: ['PATCH password/phone', { ...phone, captcha, password }],
  initPassword: ['PATCH password/setting', twice],
  getAge: ['GET age'],
  setAge: ['POST age', { birth_year: 2015 }],
  askGuardian: ['POST guardian', phone],
  withdrawSignUp: ['POST guardian/withdraw'],
  getProofWays: ['GET proof/ways'],
  proveByPassword: ['POST proof/password', { password }],
  sendProofCaptcha: ['POST captcha/proof', { way: 'phone' }],
  proveByCode: ['POST proof/code', { way: 'phone', captcha }],
  proveByWechat: ['POST proof/wechat', { ...code, appid: 'wx1' }],
  proveByQq: ['POST proof/qq', code],
  getSecondFactors: ['GET second-factors'],
  setTwoStepVerification: ['POST second-factors/two-step', { enabled: true }],
  startTotp: ['POST totp/start'],
  addTotp: ['POST totp', { ticket: step, code: captcha }],
  removeTotp: ['POST totp/remove'],
  startPasskey: ['POST passkeys/start'],
  addPasskey: ['POST passkeys', { ticket: step, name: 'Laptop', response: made }],
  removePasskey: ['POST passkeys/remove', { id: 'i' }],
  renewRecoveryCodes: ['POST recovery-codes'],
  challengeProof: ['POST proof/challenge'],
  proveBySecondFactor: ['POST proof/second-factor', totp],
  getOpenidRequest: ['GET openid/request?request=r123456789', { request: 'r123456789' }],
  answerOpenidRequest: ['POST openid/answer', { request: 'r123456789', allow: true }],
  getAllowedClients: ['GET openid/clients'],
  disallowClient: ['POST openid/disallow', { id: 'c' }],
  getCustomFields: ['GET custom-fields'],
  updateCustomFields: ['PATCH custom-fields', { values: { school_class: '3A', bus: null } }],
};

const rowsOf = (table: typeof anonymous) =>
  Object.entries(table).map(([name, row]) => [row[0], name as CallName, row] as const);

/** Makes the call, signed in or as a visitor, and gives what was sent first. */
const sent = async (name: CallName, given: object | undefined, held: boolean, options?: CallOptions) => {
  const { tab, net } = fakeBrowser();
  const auth = tab();
  if (held) auth.tokens.store(tokens(1));
  void (functions.get(name) as Run)(auth, given, options);
  await settle();
  return net.next();
};

const expectWire = async (name: CallName, [request, given, filled]: Row, held: boolean) => {
  const { method, url, body, headers, xhr } = await sent(name, given, held);
  expect(`${method} ${url}`).toBe(request.replace(' ', ' /tiger/v3/web/accounts/'));
  const isBody = method !== 'GET' && (given ?? filled);
  expect(body).toEqual(
    isBody
      ? {
          ...given,
          ...filled,
          ...(name === 'sendVoiceCaptcha' && { type: 'OAUTH' }),
        }
      : undefined,
  );
  expect(headers).toMatchObject({
    'Product-Code': 'p1',
    Pid: 'school',
    Platform: 'web',
    'Auth-Version': '1',
    'Client-ID': '7',
    'SDK-Account-Version': '0.16.2',
    Net: '4g',
  });
  expect([xhr.withCredentials, xhr.timeout]).toEqual([true, 20_000]);
  return headers;
};

test('every account call is in one of the tables [7.paths]', () => {
  const ofAccounts = Object.entries<Call>(calls).filter(
    ([name, { path }]) => path.includes('/accounts/') && name !== 'uploadAvatar',
  );
  const tables = { ...anonymous, ...withToken };
  expect(Object.keys(tables).sort()).toEqual(ofAccounts.map(([name]) => name).sort());
});

describe('without a token, also during a session [3.headers 6.anonymous 7.xhr 9.timeout]', () => {
  test.each(rowsOf(anonymous))('%s [7.%s]', async (_request, name, row) => {
    expect(await expectWire(name, row, true)).not.toHaveProperty('Authorization');
  });
});

describe('with the token [3.headers 6.with-token 7.xhr]', () => {
  test.each(rowsOf(withToken))('%s [7.%s]', async (_request, name, row) => {
    expect(await expectWire(name, row, true)).toHaveProperty('Authorization', 'Bearer A1');
  });
});

test('a code by voice for the own number goes with the token, as the one by text message does [7.sendVoiceCaptcha]', async () => {
  for (const type of ['bind', 'change', 'update']) {
    const { headers, body } = await sent('sendVoiceCaptcha', { ...phone, type }, true);
    expect(body).toEqual({ ...phone, type: type.toUpperCase() });
    expect(headers).toHaveProperty('Authorization', 'Bearer A1');
  }
});

describe('a human-verification ticket goes in two headers, only where one is given [7.captcha-headers]', () => {
  const sending = Object.entries<Call>(calls)
    .filter(([, { sends }]) => sends)
    .map(([name]) => name as CallName);
  test.each([...sending, 'loginSecurely'] as const)('%s', async name => {
    const [, given] = { ...anonymous, ...withToken }[name] ?? [];
    const ticket = { captcha: { ticket: 't1', id: 'i1' } };
    expect((await sent(name, given, true, ticket)).headers).toMatchObject({
      'X-Captcha-Ticket': 't1',
      'X-Captcha-Id': 'i1',
    });
    const { headers } = await sent(name, given, true);
    expect(headers).not.toHaveProperty('X-Captcha-Ticket');
    expect(headers).not.toHaveProperty('X-Captcha-Id');
  });
});
