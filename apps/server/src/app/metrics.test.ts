/** `/metrics` of a whole server: what people and operators did is counted, by what came of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf } from '../features/accounts/testing.ts';
import { type HttpAccounts, httpAccounts } from '../features/accounts/testing/http.ts';

let accounts: HttpAccounts;
beforeAll(async () => {
  accounts = await httpAccounts();
});
afterAll(() => accounts.close());

/** The series of a metric, by their labels as `/metrics` writes them. */
const series = async (name: string): Promise<Record<string, number>> => {
  const { text } = await accounts.server.ask('GET', '/metrics');
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'));
  return Object.fromEntries([...lines].map(([, labels = '', value]) => [labels, Number(value)]));
};

test('counts sign-ins by call and outcome, and messages by sender and outcome', async () => {
  const { phone } = await accounts.member();
  await accounts.signIn(phone);
  const { refusal } = await refusalOf(accounts.signIn(phone, 'Wrong#Secret9'));
  expect(await series('rollcall_sign_ins_total')).toEqual({
    'call="loginSilently",outcome="ok"': 1,
    'call="loginByAccount",outcome="ok"': 1,
    [`call="loginByAccount",outcome="${refusal}"`]: 1,
  });
  const messages = await series('rollcall_messages_total');
  expect(Object.entries(messages)).toContainEqual([
    expect.stringMatching(/^sender="development",channel="sms",purpose="[^"]+",outcome="sent"$/),
    1,
  ]);
});

test('counts judged challenges by provider and outcome', async () => {
  const { env, pass } = accounts.verificationVendors;
  const appid = env['ROLLCALL_NETEASE_CAPTCHA_ID'] ?? '';
  const check = async (answer: { validate: string }) => {
    const attempt = await accounts.attempt({ rule: 'NETEASE', appid });
    return accounts.call('checkNetease', { body: { ...answer, appid, attempt } });
  };
  await check(pass.netease());
  expect(await refusalOf(check({ validate: 'made up' }))).toMatchObject({ refusal: 'CaptchaFailed' });
  expect(await series('rollcall_challenges_total')).toEqual({
    'provider="NETEASE",outcome="passed"': 1,
    'provider="NETEASE",outcome="failed"': 1,
  });
  // The console shows the same by the hour.
  await accounts.server.signInStatistics.flush();
  const counted = accounts.server.app.db
    .selectFrom('challenge_counts')
    .select(['provider', 'outcome', 'count']);
  expect(await counted.orderBy('outcome').execute()).toEqual([
    { provider: 'NETEASE', outcome: 'failed', count: 1 },
    { provider: 'NETEASE', outcome: 'passed', count: 1 },
  ]);
});

test('says what runs, how many hashings run and wait, and how large the event store is', async () => {
  expect(Object.keys(await series('rollcall_build_info'))).toEqual([
    expect.stringMatching(/^version="\d+\.\d+\.\d+",node="\d+\.\d+\.\d+"$/),
  ]);
  expect(await series('rollcall_password_hashings')).toEqual({ 'state="running"': 0, 'state="waiting"': 0 });
  expect(Object.keys(await series('rollcall_event_store_bytes'))).toEqual(['']);
});
