/** What keeps people out though their accounts are well: the vendors, the budgets, a sender that is missing. */
import { type CallName, calls, signedIn } from '@rollcall/contract';
import * as v from 'valibot';
import { afterEach, expect, it } from 'vitest';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { newPhone } from '../accounts/testing.ts';
import { newEmail } from '../accounts/testing/valid-requests.ts';
import { OPERATOR_PASSWORD, type TestConsole, testConsole } from './testing/console.ts';

const pid = 'school';
let context: TestConsole;
afterEach(() => context?.stop());

const ask = (name: CallName, body: object) => context.server.ask('POST', calls[name].path, body);
const join = async () => {
  const phone = newPhone();
  await ask('sendSilentLoginCaptcha', { phone_number: phone, pid });
  const [captcha] = context.server.codes(phone);
  const answer = await ask('loginSilently', { phone_number: phone, captcha, pid, agreement_ids: [1, 2, 3] });
  return { phone, id: v.parse(signedIn, answer.json?.data).auth.account_id };
};
const diagnose = (query: { id?: string; identity?: string }) =>
  context.call('getSignInDiagnosis', { cookie: context.cookies.support, query });
const kinds = async (query: { id?: string; identity?: string }) =>
  (await diagnose(query)).hindrances.map(({ kind, of }) => `${kind} ${of}`);

it('tells since when no message could be sent, of people with an account and without one, at once', async () => {
  context = await testConsole();
  const { signInStatistics, now } = context.server;
  const { id } = await join();
  expect(await diagnose({ id })).toMatchObject({ ways: ['phone-code'] });
  now.move(60_000);
  const since = now();
  // Both vendors fail.
  for (const sender of ['aliyun', 'tencent'])
    signInStatistics.message(sender, 'sms', 'failed', 'login', 'timeout');
  now.move(1_800_000);
  signInStatistics.message('tencent', 'sms', 'failed', 'login', 'timeout');
  const failing = { kind: 'messages-failing', of: 'phone', until: null, since };
  const found = await diagnose({ id });
  expect(found.hindrances).toContainEqual(failing);
  expect(found.ways).toEqual([]);
  expect((await diagnose({ identity: newPhone() })).hindrances).toContainEqual(failing);
  // The first one fails, and the next one sends.
  signInStatistics.message('aliyun', 'sms', 'failed', 'login', 'timeout');
  signInStatistics.message('tencent', 'sms', 'sent', 'login');
  expect(await kinds({ id })).not.toContain('messages-failing phone');
});

it('is told by several servers, in whichever order they write', async () => {
  context = await testConsole();
  const { db } = context.server.app;
  const { writeServiceStates, failingServices } = await import('./service-states.ts');
  const write = (state: object) => writeServiceStates(db, new Map([['message:email', state]]), 10_000);
  const since = async () => (await failingServices(db, 10_000)).get('message:email');
  await write({ failingSince: 5_000 });
  await write({ failingSince: 3_000 });
  expect(await since()).toBe(3_000);
  await write({ workedAt: 4_000 });
  // The failure at 5 s is known no more, and the next one begins again.
  await write({ failingSince: 6_000 });
  expect(await since()).toBe(6_000);
  await write({ workedAt: 2_000 });
  expect(await since()).toBe(6_000);
  await write({ workedAt: 6_000 });
  expect(await since()).toBeUndefined();
  await write({ failingSince: 5_500 });
  expect(await since()).toBeUndefined();
});

it('names vendors of challenges that do not judge, and third parties of whom has bound them', async () => {
  context = await testConsole({
    ROLLCALL_CAPTCHA_VENDORS: 'geetest,netease',
    ROLLCALL_GEETEST_ID: 'id',
    ROLLCALL_GEETEST_KEY: 'key',
    ROLLCALL_NETEASE_CAPTCHA_ID: 'id',
    ROLLCALL_NETEASE_CAPTCHA_SECRET_ID: 'id',
    ROLLCALL_NETEASE_CAPTCHA_SECRET_KEY: 'key',
  });
  const { signInStatistics, app, now } = context.server;
  const { id } = await join();
  signInStatistics.challenge('GEETEST', 'CaptchaVendorTimeout');
  // It is configured no more.
  signInStatistics.challenge('TENCENT', 'CaptchaVendorTimeout');
  // A browser made something up.
  signInStatistics.challenge('NETEASE', 'CaptchaVendorError');
  const at = now();
  const wechatAnswered = (outcome: 'ok' | Refusal) => {
    const input = { identifier: undefined, ip: '192.0.2.1', client: {} };
    return signInStatistics.onCallEnd('loginByWechat', calls.loginByWechat, input as never, outcome);
  };
  // A code that is over says nothing of WeChat.
  await wechatAnswered(refuse('WechatError'));
  now.move(1000);
  await wechatAnswered(refuse('WechatError', { data: { retry_after: 10 } }));
  const vendor = { kind: 'verification-failing', until: null, of: null, since: at, rule: 'GEETEST' };
  const wechat = { kind: 'third-party-failing', until: null, of: null, since: at + 1000, provider: 'wechat' };
  const told = async () =>
    (await diagnose({ id })).hindrances.filter(({ kind }) => kind.endsWith('-failing'));
  expect(await told()).toEqual([vendor]);
  await app.db
    .insertInto('identities')
    .values({
      provider: 'wechat',
      appid: 'wx1',
      subject: 'o1',
      unionid: null,
      account_id: id,
      created_at: new Date(at),
    })
    .execute();
  expect(await told()).toEqual([vendor, wechat]);
  signInStatistics.challenge('GEETEST', 'failed');
  expect(await told()).toEqual([wechat]);
  await wechatAnswered('ok');
  expect(await told()).toEqual([]);
});

it('tells the budgets that are spent, of strangers to strangers', async () => {
  context = await testConsole({ ROLLCALL_MESSAGES_PER_HOUR: '10' });
  const { app, now } = context.server;
  const { id } = await join();
  const ends_at = new Date(now() + 1_800_000);
  const spend = (of: 'strangers' | 'accounts') =>
    app.db
      .insertInto('budgets')
      .values({ name: `all|${of}|hour`, spent: 10, most: 10, ends_at })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ spent: 10, ends_at }))
      .execute();
  await spend('strangers');
  const spent = { kind: 'message-budget', of: 'phone', until: ends_at.getTime() };
  expect((await diagnose({ identity: newPhone() })).hindrances).toContainEqual(spent);
  expect(await kinds({ id })).not.toContain('message-budget phone');
  await spend('accounts');
  expect((await diagnose({ id })).hindrances).toContainEqual(spent);
});

it('names a channel without a sender, and the ways that work for an account with an e-mail address alone', async () => {
  context = await testConsole({
    ROLLCALL_SENDERS: 'smtp',
    ROLLCALL_SMTP_URL: 'smtp://127.0.0.1:1',
    ROLLCALL_SMTP_FROM: 'school@example.com',
  });
  const cookie = context.cookies.support;
  await context.call('proveOperator', {
    cookie,
    body: { proof: { method: 'password', password: OPERATOR_PASSWORD } },
  });
  const { id } = await context.call('createPerson', { cookie, body: { pid, email: newEmail() } });
  expect((await diagnose({ id })).ways).toEqual(['email-code']);
  expect(await kinds({ identity: newPhone() })).toEqual(['no-account phone', 'no-sender phone']);
});
