/** Over HTTP, for every call of the contract: an ordinary success, and every refusal that it names, brought about. */
import { sql } from 'kysely';
import {
  type Call,
  type CallName,
  calls,
  fieldRefusal,
  headers,
  refusals,
  type RefusalName,
  serverCodes,
} from '@rollcall/contract';
import { HOURLY_SET_UPS } from '../../identity/second-factor/factor-changes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCK } from '../../identity/sign-in-failures.ts';
import { createRiskCounters } from '../human-verification/risk-counters.ts';
import { createRequestCounters } from '../human-verification/request-counters.ts';
import { defaultLimits } from '../human-verification/risk.ts';
import { captchaCases } from '../human-verification/testing/refusals.ts';
import { usageCases } from '../usage/testing/valid-requests.ts';
import { COOKIE, CONVERT_SECRET, signedSession } from './third-party/testing.ts';
import { validRequests, newEmail, newPerson, newUsername, stepsOf } from './testing/valid-requests.ts';
import { openidCases } from './openid/testing/valid-requests.ts';
import { minorsCases } from './testing/minors-refusals.ts';
import { secondFactorSteps } from './testing/second-factors.ts';
import {
  holderOf,
  type HttpAccounts,
  type HttpArguments,
  httpAccounts,
  type ValidRequests,
} from './testing/http.ts';
import { DEMANDING, newPhone, PASSWORD, PID, refusalOf, SERVICE_SECRET, wrongCode } from './testing.ts';
import { SPENDS_A_MINUTE } from './codes/universal-code.ts';
import { spendsOf } from './testing/services.ts';

let context: HttpAccounts;
let good: ValidRequests;
let steps: ReturnType<typeof stepsOf>;
let factors: ReturnType<typeof secondFactorSteps>;
/** Codes that an address gets in a day here. */
const DAILY = 3;
beforeAll(async () => {
  context = await httpAccounts({
    ROLLCALL_PIDS: `${PID},${DEMANDING}`,
    ROLLCALL_TRUST_PROXY: 'loopback',
    ROLLCALL_CODE_DAILY_LIMIT: String(DAILY),
  });
  // More codes than one address gets in an hour without a challenge are needed here.
  await context.server.app.db
    .insertInto('captcha_rules')
    .values({
      scene: '*',
      limits: JSON.stringify({ requests: { address: 100_000 } }),
      changed_at: new Date(context.server.now()),
    })
    .execute();
  good = validRequests(context);
  steps = stepsOf(context);
  factors = secondFactorSteps(context);
});
afterAll(() => context?.close());

const pid = PID;
type Case = () => Promise<unknown>;
type Cases = { [R in RefusalName]?: Case };

/** The call with its good fields, and some of them changed. */
const changed = async (
  name: CallName,
  change: { body?: object; query?: object; token?: string; headers?: Record<string, string> },
): Promise<unknown> => {
  const args: HttpArguments = await good[name]();
  const merged = {
    ...args,
    ...(change.body && { body: { ...(args.body as object), ...change.body } }),
    ...(change.query && { query: { ...(args.query as object), ...change.query } }),
    ...(change.token !== undefined && { token: change.token }),
    ...(change.headers && { headers: change.headers }),
  };
  return context.call(name, merged);
};

/** As though five minutes had passed since the sign-in. */
const clearProof = (token: string) =>
  context.server.app.db
    .updateTable('sessions')
    .set({ proved_at: null })
    .where('account_id', '=', holderOf(token))
    .execute();

const removeAccount = (id: string) =>
  context.server.app.db.deleteFrom('accounts').where('id', '=', id).execute();

const lock = async (accountId: string): Promise<void> => {
  await context.server.app.db
    .insertInto('sign_in_failures')
    .values({
      identity: Buffer.from(accountId.replaceAll('-', ''), 'hex'),
      browser: '',
      failures: 1,
      consecutive: LOCK,
      last_failed_at: new Date(context.server.now()),
    })
    .execute();
};

const entriesOf = (schema: Call['body']): string[] =>
  schema && 'entries' in schema ? Object.keys(schema.entries as object) : [];

/** A value that breaks any field's rule. */
const broken = (field: string): unknown => (field === 'agreement_ids' ? [] : '\u0000');

/** The limits of a call that sends a code. */
const ofSending = (name: CallName): Cases => ({
  CaptchaTooFrequent: async () => {
    const args = (await good[name]()) as never;
    await context.call(name, args);
    return context.call(name, args);
  },
  CaptchaLimitReached: async () => {
    const args: HttpArguments = await good[name]();
    // Codes that were sent to prepare a valid call count too.
    for (let sent = 0; sent < DAILY; sent += 1) {
      const refused = await context.call(name, args).then(
        () => undefined,
        (error: { refusal?: string }) => error.refusal,
      );
      if (refused === 'CaptchaLimitReached') break;
      context.server.now.move(60_000);
    }
    return context.call(name, args);
  },
});

/** Refusals that follow from the row itself: fields, pid, token, ticket, and the limits of sending. */
const generated = (name: CallName): Cases => {
  const call: Call = calls[name];
  const cases: Cases = {};
  for (const part of ['body', 'query'] as const) {
    for (const field of entriesOf(call[part])) {
      const refusal = field === 'pid' ? 'IllegalPid' : fieldRefusal(field);
      const value = field === 'pid' ? 'elsewhere' : broken(field);
      if (refusal && refusal in refusals) {
        cases[refusal as RefusalName] ??= () => changed(name, { [part]: { [field]: value } });
      }
    }
  }
  if (call.token === 'required' || call.token === 'optional') {
    cases.TokenInvalid = () => changed(name, { token: 'no.token.atall' });
    cases.AccountBlocked = async () => {
      const args: HttpArguments = await good[name]();
      await context.block(holderOf(args.token ?? ''));
      return context.call(name, args);
    };
  }
  if (calls[name].refusals.some(refusal => refusal === 'ProofRequired')) {
    cases.ProofRequired = async () => {
      const args: HttpArguments = await good[name]();
      await clearProof(args.token ?? '');
      return context.call(name, args);
    };
  }
  if (call.refusals.includes('PasswordTooCommon')) {
    const password = 'abc12345';
    const again = { confirm_password: password, rePassword: password };
    cases.PasswordTooCommon = () => changed(name, { body: { password, ...again } });
  }
  if (name === 'loginByAccount') {
    cases.InvalidTicket = async () => {
      const { config, db } = context.server.app;
      const wrongPasswords = async () => 0;
      const { now } = context.server;
      const requests = createRequestCounters({ db, now });
      const counters = createRiskCounters({ db, secret: config.secret, now, wrongPasswords, requests });
      const ip = '203.0.113.77';
      for (let n = 0; n < defaultLimits.failures.address; n += 1)
        await counters.failedFrom({ ip, device: '' });
      return changed(name, { headers: { 'x-forwarded-for': ip } });
    };
  }
  if (name === 'loginSecurely') {
    cases.TooManyAttempts = async () => {
      const { id, phone: identity } = await context.member();
      await lock(id);
      const ticket = await context.verified({ scene: 'security', identity, pid });
      return context.call(name, {
        body: { identity, password: PASSWORD, pid },
        headers: { [headers.captchaTicket]: ticket },
      });
    };
  }
  if (name === 'registerByPhone' || name === 'registerByEmail') {
    cases.SecondFactorRequired = () => changed(name, { body: { pid: DEMANDING } });
  } else if (calls[name].refusals.some(refusal => refusal === 'SecondFactorRequired')) {
    cases.SecondFactorRequired = async () => withSecondFactor(await good[name](), name);
  }
  if (call.sends || name === 'loginSecurely') {
    cases.InvalidTicket = () => changed(name, { headers: { [headers.captchaTicket]: 'forged' } });
  }
  if (call.sends) {
    Object.assign(cases, ofSending(name));
  }
  return cases;
};

/** A call that begins to set up a factor, until its owner has begun as many as an hour allows. */
const tooManySetUps = async (name: 'startTotp' | 'startPasskey' | 'startStepTotp' | 'startStepPasskey') => {
  const args = (await good[name]()) as never;
  for (let n = 0; n < HOURLY_SET_UPS; n += 1) await context.call(name, args);
  return context.call(name, args);
};

/** The call as if every account had a second factor. */
const withSecondFactor = async <N extends CallName>(args: HttpArguments<N>, name: N): Promise<unknown> => {
  const { db } = context.server.app;
  await db.updateTable('accounts').set({ second_factor: true }).execute();
  try {
    return await context.call(name, args);
  } finally {
    await db.updateTable('accounts').set({ second_factor: false }).execute();
  }
};
/** Names the first of two versions of a document, which are removed again. */
const withOldAgreement = async (name: CallName): Promise<unknown> => {
  const { db } = context.server.app;
  const text = JSON.stringify({ 'zh-CN': '', en: '' });
  const version = (number: number) => ({
    code: 'rules',
    version: number,
    pid: null,
    needs_signature: true,
    title: text,
    body: text,
    published_at: new Date(context.server.now() - 1_000),
  });
  const rows = await db
    .insertInto('agreements')
    .values([version(1), version(2)])
    .returning('id')
    .execute();
  try {
    return await changed(name, { body: { agreement_ids: [rows[0]?.id] } });
  } finally {
    await db.deleteFrom('agreements').where('code', '=', 'rules').execute();
  }
};
const FORGED = 'A'.repeat(43);
const nowhere = { origin: 'http://127.0.0.1' };
const wrongProof = { method: 'recovery_code', code: 'AAAAA-AAAAA' } as const;
const passkeyProof = () => ({ method: 'passkey', ticket: FORGED, response: factors.forged() });

const wrongCaptcha = async <N extends CallName>(name: N) => {
  const args: HttpArguments = await good[name]();
  const body = args.body as { captcha: string };
  return context.call(name, { ...args, body: { ...body, captcha: wrongCode(body.captcha) } } as never);
};
const registered = async () => (await context.visitor()).phone;
const codeTo = async (
  name: 'sendLoginCaptcha' | 'sendSilentLoginCaptcha' | 'sendResetPasswordCaptcha',
  phone: string,
) => {
  await context.call(name, { body: { phone_number: phone, pid } });
  return { phone_number: phone, captcha: context.code(phone) };
};
const convert = (claims: object) => {
  const exp = Math.floor(context.server.now() / 1000) + 60;
  return context.call('convertTokens', {
    headers: { cookie: `${COOKIE}=${signedSession({ ...claims, exp }, CONVERT_SECRET)}` },
  });
};
const vendorCases = (provider: 'wechat' | 'qq') => {
  const [login, bind, appid] =
    provider === 'wechat'
      ? (['loginByWechat', 'bindWechat', 'wxa'] as const)
      : (['loginByQq', 'bindQq', '101'] as const);
  return {
    login: {
      PhoneRequired: () => changed(login, { body: { code: context.vendors.code(newPerson(appid)) } }),
      AccountBlocked: async () => {
        const { id, access } = await context.visitor();
        const person = await steps.bound(access, provider);
        await context.block(id);
        return changed(login, { body: { code: context.vendors.code(person) } });
      },
    },
    refused: () => changed(login, { body: { code: 'nonsense' } }),
    refusedToBind: () => changed(bind, { body: { code: 'nonsense' } }),
    bind: {
      ThirdPartyBound: async () => {
        const person = await steps.bound((await context.visitor()).access, provider);
        return changed(bind, { body: { code: context.vendors.code(person) } });
      },
    },
    unbind: {
      IllegalOperation: () =>
        changed(provider === 'wechat' ? 'unbindWechat' : 'unbindQq', {}).then(async () => {
          // Nothing is bound: the account of a new visitor.
          const { access } = await context.visitor();
          return context.call(provider === 'wechat' ? 'unbindWechat' : 'unbindQq', { token: access });
        }),
    },
  };
};
const wechat = vendorCases('wechat');
const qq = vendorCases('qq');
/** The person of a ticket is bound to another account while the ticket waits. */
const boundMeanwhile = async () => {
  const person = newPerson('wxa');
  const ticket = await steps.oauthTicket(person);
  return { ticket, bind: async () => steps.bound((await context.visitor()).access, 'wechat', person) };
};
/** Makes the pid of a person one that demands the factor that they have. */
const atDemanding = async <P extends { readonly id: string }>(made: Promise<P>): Promise<P> => {
  const person = await made;
  await sql`update accounts set pid = ${DEMANDING} where id = ${person.id}::uuid`.execute(
    context.server.app.db,
  );
  return person;
};
const required = () => atDemanding(factors.withApp());
const often = async (wrong: () => Promise<unknown>) => {
  for (let n = 0; n < 5; n += 1) await refusalOf(wrong());
};

/** Blocks whose ticket it is, before the call. */
const blockedFinish = async () => {
  const { person, body } = await factors.setUpApp();
  const { ticket } = await context.call('addStepTotp', { body });
  await context.block(person.id);
  return context.call('finishSetUp', { body: { ticket } });
};

/** What takes a story to bring about. */
const described: { [N in CallName]?: Cases } = {
  challengeSecondStep: {
    WrongTicket: () => changed('challengeSecondStep', { body: { ticket: FORGED } }),
    IllegalOperation: () => changed('challengeSecondStep', { headers: nowhere }),
  },
  finishSignIn: {
    WrongTicket: () => changed('finishSignIn', { body: { ticket: FORGED } }),
    CaptchaMismatch: () => changed('finishSignIn', { body: { proof: wrongProof } }),
    IllegalOperation: () => changed('finishSignIn', { body: { proof: passkeyProof() }, headers: nowhere }),
    TooManyAttempts: async () => {
      const ticket = await factors.step(await factors.withApp());
      const ask = () => context.call('finishSignIn', { body: { ticket, proof: wrongProof } });
      await often(ask);
      return ask();
    },
    AccountBlocked: async () => {
      const person = await factors.withApp();
      const ticket = await factors.step(person);
      await context.block(person.id);
      const proof = { method: 'recovery_code', code: person.codes[0] ?? '' } as const;
      return context.call('finishSignIn', { body: { ticket, proof } });
    },
  },
  startStepTotp: {
    WrongTicket: () => changed('startStepTotp', { body: { ticket: FORGED } }),
    TooManyAttempts: () => tooManySetUps('startStepTotp'),
  },
  addStepTotp: {
    WrongTicket: () => changed('addStepTotp', { body: { step_ticket: FORGED } }),
    CaptchaMismatch: async () => {
      const args = await good.addStepTotp();
      context.server.now.move(120_000);
      return context.call('addStepTotp', args);
    },
  },
  startStepPasskey: {
    WrongTicket: () => changed('startStepPasskey', { body: { ticket: FORGED } }),
    TooManyAttempts: () => tooManySetUps('startStepPasskey'),
    IllegalOperation: () => changed('startStepPasskey', { headers: nowhere }),
  },
  addStepPasskey: {
    WrongTicket: () => changed('addStepPasskey', { body: { ticket: FORGED } }),
    IllegalOperation: () => changed('addStepPasskey', { headers: nowhere }),
  },
  finishSetUp: {
    WrongTicket: () => changed('finishSetUp', { body: { ticket: FORGED } }),
    AccountBlocked: blockedFinish,
  },
  challengePasskeySignIn: {
    IllegalOperation: () => changed('challengePasskeySignIn', { headers: nowhere }),
  },
  loginByPasskey: {
    WrongTicket: () => changed('loginByPasskey', { body: { response: factors.forged() } }),
    IllegalOperation: () => changed('loginByPasskey', { headers: nowhere }),
    AccountBlocked: async () => {
      const { id, authenticator } = await factors.withPasskey();
      const args = await good.challengePasskeySignIn();
      const { ticket, options } = await context.call('challengePasskeySignIn', args);
      await context.block(id);
      const body = { ticket, response: authenticator.assert(options), pid };
      return context.call('loginByPasskey', { ...args, body });
    },
  },
  setTwoStepVerification: {
    NotFound: async () => changed('setTwoStepVerification', { token: (await context.visitor()).access }),
    IllegalOperation: async () =>
      changed('setTwoStepVerification', { token: (await required()).access, body: { enabled: false } }),
  },
  addTotp: {
    WrongTicket: () => changed('addTotp', { body: { ticket: FORGED } }),
    CaptchaMismatch: async () => {
      const args = await good.addTotp();
      context.server.now.move(120_000);
      return context.call('addTotp', args);
    },
  },
  removeTotp: {
    NotFound: async () => changed('removeTotp', { token: (await context.visitor()).access }),
    IllegalOperation: async () => changed('removeTotp', { token: (await required()).access }),
  },
  startTotp: { TooManyAttempts: () => tooManySetUps('startTotp') },
  startPasskey: {
    TooManyAttempts: () => tooManySetUps('startPasskey'),
    IllegalOperation: () => changed('startPasskey', { headers: nowhere }),
  },
  addPasskey: {
    WrongTicket: () => changed('addPasskey', { body: { ticket: FORGED } }),
    IllegalOperation: () => changed('addPasskey', { headers: nowhere }),
  },
  removePasskey: {
    NotFound: () => changed('removePasskey', { body: { id: 'none' } }),
    IllegalOperation: async () => {
      const { access: token, authenticator } = await atDemanding(factors.withPasskey());
      return context.call('removePasskey', { token, body: { id: authenticator.id } });
    },
  },
  renewRecoveryCodes: {
    NotFound: async () => changed('renewRecoveryCodes', { token: (await context.visitor()).access }),
  },
  challengeProof: { IllegalOperation: () => changed('challengeProof', { headers: nowhere }) },
  proveBySecondFactor: {
    WrongTicket: () =>
      changed('proveBySecondFactor', {
        body: { proof: passkeyProof() },
        headers: { origin: context.server.url.replace('127.0.0.1', 'localhost') },
      }),
    CaptchaMismatch: () => changed('proveBySecondFactor', { body: { proof: wrongProof } }),
    IllegalOperation: () =>
      changed('proveBySecondFactor', { body: { proof: passkeyProof() }, headers: nowhere }),
  },
  sendRegisterCaptcha: {
    PhoneRegistered: async () =>
      changed('sendRegisterCaptcha', { body: { phone_number: await registered() } }),
  },
  registerByPhone: {
    AgreementsOutdated: () => withOldAgreement('registerByPhone'),
    CaptchaMismatch: () => wrongCaptcha('registerByPhone'),
    PhoneRegistered: async () => {
      const args = await good.registerByPhone();
      await context.visitor(args.body?.phone_number);
      return context.call('registerByPhone', args);
    },
  },
  sendLoginCaptcha: {
    PhoneUnregistered: () => changed('sendLoginCaptcha', { body: { phone_number: newPhone() } }),
  },
  loginByPhone: {
    CaptchaMismatch: () => wrongCaptcha('loginByPhone'),
    PhoneUnregistered: async () => {
      const { id, phone } = await context.visitor();
      const body = await codeTo('sendLoginCaptcha', phone);
      await removeAccount(id);
      return context.call('loginByPhone', { body: { ...body, pid } });
    },
    AccountBlocked: async () => {
      const { id, phone } = await context.visitor();
      const body = await codeTo('sendLoginCaptcha', phone);
      await context.block(id);
      return context.call('loginByPhone', { body: { ...body, pid } });
    },
  },
  loginSilently: {
    AgreementsOutdated: () => withOldAgreement('loginSilently'),
    EnrolmentRequired: () =>
      changed('loginSilently', { body: { agreement_ids: [-1] }, headers: { [headers.enrol]: 'ask' } }),
    SecondFactorRequired: async () => {
      const { phone } = await context.visitor();
      context.server.now.move(60_000);
      const body = await codeTo('sendSilentLoginCaptcha', phone);
      return withSecondFactor({ body: { ...body, pid } }, 'loginSilently');
    },
    CaptchaMismatch: () => wrongCaptcha('loginSilently'),
    AccountBlocked: async () => {
      const { id, phone } = await context.visitor();
      context.server.now.move(60_000);
      const body = await codeTo('sendSilentLoginCaptcha', phone);
      await context.block(id);
      return context.call('loginSilently', { body: { ...body, pid } });
    },
  },
  enrolByPhone: {
    AgreementsOutdated: () => withOldAgreement('enrolByPhone'),
    WrongTicket: () => changed('enrolByPhone', { body: { ticket: FORGED } }),
    PhoneRegistered: async () => {
      const phone = newPhone();
      const ticket = await steps.enrolmentTicket(phone);
      context.server.now.move(60_000);
      await context.visitor(phone);
      return context.call('enrolByPhone', { body: { ticket, agreement_ids: [-1] } });
    },
    SecondFactorRequired: async () => {
      const ticket = await steps.enrolmentTicket(newPhone(), DEMANDING);
      return context.call('enrolByPhone', { body: { ticket, agreement_ids: [-1] } });
    },
  },
  loginByAccount: {
    WrongCredentials: () => changed('loginByAccount', { body: { password: 'Wrong-1' } }),
    AccountBlocked: async () => {
      const { id, phone } = await context.member();
      await context.block(id);
      return changed('loginByAccount', { body: { identity: phone } });
    },
    TooManyAttempts: async () => {
      const { phone: identity } = await context.member();
      await often(() => changed('loginByAccount', { body: { identity, password: 'Wrong-1' } }));
      return changed('loginByAccount', { body: { identity } });
    },
  },
  loginSecurely: {
    WrongCredentials: () => changed('loginSecurely', { body: { password: 'Wrong-1' } }),
    AccountBlocked: async () => {
      const { id, phone: identity } = await context.member();
      await context.block(id);
      const ticket = await context.verified({ scene: 'security', identity, pid });
      return changed('loginSecurely', { body: { identity }, headers: { [headers.captchaTicket]: ticket } });
    },
  },
  logout: {
    RefreshTokenInvalid: async () =>
      changed('logout', { body: { refresh_token: (await context.visitor()).refresh } }),
  },
  refreshTokens: {
    RefreshTokenInvalid: () => changed('refreshTokens', { body: { refresh_token: 'x' } }),
    AccountBlocked: async () => {
      const { id, refresh } = await context.visitor();
      await context.block(id);
      return changed('refreshTokens', { body: { refresh_token: refresh } });
    },
  },
  convertTokens: {
    CookieInvalid: () => convert({ phone: newPhone() }),
    AccountBlocked: async () => {
      const { id, phone } = await context.visitor();
      await context.block(id);
      return convert({ phone });
    },
  },
  uploadAvatar: {
    InvalidPicture: () =>
      good
        .uploadAvatar()
        .then(args => context.call('uploadAvatar', { ...args, file: Buffer.from('GIF89a?') })),
  },
  requestDeletion: {
    ProofRequired: async () => {
      const { access: token } = await context.visitor();
      await clearProof(token);
      return context.call('requestDeletion', { token, body: {} });
    },
    InvalidPassword: async () =>
      context.call('requestDeletion', { token: (await context.member()).access, body: {} }),
    WrongCredentials: () => changed('requestDeletion', { body: { password: 'Wrong-1' } }),
    TooManyAttempts: async () => {
      const { access: token } = await context.member();
      await often(() => changed('requestDeletion', { token, body: { password: 'Wrong-1' } }));
      return changed('requestDeletion', { token });
    },
  },
  proveByPassword: {
    WrongCredentials: () => changed('proveByPassword', { body: { password: 'Wrong-1' } }),
    TooManyAttempts: async () => {
      const { access: token } = await context.member();
      await often(() => changed('proveByPassword', { token, body: { password: 'Wrong-1' } }));
      return changed('proveByPassword', { token });
    },
  },
  sendProofCaptcha: {
    IllegalOperation: () => changed('sendProofCaptcha', { body: { way: 'email' } }),
    ...ofSending('sendProofCaptcha'),
  },
  proveByCode: {
    IllegalOperation: () => changed('proveByCode', { body: { way: 'email' } }),
    CaptchaMismatch: () => wrongCaptcha('proveByCode'),
  },
  proveByWechat: {
    IllegalOperation: async () => changed('proveByWechat', { token: (await context.visitor()).access }),
    WechatError: () => changed('proveByWechat', { body: { code: 'nonsense' } }),
  },
  proveByQq: {
    IllegalOperation: async () => changed('proveByQq', { token: (await context.visitor()).access }),
    QqError: () => changed('proveByQq', { body: { code: 'nonsense' } }),
  },
  updateProfile: {
    FutureDate: () =>
      changed('updateProfile', { body: { birthday: Math.floor(context.server.now() / 1000) + 24 * 3600 } }),
    NicknameExists: async () => {
      await changed('updateProfile', { body: { nickname: 'Ａnna' } });
      return changed('updateProfile', { body: { nickname: 'anna' } });
    },
  },
  setUsername: {
    UsernameAlreadySet: async () => {
      const { access: token } = await context.visitor();
      await context.call('setUsername', { token, body: { username: newUsername() } });
      return context.call('setUsername', { token, body: { username: newUsername() } });
    },
    UsernameExists: async () => {
      const username = newUsername();
      await changed('setUsername', { body: { username } });
      return changed('setUsername', { body: { username: username.toUpperCase() } });
    },
  },
  loginByWechat: { ...wechat.login, WechatError: wechat.refused },
  loginByQq: { ...qq.login, QqError: qq.refused },
  sendOauthCaptcha: {
    IllegalOauthTicket: () => changed('sendOauthCaptcha', { body: { oauth_ticket: 'forged' } }),
    ThirdPartyBound: async () => {
      const { ticket, bind } = await boundMeanwhile();
      await bind();
      return changed('sendOauthCaptcha', { body: { oauth_ticket: ticket } });
    },
  },
  exportAccountData: {
    TooManyAttempts: async () => {
      const args = await good.exportAccountData();
      for (;;) await context.call('exportAccountData', args);
    },
  },
  registerByThirdParty: {
    AgreementsOutdated: () => withOldAgreement('registerByThirdParty'),
    SecondFactorRequired: async () => {
      const { phone } = await context.visitor();
      const ticket = await steps.oauthTicket();
      await context.call('sendOauthCaptcha', { body: { phone_number: phone, oauth_ticket: ticket } });
      const body = { oauth_ticket: ticket, captcha: context.code(phone) };
      return withSecondFactor({ body }, 'registerByThirdParty');
    },
    TooManyAttempts: async () => {
      const person = newPerson('wxa');
      const opened = () =>
        context.server.app.db.deleteFrom('identities').where('subject', '=', person.openid);
      for (;;) {
        const body = { oauth_ticket: await steps.oauthTicket(person) };
        await context.call('registerByThirdParty', { body });
        // As though it had been unbound.
        await opened().execute();
      }
    },
    IllegalOauthTicket: () => changed('registerByThirdParty', { body: { oauth_ticket: 'forged' } }),
    CaptchaMismatch: () => wrongCaptcha('registerByThirdParty'),
    PhoneRequired: async () =>
      changed('registerByThirdParty', {
        body: { oauth_ticket: await steps.oauthTicket(), captcha: '123456' },
      }),
    ThirdPartyBound: async () => {
      const { ticket, bind } = await boundMeanwhile();
      const phone = newPhone();
      await context.call('sendOauthCaptcha', { body: { phone_number: phone, oauth_ticket: ticket } });
      await bind();
      return context.call('registerByThirdParty', {
        body: { oauth_ticket: ticket, captcha: context.code(phone) },
      });
    },
    AccountBlocked: async () => {
      const { id, phone } = await context.visitor();
      const ticket = await steps.oauthTicket();
      await context.call('sendOauthCaptcha', { body: { phone_number: phone, oauth_ticket: ticket } });
      await context.block(id);
      return context.call('registerByThirdParty', {
        body: { oauth_ticket: ticket, captcha: context.code(phone) },
      });
    },
  },
  prepareThirdPartyBinding: {
    ThirdPartyBound: async () => {
      const person = await steps.bound((await context.visitor()).access, 'qq');
      const code = context.vendors.code(person);
      return changed('prepareThirdPartyBinding', {
        body: { provider: 'qq', code, redirect_uri: 'http://x' },
      });
    },
    WechatError: () => changed('prepareThirdPartyBinding', { body: { code: 'nonsense' } }),
    QqError: () =>
      changed('prepareThirdPartyBinding', {
        body: { provider: 'qq', code: 'nonsense', redirect_uri: 'http://x' },
      }),
  },
  bindThirdParty: {
    IllegalOauthTicket: () => changed('bindThirdParty', { body: { bind_ticket: 'nonsense' } }),
    ThirdPartyBound: async () => {
      const person = newPerson('wxa');
      const { access } = await context.visitor();
      const body = { provider: 'wechat', code: context.vendors.code(person) } as const;
      const { bind_ticket } = await context.call('prepareThirdPartyBinding', { token: access, body });
      await steps.bound((await context.visitor()).access, 'wechat', person);
      return context.call('bindThirdParty', { token: access, body: { bind_ticket } });
    },
  },
  bindWechat: { ...wechat.bind, WechatError: wechat.refusedToBind },
  unbindWechat: wechat.unbind,
  bindQq: { ...qq.bind, QqError: qq.refusedToBind },
  unbindQq: qq.unbind,
  sendBindPhoneCaptcha: {
    PhoneBound: async () => changed('sendBindPhoneCaptcha', { token: (await context.visitor()).access }),
    PhoneBoundByOther: async () =>
      changed('sendBindPhoneCaptcha', { body: { phone_number: await registered() } }),
  },
  bindPhone: {
    CaptchaMismatch: () => wrongCaptcha('bindPhone'),
    PhoneBound: async () => changed('bindPhone', { token: (await context.visitor()).access }),
    PhoneBoundByOther: async () => {
      const args = await good.bindPhone();
      await context.visitor(args.body?.phone_number);
      return context.call('bindPhone', args);
    },
  },
  sendChangePhoneCaptcha: {
    WrongOldPhone: () => changed('sendChangePhoneCaptcha', { body: { old_phone_number: newPhone() } }),
    PhoneBound: async () => {
      const { access, phone } = await context.visitor();
      const body = { phone_number: phone, old_phone_number: phone, pid };
      return context.call('sendChangePhoneCaptcha', { token: access, body });
    },
    PhoneBoundByOther: async () =>
      changed('sendChangePhoneCaptcha', { body: { phone_number: await registered() } }),
  },
  checkPhone: {
    TooManyAttempts: async () => {
      const args = await good.checkPhone();
      for (let n = 0; n < 20; n += 1) await context.call('checkPhone', args);
      return context.call('checkPhone', args);
    },
  },
  changePhone: {
    CaptchaMismatch: () => wrongCaptcha('changePhone'),
    WrongOldPhone: async () => {
      const args = await good.changePhone();
      // The number was taken off the account while the code was on its way.
      await context.server.app.db
        .deleteFrom('identifiers')
        .where('account_id', '=', holderOf(args.token ?? ''))
        .where('kind', '=', 'phone')
        .execute();
      return context.call('changePhone', args);
    },
    PhoneBoundByOther: async () => {
      const args = await good.changePhone();
      await context.visitor(args.body?.phone_number);
      return context.call('changePhone', args);
    },
  },
  changePassword: {
    WrongOldPassword: () => changed('changePassword', { body: { old_password: 'Wrong-1' } }),
    TooManyAttempts: async () => {
      const { access: token } = await context.member();
      await often(() => changed('changePassword', { token, body: { old_password: 'Wrong-1' } }));
      return changed('changePassword', { token });
    },
  },
  sendUpdatePasswordCaptcha: {
    WrongOldPhone: () => changed('sendUpdatePasswordCaptcha', { body: { phone_number: newPhone() } }),
    // Also with the right number: trying them all does not tell which it is.
    TooManyAttempts: async () => {
      const args = await good.sendUpdatePasswordCaptcha();
      for (let n = 0; n < 20; n += 1) {
        const body = { phone_number: newPhone(), pid };
        await refusalOf(context.call('sendUpdatePasswordCaptcha', { ...args, body }));
      }
      return context.call('sendUpdatePasswordCaptcha', args);
    },
  },
  changePasswordByPhone: {
    CaptchaMismatch: () => wrongCaptcha('changePasswordByPhone'),
    WrongOldPhone: async () => {
      const args = await good.changePasswordByPhone();
      const account_id = holderOf(args.token ?? '');
      await context.server.app.db.deleteFrom('identifiers').where('account_id', '=', account_id).execute();
      return context.call('changePasswordByPhone', args);
    },
  },
  initPassword: {
    PasswordAlreadySet: async () => changed('initPassword', { token: (await context.member()).access }),
  },
  sendResetPasswordCaptcha: {
    PhoneUnregistered: () => changed('sendResetPasswordCaptcha', { body: { phone_number: newPhone() } }),
  },
  checkResetPasswordCaptcha: {
    CaptchaMismatch: () => wrongCaptcha('checkResetPasswordCaptcha'),
    PhoneUnregistered: async () => {
      const { id, phone } = await context.visitor();
      const body = await codeTo('sendResetPasswordCaptcha', phone);
      await removeAccount(id);
      return context.call('checkResetPasswordCaptcha', { body });
    },
  },
  resetPassword: {
    WrongTicket: () => changed('resetPassword', { body: { ticket: 'forged' } }),
    AccountBlocked: async () => {
      const { id, phone } = await context.visitor();
      const body = await codeTo('sendResetPasswordCaptcha', phone);
      const { ticket } = await context.call('checkResetPasswordCaptcha', { body });
      await context.block(id);
      return changed('resetPassword', { body: { ticket } });
    },
  },
  sendEmailCaptcha: {
    EmailRegistered: async () =>
      changed('sendEmailCaptcha', { body: { email: (await steps.mailed()).email.toUpperCase() } }),
  },
  checkEmailCaptcha: { CaptchaMismatch: () => wrongCaptcha('checkEmailCaptcha') },
  registerByEmail: {
    WrongTicket: () => changed('registerByEmail', { body: { captchaTicket: 'forged' } }),
    EmailRegistered: async () => {
      const email = newEmail();
      const ticketOf = async () => {
        await context.call('sendEmailCaptcha', { body: { email } });
        const body = { email, captcha: context.code(email) };
        return (await context.call('checkEmailCaptcha', { body })).captchaTicket;
      };
      const first = await ticketOf();
      context.server.now.move(60_000);
      const body = (captchaTicket: string) => ({
        body: { captchaTicket, password: PASSWORD, rePassword: PASSWORD, pid },
      });
      const second = await ticketOf();
      await context.call('registerByEmail', body(first));
      return context.call('registerByEmail', body(second));
    },
  },
  loginByEmail: {
    CaptchaMismatch: () => wrongCaptcha('loginByEmail'),
    AccountBlocked: async () => {
      const { id, email } = await steps.mailed();
      await context.call('sendEmailLoginCaptcha', { body: { email, pid } });
      await context.block(id);
      return context.call('loginByEmail', { body: { email, captcha: context.code(email), pid } });
    },
  },
  checkEmailResetCaptcha: { CaptchaMismatch: () => wrongCaptcha('checkEmailResetCaptcha') },
  sendEmailBindCaptcha: {
    EmailRegistered: async () =>
      changed('sendEmailBindCaptcha', { body: { email: (await steps.mailed()).email } }),
  },
  bindEmail: {
    CaptchaMismatch: () => wrongCaptcha('bindEmail'),
    EmailRegistered: async () => {
      const args = await good.bindEmail();
      await steps.mailed(args.body?.email);
      return context.call('bindEmail', args);
    },
  },
  checkCommonCaptcha: { CaptchaMismatch: () => wrongCaptcha('checkCommonCaptcha') },
  spendCommonTicket: {
    ServiceSecretInvalid: () => changed('spendCommonTicket', { token: `${SERVICE_SECRET}.` }),
    ServersOnly: () => changed('spendCommonTicket', { headers: { origin: 'http://127.0.0.1:5173' } }),
    WrongTicket: () => changed('spendCommonTicket', { body: { ticket: FORGED } }),
    TooManyAttempts: async () => {
      await context.call('spendCommonTicket', await good.spendCommonTicket());
      await context.server.app.db
        .updateTable('window_counts')
        .set({ current: SPENDS_A_MINUTE })
        .where('name', '=', spendsOf(context, PID))
        .execute();
      const refused = changed('spendCommonTicket', {});
      await refused.catch(() => {});
      context.server.now.move(120_000);
      return refused;
    },
  },
  takeBackChange: {
    NotFound: () => changed('takeBackChange', { body: { id: '0190a5a4-0000-4000-8000-000000000000' } }),
  },
  sendVoiceCaptcha: {
    ProofRequired: async () => {
      const { access: token } = await steps.mailed();
      await clearProof(token);
      return changed('sendVoiceCaptcha', { token, body: { type: 'BIND', phone_number: newPhone() } });
    },
    PhoneRegistered: () => changed('sendVoiceCaptcha', { body: { type: 'REGISTER' } }),
    PhoneUnregistered: () =>
      changed('sendVoiceCaptcha', { body: { type: 'RESET', phone_number: newPhone() } }),
    PhoneBound: () => changed('sendVoiceCaptcha', { body: { type: 'BIND' } }),
    PhoneBoundByOther: async () =>
      changed('sendVoiceCaptcha', { token: (await steps.mailed()).access, body: { type: 'BIND' } }),
    IllegalOauthTicket: () => changed('sendVoiceCaptcha', { body: { type: 'OAUTH' } }),
    ThirdPartyBound: async () => {
      const { ticket, bind } = await boundMeanwhile();
      await bind();
      return changed('sendVoiceCaptcha', { body: { type: 'OAUTH', oauth_ticket: ticket } });
    },
    WrongOldPhone: () =>
      changed('sendVoiceCaptcha', { body: { type: 'CHANGE', old_phone_number: newPhone() } }),
    TooManyAttempts: async () => {
      const { access: token } = await context.visitor();
      const call = () =>
        context.call('sendVoiceCaptcha', { token, body: { type: 'UPDATE', phone_number: newPhone() } });
      for (let n = 0; n < 20; n += 1) await refusalOf(call());
      return call();
    },
  },
};

const names = Object.keys(calls) as CallName[];
const ofCaptcha = captchaCases(
  () => context,
  name => good[name](),
);
const ofUsage = usageCases(() => context);
const ofMinors = minorsCases(() => context);
const ofOpenid: { [N in CallName]?: Cases } = openidCases(() => context);
const all = names.map(name => ({
  name,
  cases: {
    ...generated(name),
    ...described[name],
    ...ofCaptcha[name],
    ...ofUsage[name],
    ...ofMinors[name],
    ...ofOpenid[name],
  },
}));

/** What calls prove beside their own statement, by their success and by a refusal. */
const bySuccess: { [N in CallName]?: string } = {
  getCaptchaRule: ' 3.captcha-rule',
  registerGeetest: ' 3.captcha-rule',
};
const byRefusal: { [N in RefusalName]?: string } = {
  PasswordMismatch: ' 5.confirmation',
  TokenInvalid: ' 6.with-token',
  AccountBlocked: ' 6.blocked',
  InvalidTicket: ' 7.captcha-headers',
};

describe('an ordinary success of every call', () => {
  const titles = names.map(name => [`${name} [7.${name}${bySuccess[name] ?? ''}]`, name] as const);
  test.each(titles)('%s', async (_title, name) => {
    const args = (await good[name]()) as never;
    expect(await context.call(name, args)).toBeTypeOf('object');
  });
});

describe('every refusal of every call [8.conditions]', () => {
  const rows = all.map(({ name, cases }) => [name, name, cases] as const);
  test.each(rows)('%s: exactly the refusals of the contract are tested [7.%s]', (_, name, cases) => {
    expect(Object.keys(cases).sort()).toEqual([...calls[name].refusals].sort());
  });

  const each = all.flatMap(({ name, cases }) =>
    Object.entries(cases).map(([refusal, bring]) => {
      const more = byRefusal[refusal as RefusalName] ?? '';
      return [`${name} ${refusal} [7.${name}${more}]`, refusal, bring] as const;
    }),
  );
  test.each(each)('%s', async (_title, refusal, bring) => {
    expect(await refusalOf(bring())).toMatchObject({ refusal });
  });

  test('all server codes of the catalogue were sent [8.conditions 8.vendor-errors]', () => {
    const ours = Object.keys(serverCodes).filter(code => !code.startsWith('RC_'));
    expect(ours).toHaveLength(41);
    expect(ours.filter(code => !context.codes.has(code))).toEqual([]);
  });
});
