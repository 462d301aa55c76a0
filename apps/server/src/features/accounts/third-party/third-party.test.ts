import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { validRequests, newEmail, newPerson, REDIRECT, stepsOf } from '../testing/valid-requests.ts';
import { PROOF_LIFE } from '../../../identity/fresh-proof.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { newPhone, outcomes, PID, refusalOf } from '../testing.ts';

let context: HttpAccounts;
let steps: ReturnType<typeof stepsOf>;
const pid = PID;
beforeAll(async () => {
  context = await httpAccounts();
  steps = stepsOf(context);
});
afterEach(() => {
  Object.assign(context.vendors, { wechat: 'well', qq: 'well' });
});
afterAll(() => context?.close());

const login = (person: { appid: string; openid: string; unionid?: string }) =>
  context.call('loginByWechat', { body: { code: context.vendors.code(person), pid, appid: person.appid } });
const sendCode = async (ticket: string, phone: string) => {
  await context.call('sendOauthCaptcha', { body: { phone_number: phone, oauth_ticket: ticket } });
  return context.code(phone);
};
const finish = (ticket: string, captcha: string) =>
  context.call('registerByThirdParty', { body: { oauth_ticket: ticket, captcha } });
const accountsOf = (phone: string) =>
  context.server.app.db.selectFrom('identifiers').select('account_id').where('value', '=', phone).execute();

test('the answer names what is configured, without secrets [7.getThirdParties]', async () => {
  const { url } = context.vendors;
  const script_url = `${url}/wechat/connect/zh_CN/htmledition/js/wxLogin.js`;
  const wechat = { provider: 'wechat', authorize_url: `${url}/wechat/connect/qrconnect`, script_url };
  const qq = { provider: 'qq', authorize_url: `${url}/qq/oauth2.0/authorize` };
  expect(await context.call('getThirdParties')).toEqual([
    { ...wechat, appid: 'wxa' },
    { ...wechat, appid: 'wxb' },
    {
      provider: 'wechat',
      kind: 'service',
      authorize_url: `${url}/wechat/connect/oauth2/authorize`,
      appid: 'wxs',
    },
    { ...qq, appid: '101' },
    { ...qq, appid: '102' },
  ]);
});

describe('a service account', () => {
  test('opens the account that the website app opened first, by the union id', async () => {
    const unionid = `u-${newPhone()}`;
    const ticket = await steps.oauthTicket({ ...newPerson('wxa'), unionid });
    const phone = newPhone();
    const { auth } = await finish(ticket, await sendCode(ticket, phone));
    const inWechat = { ...newPerson('wxs'), unionid };
    expect((await login(inWechat)).auth.account_id).toBe(auth.account_id);
    // Now it is bound itself.
    expect((await login({ appid: inWechat.appid, openid: inWechat.openid })).auth.account_id).toBe(
      auth.account_id,
    );
  });

  test('without a union id is bound to the account of the number that is confirmed, and to no other', async () => {
    const phone = newPhone();
    const first = await steps.oauthTicket(newPerson('wxa'));
    const { auth } = await finish(first, await sendCode(first, phone));
    context.server.now.move(60_000);
    const inWechat = newPerson('wxs');
    const second = await steps.oauthTicket(inWechat);
    const again = await finish(second, await sendCode(second, phone));
    expect(again.auth).toMatchObject({ account_id: auth.account_id, created: false });
    expect((await login(inWechat)).auth.account_id).toBe(auth.account_id);
  });

  test('signs nobody in from a snapshot, and says that it is one', async () => {
    const person = { ...newPerson('wxs'), snapshot: true };
    expect(await refusalOf(login(person))).toMatchObject({
      refusal: 'WechatError',
      detail: { data: { snapshot: true } },
    });
  });
});

describe('an identity that is not bound [7.loginByWechat 7.registerByThirdParty]', () => {
  test('becomes a new account by a phone, and signs in from then on', async () => {
    const person = newPerson('wxa');
    const ticket = await steps.oauthTicket(person);
    const phone = newPhone();
    const { auth } = await finish(ticket, await sendCode(ticket, phone));
    expect(auth.created).toBe(true);
    expect(await context.call('getOauths', { token: auth.token.access.token })).toEqual({
      wechat: true,
      qq: false,
    });
    const again = await login(person);
    expect(again.auth).toMatchObject({ account_id: auth.account_id, created: false });
  });

  test("is bound to the phone's own account where the number is registered", async () => {
    const { id, phone } = await context.visitor();
    context.server.now.move(60_000);
    const ticket = await steps.oauthTicket();
    const { auth } = await finish(ticket, await sendCode(ticket, phone));
    expect(auth).toMatchObject({ account_id: id, created: false });
  });

  test('becomes a new account without a number, where no code is given', async () => {
    const person = newPerson('wxa');
    const { id, phone } = await context.visitor();
    context.server.now.move(60_000);
    const ticket = await steps.oauthTicket(person);
    // A registered number that was only named takes nothing over.
    await sendCode(ticket, phone);
    const { auth } = await context.call('registerByThirdParty', { body: { oauth_ticket: ticket } });
    expect(auth.created).toBe(true);
    expect(auth.account_id).not.toBe(id);
    const token = auth.token.access.token;
    expect(await context.call('getPrivacy', { token })).toMatchObject({ phone_number: null });
    expect((await login(person)).auth).toMatchObject({ account_id: auth.account_id, created: false });
    // It is the only way to sign in, and stays bound.
    expect(await refusalOf(context.call('unbindWechat', { token }))).toMatchObject({
      refusal: 'IllegalOperation',
    });
    // A number can be bound later.
    const own = newPhone();
    await context.call('sendBindPhoneCaptcha', { token, body: { phone_number: own, pid } });
    await context.call('bindPhone', { token, body: { phone_number: own, captcha: context.code(own) } });
    expect(await accountsOf(own)).toEqual([{ account_id: auth.account_id }]);
  });

  test('opens three accounts without a number in a day, through all apps of one developer account', async () => {
    const { openid } = newPerson('wxa');
    const unionid = `union-${openid}`;
    /** Opens an account and leaves it with a password, so that the identity is free again. */
    const openOne = async (n: number) => {
      const person = { appid: n % 2 === 0 ? 'wxa' : 'wxb', openid: `${openid}-${n % 2}`, unionid };
      const ticket = await steps.oauthTicket(person);
      const answer = await context.call('registerByThirdParty', { body: { oauth_ticket: ticket } });
      const token = answer.auth.token.access.token;
      await context.call('setUsername', { token, body: { username: `u${newPhone()}` } });
      await context.call('initPassword', {
        token,
        body: { password: 'Secret#1', confirm_password: 'Secret#1' },
      });
      await context.call('unbindWechat', { token });
    };
    for (let n = 0; n < 3; n += 1) await openOne(n);
    const refused = await refusalOf(openOne(3));
    expect(refused).toMatchObject({ refusal: 'TooManyAttempts' });
    expect(refused.detail.data).toMatchObject({ retry_after: expect.any(Number) });
    // The row outlives the account, so it does not hold the vendor's ids.
    const kept = await context.server.app.db.selectFrom('budgets').select('name').execute();
    expect(kept.filter(({ name }) => name.startsWith('opened|'))).not.toEqual([]);
    expect(kept.filter(({ name }) => name.includes(openid))).toEqual([]);
    // With a number it is no account for nothing.
    const ticket = await steps.oauthTicket({ appid: 'wxa', openid: `${openid}-0`, unionid });
    const phone = newPhone();
    const { auth } = await finish(ticket, await sendCode(ticket, phone));
    expect(auth.created).toBe(true);
    await context.call('unbindWechat', { token: auth.token.access.token });
    context.server.now.move(24 * 3_600_000);
    await openOne(4);
  });

  test('two tickets of one person at once, without a code, end in one account', async () => {
    const person = newPerson('wxa');
    const tickets = [await steps.oauthTicket(person), await steps.oauthTicket(person)];
    const ends = await outcomes(
      tickets.map(ticket => context.call('registerByThirdParty', { body: { oauth_ticket: ticket } })),
    );
    expect(ends.sort()).toEqual(['ThirdPartyBound', 'ok']);
  });

  test('a QQ code without a redirect URI is exchanged with the configured one [7.loginByQq]', async () => {
    const person = newPerson('101');
    const code = context.vendors.code(person);
    const call = context.call('loginByQq', { body: { code, pid, appid: '101' } });
    expect(await refusalOf(call)).toMatchObject({ refusal: 'PhoneRequired' });
    const exchange = context.vendors.requests.findLast(({ path }) => path.endsWith('/token'));
    expect(exchange?.query.get('redirect_uri')).toMatch(/^https?:\/\/[^/]+\/oauth\/qq$/);
  });

  test('the ticket works once, for ten minutes, and for the number that the last code was sent to', async () => {
    const ticket = await steps.oauthTicket();
    const [first, second] = [newPhone(), newPhone()];
    const ofFirst = await sendCode(ticket, first);
    const ofSecond = await sendCode(ticket, second);
    if (ofFirst !== ofSecond) {
      expect(await refusalOf(finish(ticket, ofFirst))).toMatchObject({ refusal: 'CaptchaMismatch' });
    }
    await finish(ticket, ofSecond);
    expect(await accountsOf(first)).toEqual([]);
    expect(await accountsOf(second)).toHaveLength(1);
    expect(await refusalOf(finish(ticket, ofSecond))).toMatchObject({ refusal: 'IllegalOauthTicket' });

    const late = await steps.oauthTicket();
    const code = await sendCode(late, newPhone());
    context.server.now.move(10 * 60_000);
    expect(await refusalOf(finish(late, code))).toMatchObject({ refusal: 'IllegalOauthTicket' });
  });

  test('two tickets of one person at once end in one account', async () => {
    const person = newPerson('wxa');
    const tickets = [await steps.oauthTicket(person), await steps.oauthTicket(person)];
    const phones = [newPhone(), newPhone()];
    const codes: string[] = [];
    for (const [n, ticket] of tickets.entries()) codes.push(await sendCode(ticket, phones[n] ?? ''));
    const ends = await outcomes(tickets.map((ticket, n) => finish(ticket, codes[n] ?? '')));
    expect(ends.sort()).toEqual(['ThirdPartyBound', 'ok']);
    // The one that was refused left nothing behind.
    const found = await Promise.all(phones.map(accountsOf));
    expect(found.flat()).toHaveLength(1);
  });

  test('one number registered by two tickets at once is one account with both identities or a refusal', async () => {
    const phone = newPhone();
    const tickets = [await steps.oauthTicket(newPerson('wxa')), await steps.oauthTicket(newPerson('wxb'))];
    const codes: string[] = [];
    for (const ticket of tickets) {
      codes.push(await sendCode(ticket, phone));
      context.server.now.move(60_000);
    }
    // Only the newest code of a number is good, so both use that.
    const ends = await outcomes(tickets.map(ticket => finish(ticket, codes[1] ?? '')));
    expect(ends.sort()).toEqual(['CaptchaMismatch', 'ok']);
    expect(await accountsOf(phone)).toHaveLength(1);
  });
});

describe('union ids [7.bindWechat]', () => {
  test('the same person in another app of the vendor is the same account, also afterwards', async () => {
    const { id, access } = await context.visitor();
    const inA = { ...newPerson('wxa'), unionid: `union-${id}` };
    const inB = { ...newPerson('wxb'), unionid: `union-${id}` };
    await steps.bound(access, 'wechat', inA);
    expect((await login(inB)).auth.account_id).toBe(id);
    // Now it is kept under its own app: no union id is needed any more.
    expect((await login({ appid: inB.appid, openid: inB.openid })).auth.account_id).toBe(id);
  });

  test('a union id that the vendor sends only later is stored', async () => {
    const { id, access } = await context.visitor();
    const person = newPerson('wxa');
    await steps.bound(access, 'wechat', person);
    await login({ ...person, unionid: `late-${id}` });
    expect((await login({ ...newPerson('wxb'), unionid: `late-${id}` })).auth.account_id).toBe(id);
  });

  test('the same subject in another app, or at the other vendor, is another person', async () => {
    const { access } = await context.visitor();
    const person = await steps.bound(access, 'wechat');
    expect(await refusalOf(login({ ...person, appid: 'wxb' }))).toMatchObject({ refusal: 'PhoneRequired' });
    const code = context.vendors.code({ ...person, appid: '101' });
    const byQq = context.call('loginByQq', { body: { code, pid, redirect_uri: REDIRECT } });
    expect(await refusalOf(byQq)).toMatchObject({ refusal: 'PhoneRequired' });
  });

  test('of two accounts that bind one person at once by two apps, one succeeds', async () => {
    const [one, other] = [await context.visitor(), await context.visitor()];
    const unionid = `both-${one.id}`;
    const bind = (token: string, appid: string) => {
      const code = context.vendors.code({ ...newPerson(appid), unionid });
      return context.call('bindWechat', { token, body: { code, appid } });
    };
    const ends = await outcomes([bind(one.access, 'wxa'), bind(other.access, 'wxb')]);
    expect(ends.sort()).toEqual(['ThirdPartyBound', 'ok']);
  });
});

describe('binding and unbinding', () => {
  test.each([
    ['小林', '小林'],
    ['<b>x</b> "y"', '<b>x</b> "y"'],
    ['a\u202eb\n\u200bc', 'abc'],
    ['\u2028', null],
    [undefined, null],
    ['名'.repeat(500), '名'.repeat(40)],
  ])('is prepared with the name at the vendor, and bound by its ticket: %j', async (nickname, text) => {
    for (const [provider, appid] of [
      ['wechat', 'wxa'],
      ['qq', '101'],
    ] as const) {
      const { access: token } = await context.visitor();
      const person = { ...newPerson(appid), ...(nickname === undefined ? {} : { nickname }) };
      const body = { provider, code: context.vendors.code(person), redirect_uri: 'http://localhost/oauth' };
      const { bind_ticket, nickname: named } = await context.call('prepareThirdPartyBinding', {
        token,
        body,
      });
      expect(named).toBe(text);
      expect((await context.call('getOauths', { token }))[provider]).toBe(false);
      await context.call('bindThirdParty', { token, body: { bind_ticket } });
      expect((await context.call('getOauths', { token }))[provider]).toBe(true);
      expect(await refusalOf(context.call('bindThirdParty', { token, body: { bind_ticket } }))).toMatchObject(
        {
          refusal: 'IllegalOauthTicket',
        },
      );
    }
  });

  test('a ticket binds to its own account only, also after a refusal for want of a proof', async () => {
    const [own, other] = [await context.visitor(), await context.visitor()];
    const code = context.vendors.code(newPerson('wxa'));
    const body = { provider: 'wechat', code } as const;
    const { bind_ticket } = await context.call('prepareThirdPartyBinding', { token: own.access, body });
    const bindBy = (token: string) => context.call('bindThirdParty', { token, body: { bind_ticket } });
    expect(await refusalOf(bindBy(other.access))).toMatchObject({ refusal: 'IllegalOauthTicket' });
    context.server.now.move(PROOF_LIFE);
    expect(await refusalOf(bindBy(own.access))).toMatchObject({ refusal: 'ProofRequired' });
    context.server.now.move(-PROOF_LIFE);
    await bindBy(own.access);
  });

  test('an account binds one person of an app, and a person binds to one account [7.bindWechat]', async () => {
    const { access } = await context.visitor();
    const person = await steps.bound(access, 'wechat');
    expect(await refusalOf(steps.bound(access, 'wechat', person))).toMatchObject({
      refusal: 'ThirdPartyBound',
    });
    expect(await refusalOf(steps.bound(access, 'wechat'))).toMatchObject({ refusal: 'ThirdPartyBound' });
    await context.call('unbindWechat', { token: access });
    expect(await refusalOf(login(person))).toMatchObject({ refusal: 'PhoneRequired' });
    await steps.bound(access, 'wechat');
  });

  /** An account with what is asked for, besides WeChat. */
  const accountWith = async (...ways: ('phone' | 'email' | 'username' | 'password' | 'qq')[]) => {
    const { id, access } = await context.visitor();
    await steps.bound(access, 'wechat');
    if (ways.includes('qq')) await steps.bound(access, 'qq');
    const { db } = context.server.app;
    const at = new Date(context.server.now());
    if (!ways.includes('phone')) await db.deleteFrom('identifiers').where('account_id', '=', id).execute();
    for (const kind of ['email', 'username'] as const) {
      if (!ways.includes(kind)) continue;
      const value = newEmail().replace(kind === 'username' ? /@.*/ : /$^/, '');
      await db.insertInto('identifiers').values({ kind, value, account_id: id, created_at: at }).execute();
    }
    if (ways.includes('password'))
      await db.updateTable('accounts').set({ password_hash: 'x' }).where('id', '=', id).execute();
    return access;
  };

  test.each([
    [['phone'], 'ok'],
    [['email', 'password'], 'ok'],
    [['username', 'password'], 'ok'],
    [['qq'], 'ok'],
    [[], 'IllegalOperation'],
    [['password'], 'IllegalOperation'],
    [['email'], 'IllegalOperation'],
    [['username'], 'IllegalOperation'],
  ] as const)('with %j left, unbinding is %s [7.unbindWechat]', async (ways, end) => {
    const token = await accountWith(...ways);
    expect(await outcomes([context.call('unbindWechat', { token })])).toEqual([end]);
  });

  test('of the last two ways unbound at once, one stays [7.unbindQq]', async () => {
    const token = await accountWith('qq');
    const ends = await outcomes([
      context.call('unbindWechat', { token }),
      context.call('unbindQq', { token }),
    ]);
    expect(ends.sort()).toEqual(['IllegalOperation', 'ok']);
    const { wechat, qq } = await context.call('getOauths', { token });
    expect([wechat, qq].filter(Boolean)).toHaveLength(1);
  });
});

describe('a vendor that fails', () => {
  test.each(['cut', { status: 502 }, { error: -1 }, { error: 40125 }] as const)(
    'WeChat %j: later is told, nothing is changed',
    async condition => {
      const person = await steps.bound((await context.visitor()).access, 'wechat');
      context.vendors.wechat = condition;
      const { refusal, detail } = await refusalOf(login(person));
      expect(refusal).toBe('WechatError');
      expect(detail.message).toMatch(/try again later/);
      expect(detail.data?.retry_after).toBe(10);
    },
  );

  test('WeChat that is silent for good: later is told', async () => {
    const impatient = await httpAccounts({ ROLLCALL_THIRD_PARTY_TIMEOUT: '50' });
    try {
      impatient.vendors.wechat = 'silent';
      const body = { code: impatient.vendors.code(newPerson('wxa')), pid, appid: 'wxa' };
      const { refusal, detail } = await refusalOf(impatient.call('loginByWechat', { body }));
      expect([refusal, detail.data?.retry_after]).toEqual(['WechatError', 10]);
    } finally {
      await impatient.close();
    }
  });

  test('a code that was used is refused as expired, without a time', async () => {
    const body = (await validRequests(context).loginByQq()).body;
    if (!body) throw new Error('There is no body.');
    await context.call('loginByQq', { body });
    const { refusal, detail } = await refusalOf(context.call('loginByQq', { body }));
    expect(refusal).toBe('QqError');
    expect(detail.message).toMatch(/start it again/);
    expect(detail.data).toBeUndefined();
  });

  test('refuses an app that is not configured', async () => {
    const code = context.vendors.code(newPerson('wxz'));
    const answer = context.call('loginByWechat', { body: { code, pid, appid: 'wxz' } });
    expect(await refusalOf(answer)).toMatchObject({ refusal: 'WechatError' });
  });

  test('the log has no secret and no code', () => {
    const text = context.server.lines.join('\n');
    expect(text).not.toContain('vendor-secret');
    expect(text).not.toMatch(/code\d+/);
  });
});
