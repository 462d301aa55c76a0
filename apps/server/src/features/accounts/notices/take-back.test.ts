import { totpCodeAt } from '../../../identity/second-factor/testing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TAKE_BACK_LIFE } from './take-back.ts';
import { createMessageBudget } from '../../../messages/message-budget.ts';
import { createNoticeDelivery } from './notice-delivery.ts';
import { newEmail, newUsername, stepsOf } from '../testing/valid-requests.ts';
import { type HttpAccounts, httpAccounts, type Person } from '../testing/http.ts';
import { newPhone, outcomes, PASSWORD, PID, refusalOf } from '../testing.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());

const pid = PID;
const english = { 'accept-language': 'en' };
const changePhone = async ({ access: token, phone }: Pick<Person, 'access' | 'phone'>, to = newPhone()) => {
  context.server.now.move(60_001);
  const body = { phone_number: to, old_phone_number: phone, pid };
  await context.call('sendChangePhoneCaptcha', { token, body });
  await context.call('changePhone', { token, body: { phone_number: to, captcha: context.code(to) } });
  return to;
};
/** Sends the messages, and gives the path of the newest link to a number or address. */
const linkTo = async (to: string): Promise<string> => {
  const { app, now } = context.server;
  const { db, log, messages, config } = app;
  const budget = createMessageBudget({ db, log, limits: config.codes });
  await createNoticeDelivery({
    db,
    log,
    messages,
    budget,
    secret: config.secret,
    issuer: config.issuer,
  }).deliver(now());
  // The server's own job may have been faster.
  const newest = () => context.server.development?.listNotices(to).find(({ takeBack }) => takeBack)?.takeBack;
  await expect.poll(newest).toBeDefined();
  return new URL(newest() ?? '').pathname;
};
const open = (link: string) => context.server.ask('GET', link, undefined, english);
const press = (link: string) =>
  context.server.ask('POST', link, '', { ...english, 'content-type': 'application/x-www-form-urlencoded' });

test('a message goes to the old number at once, and its link takes back the change and all later ones, once', async () => {
  const person = await context.member();
  const thiefs = await changePhone(person);
  const token = person.access;
  // The thief goes on: a username, WeChat, an address, another password, and a ticket for a reset that is kept.
  await context.call('setUsername', { token, body: { username: newUsername() } });
  const wechat = await stepsOf(context).bound(token, 'wechat');
  const email = newEmail();
  await context.call('sendEmailBindCaptcha', { token, body: { email, pid } });
  await context.call('bindEmail', { token, body: { email, captcha: context.code(email) } });
  await context.call('sendResetPasswordCaptcha', { body: { phone_number: thiefs, pid } });
  const reset = await context.call('checkResetPasswordCaptcha', {
    body: { phone_number: thiefs, captcha: context.code(thiefs) },
  });
  await context.call('changePassword', {
    token,
    body: { old_password: PASSWORD, password: 'Thief-771', confirm_password: 'Thief-771' },
  });
  const { auth } = await context.signIn(thiefs, 'Thief-771');
  const app = await context.call('startTotp', { token: auth.token.access.token });
  const code = totpCodeAt(app.secret, context.server.now());
  await context.call('addTotp', { token: auth.token.access.token, body: { ticket: app.ticket, code } });

  const link = await linkTo(person.phone);
  const page = await open(link);
  expect(page.status).toBe(200);
  expect(page.text).toContain(`${person.phone.slice(0, 3)}****${person.phone.slice(7)}`);
  expect(page.text).toContain('<form method="post">');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('cache-control')).toBe('no-store');
  await context.call('getPrivacy', { token: auth.token.access.token });

  const done = await press(link);
  expect(done.status).toBe(200);
  expect(await refusalOf(context.call('getPrivacy', { token: auth.token.access.token }))).toMatchObject({
    refusal: 'TokenInvalid',
  });
  const { auth: back } = await context.signIn(person.phone);
  expect(back.account_id).toBe(person.id);
  expect(await context.call('getPrivacy', { token: back.token.access.token })).toMatchObject({
    phone_number: `${person.phone.slice(0, 3)}****${person.phone.slice(7)}`,
    email: null,
    username: null,
    has_password: true,
    oauths: { wechat: false, qq: false },
  });
  const body = { ticket: reset.ticket, password: 'Thief-772', confirm_password: 'Thief-772' };
  expect(await refusalOf(context.call('resetPassword', { body }))).toMatchObject({ refusal: 'WrongTicket' });
  expect(
    await refusalOf(context.call('loginByWechat', { body: { code: context.vendors.code(wechat), pid } })),
  ).toMatchObject({ refusal: 'PhoneRequired' });
  // The thief's number was never sent a link, by which the repair could be taken back.
  expect(context.server.development?.listNotices(thiefs).filter(({ takeBack }) => takeBack)).toEqual([]);
  expect((await press(link)).status).toBe(410);
});

test('of two uses at once, one takes back', async () => {
  const person = await context.visitor();
  await changePhone(person);
  const link = await linkTo(person.phone);
  const both = await Promise.all([press(link), press(link)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
});

test('the link expires after 72 hours', async () => {
  const person = await context.visitor();
  await changePhone(person);
  const link = await linkTo(person.phone);
  context.server.now.move(TAKE_BACK_LIFE);
  expect((await open(link)).status).toBe(410);
  expect((await press(link)).status).toBe(410);
});

test('a number that another account has by now is not given back, and the new one is removed all the same', async () => {
  const person = await context.member();
  const thiefs = await changePhone(person);
  const link = await linkTo(person.phone);
  context.server.now.move(60_000);
  const other = await context.visitor(person.phone);
  expect(other.id).not.toBe(person.id);
  const done = await press(link);
  expect(done.text).toContain('Another account has some of your ways');
  context.server.now.move(60_000);
  expect((await context.visitor(person.phone)).id).toBe(other.id);
  expect((await context.visitor(thiefs)).id).not.toBe(person.id);
});

describe('the other sessions', () => {
  test('end with a change of the number; this one goes on', async () => {
    const person = await context.member();
    const { auth } = await context.signIn(person.phone);
    await changePhone(person);
    expect(await refusalOf(context.call('getProfile', { token: auth.token.access.token }))).toMatchObject({
      refusal: 'TokenInvalid',
    });
    await context.call('getProfile', { token: person.access });
  });
});

test('after a take-back concurrent with changes, none of the changes remains', async () => {
  for (let round = 0; round < 5; round += 1) {
    const person = await context.visitor();
    await changePhone(person);
    const link = await linkTo(person.phone);
    const token = person.access;
    const [taken] = await Promise.all([
      press(link),
      outcomes([
        context.call('setUsername', { token, body: { username: newUsername() } }),
        context.call('initPassword', { token, body: { password: PASSWORD, confirm_password: PASSWORD } }),
        stepsOf(context).bound(token, 'qq'),
      ]),
    ]);
    expect(taken.status).toBe(200);
    context.server.now.move(60_000);
    const back = await context.visitor(person.phone);
    expect(back.id).toBe(person.id);
    expect(await context.call('getPrivacy', { token: back.access })).toMatchObject({
      username: null,
      has_password: false,
      oauths: { wechat: false, qq: false },
    });
  }
});
