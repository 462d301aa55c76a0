/** Changes of second factors can be taken back, with the factors that were removed or added since. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMessageBudget } from '../../../messages/message-budget.ts';
import { totpCodeAt } from '../../../identity/second-factor/testing.ts';
import { createNoticeDelivery } from './notice-delivery.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { pageHeaders, secondFactorSteps } from '../testing/second-factors.ts';
import { DEMANDING, PASSWORD, PID, refusalOf } from '../testing.ts';

let context: HttpAccounts;
let steps: ReturnType<typeof secondFactorSteps>;
beforeAll(async () => {
  context = await httpAccounts();
  steps = secondFactorSteps(context);
});
afterAll(() => context?.close());

/** The paths of the links that a number got, the newest first. */
const linksTo = async (phone: string): Promise<string[]> => {
  const { app, now } = context.server;
  const { db, log, messages, config } = app;
  const budget = createMessageBudget({ db, log, limits: config.codes });
  const { secret, issuer } = config;
  await createNoticeDelivery({ db, log, messages, budget, secret, issuer }).deliver(now());
  const unsent = () =>
    db.selectFrom('security_notices').select('id').where('take_back', 'is not', null).execute();
  // The server's own job may have been faster.
  await expect.poll(unsent).toEqual([]);
  const notices = context.server.development?.listNotices(phone) ?? [];
  return notices.flatMap(({ takeBack }) => (takeBack ? [new URL(takeBack).pathname] : []));
};
const english = { 'accept-language': 'en' };
const press = (link: string) =>
  context.server.ask('POST', link, '', { ...english, 'content-type': 'application/x-www-form-urlencoded' });
const byPasskey = async (authenticator: { assert(options: object): unknown }) => {
  const headers = pageHeaders(context);
  const { ticket, options } = await context.call('challengePasskeySignIn', { headers });
  const body = { ticket, response: authenticator.assert(options) as never, pid: PID };
  return context.call('loginByPasskey', { body, headers });
};
const addApp = async (token: string) => {
  const { ticket, secret } = await context.call('startTotp', { token });
  await context.call('addTotp', { token, body: { ticket, code: totpCodeAt(secret, context.server.now()) } });
};

test('a passkey that was added goes, though another change came after it', async () => {
  const { access: token, phone, authenticator } = await steps.withPasskey({ enabled: false });
  const [link = ''] = await linksTo(phone);
  context.server.now.move(1000);
  await addApp(token);
  expect((await press(link)).status).toBe(200);
  expect(await refusalOf(byPasskey(authenticator))).toMatchObject({ refusal: 'WrongTicket' });
  // The app went too, and nothing asks for it.
  await context.signIn(phone);
});

test('an app and a passkey that were removed come back, and what came in their place goes', async () => {
  const { access: token, phone, secret } = await steps.withApp();
  const owners = await steps.newPasskey(token);
  const headers = pageHeaders(context);
  await context.call('addPasskey', { token, headers, body: owners.body });
  const known = new Set(await linksTo(phone));
  context.server.now.move(1000);
  await context.call('removePasskey', { token, body: { id: owners.authenticator.id } });
  const link = (await linksTo(phone)).find(one => !known.has(one)) ?? '';
  context.server.now.move(1000);
  await context.call('removeTotp', { token });
  const thiefs = await steps.newPasskey(token);
  await context.call('addPasskey', { token, headers, body: thiefs.body });

  const page = await context.server.ask('GET', link, undefined, english);
  expect(page.text).toContain('Passkeys and the authenticator app become as they were');
  expect(page.text).toContain('Two-step verification is turned on again');
  expect((await press(link)).status).toBe(200);
  expect(await refusalOf(byPasskey(thiefs.authenticator))).toMatchObject({ refusal: 'WrongTicket' });
  await byPasskey(owners.authenticator);
  context.server.now.move(60_000);
  const ticket = await steps.step({ phone });
  const proof = { method: 'totp', code: totpCodeAt(secret, context.server.now()) } as const;
  await context.call('finishSignIn', { body: { ticket, proof } });
});

test('a second step that was turned off is on again', async () => {
  const { access: token, phone } = await steps.withApp();
  const known = new Set(await linksTo(phone));
  await context.call('setTwoStepVerification', { token, body: { enabled: false } });
  await context.signIn(phone);
  const link = (await linksTo(phone)).find(one => !known.has(one)) ?? '';
  expect((await press(link)).status).toBe(200);
  await steps.step({ phone });
});

test('a factor that was set up during a sign-in is taken back by its link, before and after the session begins', async () => {
  for (const finished of [false, true]) {
    const { person, body } = await steps.setUpApp();
    const known = new Set(await linksTo(person.phone));
    const { ticket } = await context.call('addStepTotp', { body });
    const finish = () => context.call('finishSetUp', { body: { ticket } });
    const token = finished ? (await finish()).auth.token.access.token : undefined;
    const link = (await linksTo(person.phone)).find(one => !known.has(one)) ?? '';
    expect((await press(link)).status).toBe(200);
    if (token === undefined) expect(await refusalOf(finish())).toMatchObject({ refusal: 'WrongTicket' });
    else
      expect(await refusalOf(context.call('getProfile', { token }))).toMatchObject({
        refusal: 'TokenInvalid',
      });
    // The app is gone: the next sign-in at this pid sets one up again, and one elsewhere asks for none.
    const again = context.call('loginByAccount', {
      body: { identity: person.phone, password: PASSWORD, pid: DEMANDING },
    });
    expect((await refusalOf(again)).detail.data).toMatchObject({ setup: true });
    await context.signIn(person.phone);
  }
});

test('a code that was used before the app was removed is not taken again in its time step after the app came back', async () => {
  const { access: token, phone, secret } = await steps.withApp();
  const known = new Set(await linksTo(phone));
  const thiefs = await steps.newPasskey(token);
  await context.call('addPasskey', { token, headers: pageHeaders(context), body: thiefs.body });
  // The link of the earlier change, which kept the app as it was before the code was used.
  const link = (await linksTo(phone)).find(one => !known.has(one)) ?? '';
  const proof = { method: 'totp', code: totpCodeAt(secret, context.server.now()) } as const;
  await context.call('finishSignIn', { body: { ticket: await steps.step({ phone }), proof } });
  await context.call('removeTotp', { token });
  expect((await press(link)).status).toBe(200);

  const ticket = await steps.step({ phone });
  const replayed = context.call('finishSignIn', { body: { ticket, proof } });
  expect(await refusalOf(replayed)).toMatchObject({ refusal: 'CaptchaMismatch' });
  context.server.now.move(30_000);
  const next = { method: 'totp', code: totpCodeAt(secret, context.server.now()) } as const;
  await context.call('finishSignIn', { body: { ticket, proof: next } });
});
