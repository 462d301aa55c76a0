import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf } from '../testing.ts';
import { type HttpAccounts, httpAccounts, type Person } from '../testing/http.ts';
import { createMessageBudget } from '../../../messages/message-budget.ts';
import { createNoticeDelivery } from './notice-delivery.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';
import { LINK_LIFE } from './end-sessions-page.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());

/** The path of the link in a security message to a person. */
const linkOf = async ({ id, phone }: Person): Promise<string> => {
  const { app, now } = context.server;
  const { db, log, messages, config } = app;
  const budget = createMessageBudget({ db, log, limits: config.codes });
  await notifyAccount(db, { accountId: id, kind: 'password-changed', language: 'en', at: now() });
  await createNoticeDelivery({
    db,
    log,
    messages,
    budget,
    secret: config.secret,
    issuer: config.issuer,
  }).deliver(now());
  // The server's own job may have been faster.
  await expect.poll(() => context.server.development?.listNotices(phone).length).toBe(1);
  return new URL(context.server.development?.listNotices(phone)[0]?.link ?? '').pathname;
};
const privacyOf = (person: Person) => context.call('getPrivacy', { token: person.access });
const english = { 'accept-language': 'en' };
const press = (link: string) =>
  context.server.ask('POST', link, '', { ...english, 'content-type': 'application/x-www-form-urlencoded' });

test('the link asks for confirmation, and its button ends all sessions', async () => {
  const person = await context.visitor();
  const other = await context.visitor();
  const link = await linkOf(person);
  const page = await context.server.ask('GET', link, undefined, english);
  expect(page.status).toBe(200);
  expect(page.text).toContain('<form method="post">');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('cache-control')).toBe('no-store');
  await privacyOf(person);

  const done = await press(link);
  expect(done.status).toBe(200);
  expect(done.text).toContain('is signed out on all devices');
  expect(await refusalOf(privacyOf(person))).toMatchObject({ refusal: 'TokenInvalid' });
  const body = { refresh_token: person.refresh };
  expect(await refusalOf(context.call('refreshTokens', { body }))).toMatchObject({
    detail: { data: { reason: 'link' } },
  });
  await privacyOf(other);
});

test('the link works once, for seven days', async () => {
  const person = await context.visitor();
  const link = await linkOf(person);
  const both = await Promise.all([press(link), press(link)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect((await context.server.ask('GET', link)).status).toBe(410);

  const late = await context.visitor();
  const lateLink = await linkOf(late);
  context.server.now.move(LINK_LIFE);
  expect((await press(lateLink)).status).toBe(410);
});

test('an invented token ends no session, and the log holds no token', async () => {
  expect((await press('/end/AAAAAAAAAAAAAAAA')).status).toBe(410);
  expect(context.server.lines.join('')).not.toContain('AAAAAAAAAAAAAAAA');
});

test('other calls refuse a form body', async () => {
  const answer = await press('/tiger/v3/web/accounts/login');
  expect([400, 415]).toContain(answer.status);
});
