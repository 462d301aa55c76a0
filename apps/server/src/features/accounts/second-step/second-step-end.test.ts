/** Whatever ends the sessions of an account also ends the sign-ins that wait for their second step, for every first step. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMessageBudget } from '../../../messages/message-budget.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';
import { totpCodeAt } from '../../../identity/second-factor/testing.ts';
import { createNoticeDelivery } from '../notices/notice-delivery.ts';
import { type HttpAccounts, httpAccounts, type Person } from '../testing/http.ts';
import { secondFactorSteps } from '../testing/second-factors.ts';
import { DEMANDING, newPhone, PASSWORD, PID, refusalOf } from '../testing.ts';

let context: HttpAccounts;
let steps: ReturnType<typeof secondFactorSteps>;
beforeAll(async () => {
  context = await httpAccounts();
  steps = secondFactorSteps(context);
});
afterAll(() => context?.close());

const wrongTicket = { refusal: 'WrongTicket' };

/** Sends the messages, and presses the button of the newest link of this kind that `to` got. */
const press = async (to: string, kind: 'link' | 'takeBack') => {
  const { app, now } = context.server;
  const { db, log, messages, config } = app;
  const budget = createMessageBudget({ db, log, limits: config.codes });
  const { secret, issuer } = config;
  await createNoticeDelivery({ db, log, messages, budget, secret, issuer }).deliver(now());
  // The server's own job may have been faster.
  const newest = () => context.server.development?.listNotices(to).find(notice => notice[kind])?.[kind];
  await expect.poll(newest).toBeDefined();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status } = await context.server.ask('POST', new URL(newest() ?? '').pathname, '', headers);
  expect(status).toBe(200);
};

/** The ticket of a step in which a factor is set up, by a code to this number. */
const stepByCode = async (phone: string): Promise<string> => {
  context.server.now.move(60_000);
  await context.call('sendLoginCaptcha', { body: { phone_number: phone, pid: DEMANDING } });
  const body = { phone_number: phone, captcha: context.code(phone), pid: DEMANDING };
  return String((await refusalOf(context.call('loginByPhone', { body }))).detail.data?.ticket);
};
const setUpApp = async (step_ticket: string): Promise<string> => {
  const { ticket, secret } = await context.call('startStepTotp', { body: { ticket: step_ticket } });
  const body = { step_ticket, ticket, code: totpCodeAt(secret, context.server.now()) };
  return (await context.call('addStepTotp', { body })).ticket;
};

/** A way that ends sessions, with what a thief does first. @returns the number that the thief signs in with */
type Way = (person: Person) => Promise<{ readonly thief: string; readonly end: () => Promise<unknown> }>;
const takeBack: Way = async ({ access: token, phone }) => {
  const thief = newPhone();
  context.server.now.move(60_001);
  const body = { phone_number: thief, old_phone_number: phone, pid: PID };
  await context.call('sendChangePhoneCaptcha', { token, body });
  await context.call('changePhone', { token, body: { phone_number: thief, captcha: context.code(thief) } });
  return { thief, end: () => press(phone, 'takeBack') };
};
const endLink: Way = async ({ id: accountId, phone }) => {
  const { app, now } = context.server;
  await notifyAccount(app.db, { accountId, kind: 'password-changed', language: 'en', at: now() });
  return { thief: phone, end: () => press(phone, 'link') };
};
const byOwner =
  (end: (token: string) => Promise<unknown>): Way =>
  async ({ access, phone }) => ({ thief: phone, end: () => end(access) });

describe('a sign-in without a factor', () => {
  test.each([
    ['a take-back', takeBack],
    ['the link that ends all sessions', endLink],
    ['the end of other devices', byOwner(token => context.call('endOtherDevices', { token }))],
    [
      'the request of the deletion',
      byOwner(token => context.call('requestDeletion', { token, body: { password: PASSWORD } })),
    ],
    [
      'a change of the number',
      async (person: Person) => ({ thief: person.phone, end: async () => void (await takeBack(person)) }),
    ],
  ])('sets none up after %s', async (_, way) => {
    const person = await context.member();
    const { thief, end } = await way(person);
    const ticket = await stepByCode(thief);
    await context.call('startStepTotp', { body: { ticket } });
    await end();
    expect(await refusalOf(context.call('startStepTotp', { body: { ticket } }))).toMatchObject(wrongTicket);
  });

  test.each([
    ['a take-back', takeBack],
    ['the link that ends all sessions', endLink],
  ])('that set one up does not begin a session after %s', async (_, way) => {
    const person = await context.member();
    const { thief, end } = await way(person);
    const ticket = await setUpApp(await stepByCode(thief));
    await end();
    expect(await refusalOf(context.call('finishSetUp', { body: { ticket } }))).toMatchObject(wrongTicket);
  });

  test('begins no session with a factor that is gone, though there is another one', async () => {
    const { body, person } = await steps.setUpApp();
    const { ticket } = await context.call('addStepTotp', { body });
    const { pool } = context.server.database;
    await pool.query('update totp_secrets set id = gen_random_uuid() where account_id = $1', [person.id]);
    expect(await refusalOf(context.call('finishSetUp', { body: { ticket } }))).toMatchObject(wrongTicket);
  });
});

test('a sign-in with a factor is not finished after the link that ends all sessions', async () => {
  const person = await steps.withApp();
  const other = await steps.withApp();
  const [ticket, others] = [await steps.step(person), await steps.step(other)];
  await (await endLink(person)).end();
  const finish = (step: string, { secret }: { secret: string }) => {
    const proof = { method: 'totp', code: totpCodeAt(secret, context.server.now()) } as const;
    return context.call('finishSignIn', { body: { ticket: step, proof } });
  };
  expect(await refusalOf(finish(ticket, person))).toMatchObject(wrongTicket);
  expect((await finish(others, other)).auth.account_id).toBe(other.id);
});
