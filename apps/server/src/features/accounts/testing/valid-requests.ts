/** For tests: for every call, what it takes to succeed, made again each time. */
import { randomUUID } from 'node:crypto';
import { headers } from '@rollcall/contract';
import sharp from 'sharp';
import { verificationRequests } from '../../human-verification/testing/valid-requests.ts';
import { usageRequests } from '../../usage/testing/valid-requests.ts';
import { COOKIE, CONVERT_SECRET, signedSession, type TestPerson } from '../third-party/testing.ts';
import type { HttpAccounts, ValidRequests } from './http.ts';
import { minorsSteps } from './minors.ts';
import { openidRequests } from '../openid/testing/valid-requests.ts';
import { pageHeaders, secondFactorSteps } from './second-factors.ts';
import { totpCodeAt } from '../../../identity/second-factor/testing.ts';
import { newPhone, PASSWORD, PID, SERVICE_SECRET } from '../testing.ts';

export const NEW_PASSWORD = 'Another-2';
export const REDIRECT = 'http://localhost/oauth/qq';

let last = 0;
const unique = (): string => String(++last).padStart(6, '0');
export const newEmail = (): string => `pupil${unique()}@school.example`;
export const newUsername = (): string => `pupil_${unique()}`;
/** A person with a WeChat (`wxa`) or QQ (`101`) identity that is bound to no account. */
export const newPerson = (appid: string): TestPerson => ({ appid, openid: `open-${unique()}` });

const pid = PID;
const agreement_ids = [-1];

/** Steps that several calls begin with. */
export const stepsOf = (context: HttpAccounts) => ({
  /** The ticket that an unbound sign-in is refused with. */
  oauthTicket: async (person = newPerson('wxa')): Promise<string> => {
    const { code } = { code: context.vendors.code(person) };
    const refused = await context.call('loginByWechat', { body: { code, pid, appid: person.appid } }).then(
      () => undefined,
      (error: { detail?: { data?: { oauth_ticket?: unknown } } }) => error.detail?.data?.oauth_ticket,
    );
    if (typeof refused !== 'string') throw new Error('The sign-in was not refused with a ticket.');
    return refused;
  },
  /** The ticket that a number without an account gets for its code. */
  enrolmentTicket: async (phone = newPhone(), at = pid): Promise<string> => {
    await context.call('sendSilentLoginCaptcha', { body: { phone_number: phone, pid: at } });
    const body = { phone_number: phone, captcha: context.code(phone), pid: at };
    const ask = { [headers.enrol]: 'ask' };
    const ticket = await context.call('loginSilently', { body, headers: ask }).then(
      () => undefined,
      (error: { detail?: { data?: { ticket?: unknown } } }) => error.detail?.data?.ticket,
    );
    if (typeof ticket !== 'string') throw new Error('The sign-in was not refused with a ticket.');
    return ticket;
  },
  /** Binds a new person of the provider to an account, and gives the person. */
  bound: async (
    token: string,
    provider: 'wechat' | 'qq',
    person = newPerson(provider === 'wechat' ? 'wxa' : '101'),
  ) => {
    const code = context.vendors.code(person);
    if (provider === 'wechat')
      await context.call('bindWechat', { token, body: { code, appid: person.appid } });
    else await context.call('bindQq', { token, body: { code, appid: person.appid, redirect_uri: REDIRECT } });
    return person;
  },
  /** An account of an e-mail address, without a number. */
  mailed: async (email = newEmail()) => {
    await context.call('sendEmailCaptcha', { body: { email } });
    const { captchaTicket } = await context.call('checkEmailCaptcha', {
      body: { email, captcha: context.code(email) },
    });
    const body = { captchaTicket, password: PASSWORD, rePassword: PASSWORD, pid };
    const { auth } = await context.call('registerByEmail', { body });
    return { id: auth.account_id, email, access: auth.token.access.token, refresh: auth.token.refresh.token };
  },
});

/** Takes what an account has beside WeChat and QQ. */
export const withoutNumber = async (context: HttpAccounts, accountId: string): Promise<void> => {
  await context.server.app.db.deleteFrom('identifiers').where('account_id', '=', accountId).execute();
};

/** Leaves an account's last message to its page, as a delivery that fails does. @returns the message's id */
export const showNotice = async (context: HttpAccounts, accountId: string): Promise<string> => {
  const { rows } = await context.server.database.pool.query(
    `update security_notices set channel = 'page', due_at = null, recipient = null, take_back = null
     where id = (select id from security_notices where account_id = $1 order by created_at desc, id limit 1) returning id`,
    [accountId],
  );
  return rows[0].id;
};

/** A picture rotated by its EXIF orientation, as phones take it. */
export const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#c23a22' } })
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'whose it was' } } })
    .png()
    .toBuffer();

export const validRequests = (context: HttpAccounts): ValidRequests => {
  const { oauthTicket, enrolmentTicket, bound, mailed } = stepsOf(context);
  const { withApp, withPasskey, newPasskey, step, setUpStep, setUpApp, setUpPasskey } =
    secondFactorSteps(context);
  const { requested, birthYear, consented, opened, pupil } = minorsSteps(context);
  const atPage = { headers: pageHeaders(context) };
  const { vendors, visitor, member, call } = context;
  const token = async () => ({ token: (await visitor()).access });
  const toNew = async () => ({ body: { phone_number: newPhone(), pid } });
  const toOwn = async () => ({ body: { phone_number: (await visitor()).phone, pid } });
  const codeFor = async (
    name:
      | 'sendRegisterCaptcha'
      | 'sendLoginCaptcha'
      | 'sendSilentLoginCaptcha'
      | 'sendResetPasswordCaptcha'
      | 'sendCommonCaptcha',
    phone: string,
  ) => {
    await call(name, { body: { phone_number: phone, pid } });
    return { phone_number: phone, captcha: context.code(phone) };
  };
  const emailCodeFor = async (name: 'sendEmailLoginCaptcha' | 'sendEmailResetCaptcha') => {
    const { email } = await mailed();
    await call(name, { body: { email, pid } });
    return { email, captcha: context.code(email) };
  };

  /** An account with nothing but a provider's identity, and a code of that identity. */
  const onlyBound = async (provider: 'wechat' | 'qq') => {
    const { id, access } = await visitor();
    const person = await bound(access, provider);
    await withoutNumber(context, id);
    const redirect = provider === 'qq' ? { redirect_uri: REDIRECT } : {};
    return { token: access, body: { code: vendors.code(person), appid: person.appid, ...redirect } };
  };

  return {
    ...verificationRequests(context),
    ...usageRequests(context),
    sendRegisterCaptcha: toNew,
    registerByPhone: async () => ({
      body: { ...(await codeFor('sendRegisterCaptcha', newPhone())), password: PASSWORD, agreement_ids, pid },
    }),
    sendLoginCaptcha: toOwn,
    loginByPhone: async () => ({
      body: { ...(await codeFor('sendLoginCaptcha', (await visitor()).phone)), pid, agreement_ids },
    }),
    sendSilentLoginCaptcha: toNew,
    loginSilently: async () => ({
      body: { ...(await codeFor('sendSilentLoginCaptcha', newPhone())), pid, agreement_ids },
    }),
    enrolByPhone: async () => ({
      body: { ticket: await enrolmentTicket(), agreement_ids, password: PASSWORD },
    }),
    loginByAccount: async () => ({
      body: { identity: (await member()).phone, password: PASSWORD, pid, agreement_ids },
    }),
    loginSecurely: async () => {
      const identity = (await member()).phone;
      const ticket = await context.verified({ scene: 'security', identity, pid });
      return {
        body: { identity, password: PASSWORD, pid, agreement_ids },
        headers: { [headers.captchaTicket]: ticket },
      };
    },
    challengeSecondStep: async () => ({ body: { ticket: await step(await withPasskey()) }, ...atPage }),
    finishSignIn: async () => {
      const person = await withApp();
      const proof = { method: 'recovery_code', code: person.codes[0] ?? '' } as const;
      return { body: { ticket: await step(person), proof } };
    },
    startStepTotp: async () => ({ body: { ticket: (await setUpStep()).ticket } }),
    addStepTotp: async () => ({ body: (await setUpApp()).body }),
    startStepPasskey: async () => ({ body: { ticket: (await setUpStep()).ticket }, ...atPage }),
    addStepPasskey: async () => ({ body: (await setUpPasskey()).body, ...atPage }),
    finishSetUp: async () => {
      const { ticket } = await call('addStepTotp', { body: (await setUpApp()).body });
      return { body: { ticket } };
    },
    challengePasskeySignIn: async () => atPage,
    loginByPasskey: async () => {
      const { authenticator } = await withPasskey();
      const { ticket, options } = await call('challengePasskeySignIn', atPage);
      return { body: { ticket, response: authenticator.assert(options), pid, agreement_ids }, ...atPage };
    },
    getSecondFactors: token,
    setTwoStepVerification: async () => ({
      token: (await withPasskey({ enabled: false })).access,
      body: { enabled: true },
    }),
    startTotp: token,
    addTotp: async () => {
      const { access } = await visitor();
      const { ticket, secret } = await call('startTotp', { token: access });
      return { token: access, body: { ticket, code: totpCodeAt(secret, context.server.now()) } };
    },
    removeTotp: async () => ({ token: (await withApp()).access }),
    startPasskey: async () => ({ ...(await token()), ...atPage }),
    addPasskey: async () => {
      const { access } = await visitor();
      return { token: access, body: (await newPasskey(access)).body, ...atPage };
    },
    removePasskey: async () => {
      const { access, authenticator } = await withPasskey();
      return { token: access, body: { id: authenticator.id } };
    },
    renewRecoveryCodes: async () => ({ token: (await withApp()).access }),
    challengeProof: async () => ({ token: (await withPasskey()).access, ...atPage }),
    proveBySecondFactor: async () => {
      const { access, codes } = await withApp();
      return { token: access, body: { proof: { method: 'recovery_code', code: codes[0] ?? '' } } };
    },
    logout: async () => {
      const { access, refresh } = await visitor();
      return { token: access, body: { refresh_token: refresh } };
    },
    refreshTokens: async () => ({ body: { refresh_token: (await visitor()).refresh } }),
    deleteTokens: token,
    convertTokens: async () => {
      const { phone } = await visitor();
      const exp = Math.floor(context.server.now() / 1000) + 60;
      return { headers: { cookie: `other=1; ${COOKIE}=${signedSession({ phone, exp }, CONVERT_SECRET)}` } };
    },
    getProfile: token,
    getCustomFields: token,
    updateCustomFields: async () => ({ ...(await token()), body: { values: {} } }),
    getDevices: token,
    endDevice: async () => {
      const { access } = await visitor();
      const [device] = await call('getDevices', { token: access });
      return { token: access, body: { id: device?.id ?? '' } };
    },
    endOtherDevices: token,
    ...openidRequests(context),
    getNotices: async () => ({ ...(await token()), query: { language: 'en' } }),
    dismissNotice: async () => ({ ...(await token()), body: { id: randomUUID() } }),
    takeBackChange: async () => {
      const { id: accountId, access } = await member();
      await call('setUsername', { token: access, body: { username: newUsername() } });
      return { token: access, body: { id: await showNotice(context, accountId) } };
    },
    requestDeletion: async () => ({ token: (await member()).access, body: { password: PASSWORD } }),
    cancelDeletion: token,
    cancelNewNumber: token,
    uploadAvatar: async () => ({
      ...(await token()),
      file: await picture(),
      headers: { 'content-type': 'image/png' },
    }),
    removeAvatar: token,
    updateProfile: async () => ({ ...(await token()), body: { description: '你好', sex: 1 } }),
    getPrivacy: token,
    getOauths: token,
    setUsername: async () => ({ ...(await token()), body: { username: newUsername() } }),
    getGradeList: async () => ({}),
    getAgreements: async () => ({ query: { pid } }),
    getAgreementsToSign: async () => ({ query: { pid } }),
    getUnsignedAgreements: async () => ({ ...(await token()), query: { pid } }),
    signAgreements: async () => ({ ...(await token()), body: { agreement_ids: [1], pid } }),
    getProtocols: async () => ({ body: { codeList: ['user-agreement'], pid } }),
    getThirdParties: async () => ({}),
    loginByWechat: async () => {
      const person = await bound((await visitor()).access, 'wechat');
      return { body: { code: vendors.code(person), pid, agreement_ids } };
    },
    loginByQq: async () => {
      const person = await bound((await visitor()).access, 'qq');
      return { body: { code: vendors.code(person), pid, redirect_uri: REDIRECT, agreement_ids } };
    },
    sendOauthCaptcha: async () => ({ body: { phone_number: newPhone(), oauth_ticket: await oauthTicket() } }),
    registerByThirdParty: async () => {
      const phone = newPhone();
      const ticket = await oauthTicket();
      await call('sendOauthCaptcha', { body: { phone_number: phone, oauth_ticket: ticket } });
      return { body: { oauth_ticket: ticket, captcha: context.code(phone), agreement_ids } };
    },
    bindWechat: async () => ({ ...(await token()), body: { code: vendors.code(newPerson('wxa')) } }),
    prepareThirdPartyBinding: async () => ({
      ...(await token()),
      body: { provider: 'wechat', code: vendors.code(newPerson('wxa')) },
    }),
    bindThirdParty: async () => {
      const { token: access } = await token();
      const body = { provider: 'wechat', code: vendors.code(newPerson('wxa')) } as const;
      const { bind_ticket } = await call('prepareThirdPartyBinding', { token: access, body });
      return { token: access, body: { bind_ticket } };
    },
    unbindWechat: async () => {
      const { access } = await visitor();
      await bound(access, 'wechat');
      return { token: access };
    },
    bindQq: async () => ({
      ...(await token()),
      body: { code: vendors.code(newPerson('101')), redirect_uri: REDIRECT, agreement_ids },
    }),
    unbindQq: async () => {
      const { access } = await visitor();
      await bound(access, 'qq');
      return { token: access };
    },
    sendBindPhoneCaptcha: async () => ({ ...(await toNew()), token: (await mailed()).access }),
    bindPhone: async () => {
      const { access } = await mailed();
      const phone = newPhone();
      await call('sendBindPhoneCaptcha', { token: access, body: { phone_number: phone, pid } });
      return { token: access, body: { phone_number: phone, captcha: context.code(phone) } };
    },
    checkPhone: async () => ({ ...(await token()), query: { phone_number: newPhone() } }),
    sendChangePhoneCaptcha: async () => {
      const { access, phone } = await visitor();
      return { token: access, body: { phone_number: newPhone(), old_phone_number: phone, pid } };
    },
    changePhone: async () => {
      const { access, phone } = await visitor();
      const to = newPhone();
      const body = { phone_number: to, old_phone_number: phone, pid };
      await call('sendChangePhoneCaptcha', { token: access, body });
      return { token: access, body: { phone_number: to, captcha: context.code(to) } };
    },
    changePassword: async () => ({
      token: (await member()).access,
      body: { old_password: PASSWORD, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD },
    }),
    sendUpdatePasswordCaptcha: async () => {
      const { access, phone } = await visitor();
      return { token: access, body: { phone_number: phone, pid } };
    },
    changePasswordByPhone: async () => {
      const { access, phone } = await visitor();
      await call('sendUpdatePasswordCaptcha', { token: access, body: { phone_number: phone, pid } });
      return {
        token: access,
        body: { phone_number: phone, captcha: context.code(phone), password: NEW_PASSWORD },
      };
    },
    getAge: token,
    setAge: async () => ({ ...(await token()), body: { birth_year: birthYear() } }),
    askGuardian: async () => ({ token: (await pupil()).access, body: { phone_number: newPhone() } }),
    withdrawSignUp: async () => ({ token: (await pupil()).access }),
    openGuardianLink: async () => {
      const { token: link, captcha } = await requested();
      return { body: { token: link, captcha } };
    },
    sendGuardianCaptcha: async () => ({ body: { phone_number: newPhone() } }),
    openGuardian: async () => {
      const phone_number = newPhone();
      await call('sendGuardianCaptcha', { body: { phone_number } });
      return { body: { phone_number, captcha: context.code(phone_number) } };
    },
    decideForChild: async () => {
      const { id, ticket, ids } = await opened();
      return { body: { ticket, account_id: id, decision: 'consent', agreement_ids: ids } };
    },
    correctChild: async () => {
      const { id, ticket } = await consented();
      return { body: { ticket, account_id: id, fullname: '王小明' } };
    },
    exportChildData: async () => {
      const { id, ticket } = await consented();
      return { body: { ticket, account_id: id, language: 'en' } };
    },
    getProofWays: token,
    proveByPassword: async () => ({ token: (await member()).access, body: { password: PASSWORD } }),
    exportAccountData: async () => ({ ...(await token()), query: { language: 'en' } }),
    sendProofCaptcha: async () => ({ ...(await token()), body: { way: 'phone' } }),
    proveByCode: async () => {
      const { access, phone } = await visitor();
      await call('sendProofCaptcha', { token: access, body: { way: 'phone' } });
      return { token: access, body: { way: 'phone', captcha: context.code(phone) } };
    },
    proveByWechat: () => onlyBound('wechat'),
    proveByQq: () => onlyBound('qq'),
    initPassword: async () => ({
      ...(await token()),
      body: { password: PASSWORD, confirm_password: PASSWORD },
    }),
    sendResetPasswordCaptcha: toOwn,
    checkResetPasswordCaptcha: async () => ({
      body: await codeFor('sendResetPasswordCaptcha', (await visitor()).phone),
    }),
    resetPassword: async () => {
      const body = await codeFor('sendResetPasswordCaptcha', (await visitor()).phone);
      const { ticket } = await call('checkResetPasswordCaptcha', { body });
      return { body: { ticket, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD } };
    },
    sendEmailCaptcha: async () => ({ body: { email: newEmail() } }),
    checkEmailCaptcha: async () => {
      const email = newEmail();
      await call('sendEmailCaptcha', { body: { email } });
      return { body: { email, captcha: context.code(email) } };
    },
    registerByEmail: async () => {
      const email = newEmail();
      await call('sendEmailCaptcha', { body: { email } });
      const { captchaTicket } = await call('checkEmailCaptcha', {
        body: { email, captcha: context.code(email) },
      });
      return { body: { captchaTicket, password: PASSWORD, rePassword: PASSWORD, pid } };
    },
    sendEmailLoginCaptcha: async () => ({ body: { email: (await mailed()).email, pid } }),
    loginByEmail: async () => ({
      body: { ...(await emailCodeFor('sendEmailLoginCaptcha')), pid, agreement_ids },
    }),
    sendEmailResetCaptcha: async () => ({ body: { email: (await mailed()).email, pid } }),
    checkEmailResetCaptcha: async () => ({ body: await emailCodeFor('sendEmailResetCaptcha') }),
    sendEmailBindCaptcha: async () => ({ ...(await token()), body: { email: newEmail(), pid } }),
    getEmailLink: token,
    bindEmail: async () => {
      const { access } = await visitor();
      const email = newEmail();
      await call('sendEmailBindCaptcha', { token: access, body: { email, pid } });
      return { token: access, body: { email, captcha: context.code(email) } };
    },
    sendCommonCaptcha: toNew,
    checkCommonCaptcha: async () => ({ body: await codeFor('sendCommonCaptcha', newPhone()) }),
    spendCommonTicket: async () => ({
      token: SERVICE_SECRET,
      body: await call('checkCommonCaptcha', { body: await codeFor('sendCommonCaptcha', newPhone()) }),
    }),
    sendVoiceCaptcha: async () => {
      const { access, phone } = await visitor();
      return { token: access, body: { phone_number: phone, type: 'LOGIN' } };
    },
  };
};
