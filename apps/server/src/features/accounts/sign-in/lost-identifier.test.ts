/**
 * Signing in with what the account loses at that moment: a sign-in that found the account by a number or a WeChat account
 * before a take-back or a change commits begins no session. Three transactions: one holds the account's row, so that the
 * change waits for it, and behind that the sign-in, which has looked up the account already.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMessageBudget } from '../../../messages/message-budget.ts';
import { createNoticeDelivery } from '../notices/notice-delivery.ts';
import { type HttpAccounts, httpAccounts, type Person } from '../testing/http.ts';
import { newPerson, stepsOf } from '../testing/valid-requests.ts';
import { newPhone, PID, refusalOf } from '../testing.ts';
import { COOKIE, CONVERT_SECRET, signedSession } from '../third-party/testing.ts';

const pid = PID;
let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());

/** Until `count` transactions of this database wait for a row. */
const waiting = async (count: number) => {
  const { pool } = context.server.database;
  const query = `select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(query)).rows[0]?.count, { interval: 5 }).toBe(count);
};

/** Runs the change, and while it waits the sign-in; answers the sign-in's refusal. */
const race = async (accountId: string, change: () => Promise<unknown>, signIn: () => Promise<unknown>) => {
  const holder = await context.server.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from accounts where id = $1 for update', [accountId]);
    const changed = change();
    await waiting(1);
    const refused = refusalOf(signIn());
    await waiting(2);
    await holder.query('commit');
    await changed;
    return await refused;
  } finally {
    holder.release();
  }
};

const sessionsOf = async (accountId: string) => {
  const rows = await context.server.app.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
  return rows.length;
};

const changePhone = async ({ access: token, phone }: Person, to: string) => {
  const body = { phone_number: to, old_phone_number: phone, pid };
  await context.call('sendChangePhoneCaptcha', { token, body });
  return () => context.call('changePhone', { token, body: { phone_number: to, captcha: context.code(to) } });
};

/** Takes back the last change of what the number was told of. */
const takeBack = async (to: string) => {
  const { app, now } = context.server;
  const { db, log, messages, config } = app;
  const budget = createMessageBudget({ db, log, limits: config.codes });
  const { secret, issuer } = config;
  await createNoticeDelivery({ db, log, messages, budget, secret, issuer }).deliver(now());
  const newest = () => context.server.development?.listNotices(to).find(one => one.takeBack)?.takeBack;
  await expect.poll(newest).toBeDefined();
  const { pathname } = new URL(newest() ?? '');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return async () => expect((await context.server.ask('POST', pathname, '', headers)).status).toBe(200);
};

/** Ways in by a number, up to the call that is raced. */
const ways: Record<string, readonly [refusal: string, (phone: string) => Promise<() => Promise<unknown>>]> = {
  'sign-in by code': [
    'CaptchaMismatch',
    async phone => {
      await context.call('sendLoginCaptcha', { body: { phone_number: phone, pid } });
      const body = { phone_number: phone, captcha: context.code(phone), pid };
      return () => context.call('loginByPhone', { body });
    },
  ],
  'silent sign-in': [
    'CaptchaMismatch',
    async phone => {
      await context.call('sendSilentLoginCaptcha', { body: { phone_number: phone, pid } });
      const body = { phone_number: phone, captcha: context.code(phone), pid };
      return () => context.call('loginSilently', { body });
    },
  ],
  'reset by code': [
    'WrongTicket',
    async phone => {
      await context.call('sendResetPasswordCaptcha', { body: { phone_number: phone, pid } });
      const code = { phone_number: phone, captcha: context.code(phone) };
      const { ticket } = await context.call('checkResetPasswordCaptcha', { body: code });
      const body = { ticket, password: 'Thief-772', confirm_password: 'Thief-772' };
      return () => context.call('resetPassword', { body });
    },
  ],
  'a WeChat account with a code': [
    'CaptchaMismatch',
    async phone => {
      const code = context.vendors.code(newPerson('wxa'));
      const first = await refusalOf(context.call('loginByWechat', { body: { code, pid } }));
      const oauth_ticket = String(first.detail.data?.oauth_ticket);
      await context.call('sendOauthCaptcha', { body: { phone_number: phone, oauth_ticket } });
      const body = { oauth_ticket, captcha: context.code(phone) };
      return () => context.call('registerByThirdParty', { body });
    },
  ],
  "an older site's session": [
    'CookieInvalid',
    async phone => {
      const exp = context.server.now() / 1000 + 60;
      const headers = { cookie: `${COOKIE}=${signedSession({ phone, exp }, CONVERT_SECRET)}` };
      return () => context.call('convertTokens', { headers });
    },
  ],
};

describe.each(Object.entries(ways))(
  '%s with a number that the account loses meanwhile',
  (_, [refusal, prepare]) => {
    test('by a take-back', async () => {
      const person = await context.visitor();
      context.server.now.move(60_001);
      const thiefs = newPhone();
      await (await changePhone(person, thiefs))();
      context.server.now.move(60_001);
      const signIn = await prepare(thiefs);
      const taken = await takeBack(person.phone);
      expect(await race(person.id, taken, signIn)).toMatchObject({ refusal });
      expect(await sessionsOf(person.id)).toBe(0);
    });

    test('by a change of the number', async () => {
      const person = await context.visitor();
      context.server.now.move(60_001);
      const signIn = await prepare(person.phone);
      // What `phone/change` does in its transaction, which holds the account's row from its beginning.
      const change = await context.server.database.pool.connect();
      try {
        await change.query('begin');
        await change.query('select from accounts where id = $1 for no key update', [person.id]);
        const refused = refusalOf(signIn());
        await waiting(1);
        await change.query("update identifiers set value = $1 where account_id = $2 and kind = 'phone'", [
          newPhone(),
          person.id,
        ]);
        await change.query('commit');
        expect(await refused).toMatchObject({ refusal });
      } finally {
        change.release();
      }
      expect(await sessionsOf(person.id)).toBe(1);
    });
  },
);

test('a WeChat account that a take-back unbinds meanwhile begins no session', async () => {
  const person = await context.visitor();
  context.server.now.move(60_001);
  const wechat = await stepsOf(context).bound(person.access, 'wechat');
  const taken = await takeBack(person.phone);
  const body = { code: context.vendors.code(wechat), pid };
  const refused = await race(person.id, taken, () => context.call('loginByWechat', { body }));
  expect(refused).toMatchObject({ refusal: 'PhoneRequired' });
  expect(await sessionsOf(person.id)).toBe(0);
});
