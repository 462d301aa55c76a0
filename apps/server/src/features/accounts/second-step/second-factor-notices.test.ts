/** The messages about second factors name what changed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpCodeAt } from '../../../identity/second-factor/testing.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { pageHeaders, secondFactorSteps } from '../testing/second-factors.ts';
import type { NoticeKind } from '../../../messages/notice-kinds.ts';
import { noticeClause } from '../../../messages/notices.ts';
import { PASSWORD, PID } from '../testing.ts';

let context: HttpAccounts;
let steps: ReturnType<typeof secondFactorSteps>;
beforeAll(async () => {
  context = await httpAccounts();
  steps = secondFactorSteps(context);
});
afterAll(() => context?.close());

/** The kinds of messages about factors that were written since the last call, of one account. */
const news = (accountId: string) => {
  const seen = new Set<string>();
  return async (): Promise<string[]> => {
    const rows = await context.server.app.db
      .selectFrom('security_notices')
      .select(['id', 'kind'])
      .where('account_id', '=', accountId)
      .where('kind', 'not in', ['password-set', 'new-device'])
      .execute();
    const fresh = rows.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    return [...new Set(fresh.map(({ kind }) => kind))].sort();
  };
};
const addApp = async (token: string) => {
  const { ticket, secret } = await context.call('startTotp', { token });
  await context.call('addTotp', { token, body: { ticket, code: totpCodeAt(secret, context.server.now()) } });
};
const enabled = async (token: string) => (await context.call('getSecondFactors', { token })).enabled;

test('an app that is removed beside a passkey does not turn the second step off, nor say so', async () => {
  const { id, access: token } = await steps.withPasskey({ enabled: false });
  const newNotices = news(id);
  expect(await newNotices()).toEqual(['passkey-added']);
  await addApp(token);
  expect(await newNotices()).toEqual(['second-factor-on']);
  await context.call('removeTotp', { token });
  expect(await newNotices()).toEqual(['totp-removed']);
  expect(await enabled(token)).toBe(true);
});

test('an app that is the last factor turns the second step off, unless it was off', async () => {
  const { id, access: token } = await steps.withApp();
  const newNotices = news(id);
  await newNotices();
  await context.call('removeTotp', { token });
  expect(await newNotices()).toEqual(['second-factor-off']);
  await addApp(token);
  await context.call('setTwoStepVerification', { token, body: { enabled: false } });
  await newNotices();
  await context.call('removeTotp', { token });
  expect(await newNotices()).toEqual(['totp-removed']);
});

test('another app in place of the first one is an app that was added', async () => {
  const { id, access: token } = await steps.withApp();
  const newNotices = news(id);
  expect(await newNotices()).toEqual(['second-factor-on']);
  await addApp(token);
  expect(await newNotices()).toEqual(['totp-added']);
});

test('what is on is not turned on again: no message, no new codes, and the other sessions go on', async () => {
  const { id, access: token, phone, authenticator } = await steps.withPasskey();
  const newNotices = news(id);
  await newNotices();
  // Another session of the person.
  const headers = pageHeaders(context);
  const { ticket, options } = await context.call('challengePasskeySignIn', { headers });
  const response = authenticator.assert(options);
  const body = { ticket, response, pid: PID };
  const { auth } = await context.call('loginByPasskey', { body, headers });
  const again = await context.call('setTwoStepVerification', { token, body: { enabled: true } });
  expect(again).toEqual({ recovery_codes: null });
  expect(await newNotices()).toEqual([]);
  await context.call('getProfile', { token: auth.token.access.token });

  await context.call('setTwoStepVerification', { token, body: { enabled: false } });
  expect(await newNotices()).toEqual(['second-factor-off']);
  await context.call('setTwoStepVerification', { token, body: { enabled: false } });
  expect(await newNotices()).toEqual([]);
  await context.call('loginByAccount', { body: { identity: phone, password: PASSWORD, pid: PID } });
});

/** The texts of the account page's notices, the newest first, without those of the sign-up. */
const texts = async (accountId: string) => {
  const rows = await context.server.app.db
    .selectFrom('security_notices')
    .select(['kind', 'details'])
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['second-factor-on', 'second-factor-off'])
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(row =>
    noticeClause({
      kind: row.kind as NoticeKind,
      details: row.details,
      language: 'en',
    }),
  );
};

test('a last factor that is removed while the second step is on: one message says both', async () => {
  for (const factor of ['passkey', 'totp'] as const) {
    const person = factor === 'totp' ? await steps.withApp() : await steps.withPasskey();
    const newNotices = news(person.id);
    await newNotices();
    const token = person.access;
    context.server.now.move(1000);
    if ('authenticator' in person)
      await context.call('removePasskey', { token, body: { id: person.authenticator.id } });
    else await context.call('removeTotp', { token });
    expect(await newNotices()).toEqual(['second-factor-off']);
    const [newest] = await texts(person.id);
    expect(newest).toMatch(factor === 'totp' ? /An authenticator app was removed/ : /A passkey was removed/);
    expect(newest).toContain('turned two-step verification off');
  }
});

test('a passkey that is set up where the site demands one: one message says that it turned the second step on', async () => {
  const { person, body } = await steps.setUpPasskey();
  const newNotices = news(person.id);
  await context.call('addStepPasskey', { body, headers: pageHeaders(context) });
  expect(await newNotices()).toEqual(['second-factor-on']);
  expect(await texts(person.id)).toEqual([
    'A passkey was added to your account, which turned two-step verification on',
  ]);
});
