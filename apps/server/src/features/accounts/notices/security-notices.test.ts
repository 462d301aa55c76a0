import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newPhone, PASSWORD, PID, type TestAccounts, testAccounts } from '../testing.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

let context: TestAccounts;
beforeAll(async () => {
  context = await testAccounts();
});
afterAll(() => context?.close());
beforeEach(() => {
  context.notices.length = 0;
  context.failure = undefined;
  context.unserved.clear();
});
const containing = (text: string): unknown => expect.stringContaining(text);
const kinds = () => context.notices.map(({ kind }) => kind);
const deliver = async () => {
  await context.sendNotices();
  return context.notices;
};
const login = (phone: string, more: { userAgent?: string; ip?: string }) =>
  context.call('loginByAccount', { body: { identity: phone, password: PASSWORD, pid: PID }, ...more });
const notify = (accountId: string, more: Partial<Parameters<typeof notifyAccount>[1]> = {}) =>
  notifyAccount(context.database.db, {
    accountId,
    kind: 'password-changed',
    language: 'en',
    at: context.now(),
    ...more,
  });
const pageRows = (accountId: string) =>
  context.database.db
    .selectFrom('security_notices')
    .select(['kind', 'channel', 'due_at'])
    .where('account_id', '=', accountId)
    .execute();

describe('a sign-in from a new device', () => {
  test('sends a message to the number; a sign-in from a known device sends none', async () => {
    const { phone } = await context.register();
    context.now.move(120_000);
    await login(phone, {});
    expect(await deliver()).toEqual([]);
    await login(phone, { userAgent: CHROME });
    await deliver();
    expect(context.notices).toMatchObject([
      {
        kind: 'new-device',
        to: phone,
        channel: 'sms',
        details: { device: 'Windows 10 · Chrome 128', ip: '192.0.2.1' },
      },
    ]);
    // A newer version, and another address of the provider.
    await login(phone, { userAgent: CHROME.replace('Chrome/128', 'Chrome/129'), ip: '192.0.77.3' });
    await deliver();
    expect(kinds()).toEqual(['new-device']);
    await login(phone, { userAgent: CHROME, ip: '203.0.113.1' });
    await login(phone, { userAgent: IPHONE });
    await deliver();
    expect(kinds()).toEqual(['new-device', 'new-device', 'new-device']);
  });

  test('sends one message for many sign-ins at once', async () => {
    const { phone } = await context.register();
    context.now.move(120_000);
    await Promise.all([1, 2, 3, 4].map(() => login(phone, { userAgent: CHROME })));
    await deliver();
    expect(kinds()).toEqual(['new-device']);
  });

  test('sends five messages a day at most, and does not use up what a change needs', async () => {
    const { id, phone } = await context.register();
    context.now.move(120_000);
    for (let n = 1; n <= 9; n += 1) await login(phone, { ip: `198.${n}.0.1` });
    await deliver();
    expect(kinds()).toHaveLength(5);
    expect((await pageRows(id)).filter(({ channel }) => channel === 'page')).toHaveLength(4);
    await notify(id);
    await deliver();
    expect(kinds().at(-1)).toBe('password-changed');
  });
});

describe('delivery', () => {
  test('names a link of its own that is the same at each attempt, and the one that takes back', async () => {
    const { id, phone } = await context.register();
    await notify(id, { takeBack: '/take-back/secret' });
    await deliver();
    expect(context.notices).toMatchObject([
      { to: phone, link: containing('/end/'), takeBack: containing('/take-back/secret') },
    ]);
    const [row] = await context.database.db
      .selectFrom('security_notices')
      .select(['take_back', 'due_at'])
      .where('account_id', '=', id)
      .execute();
    expect(row).toEqual({ take_back: null, due_at: null });
  });

  test('goes to a given recipient, whatever the account has by now', async () => {
    const { id } = await context.register();
    const old = newPhone();
    await notify(id, { kind: 'phone-changed', recipient: { channel: 'sms', to: old } });
    await deliver();
    expect(context.notices).toMatchObject([{ to: old, kind: 'phone-changed' }]);
  });

  test('sends no message about a new number to that number', async () => {
    const { id } = await context.register();
    await notify(id, { kind: 'phone-added' });
    await deliver();
    expect(context.notices).toEqual([]);
    expect(await pageRows(id)).toEqual([{ kind: 'phone-added', channel: 'page', due_at: null }]);
  });

  test('goes by e-mail where the text messages have no template for it, and else to the account page', async () => {
    const { id, phone } = await context.register();
    const email = `${phone}@example.com`;
    await context.database.db
      .insertInto('identifiers')
      .values({ kind: 'email', value: email, account_id: id, created_at: new Date(context.now()) })
      .execute();
    context.unserved.add('sms');
    await notify(id);
    expect(await deliver()).toMatchObject([{ kind: 'password-changed', channel: 'email', to: email }]);
    expect(await pageRows(id)).toMatchObject([{ channel: 'email' }]);

    context.unserved.add('email');
    await notify(id, { kind: 'second-factor-on' });
    expect(await deliver()).toHaveLength(1);
    expect(await pageRows(id)).toContainEqual({ kind: 'second-factor-on', channel: 'page', due_at: null });
  });

  test('is tried again after a failure, five times, and then shown on the account page', async () => {
    const { id } = await context.register();
    context.failure = new Error('The vendor is away.');
    await notify(id);
    for (const minutes of [0, 1, 5, 15]) {
      context.now.move(minutes * 60_000 - 1);
      await deliver();
      context.now.move(1);
      await deliver();
      expect(await pageRows(id)).toMatchObject([{ channel: null }]);
    }
    context.now.move(3_600_000);
    await deliver();
    expect(await pageRows(id)).toMatchObject([{ channel: 'page', due_at: null }]);
  });

  test('with a link to get in is never left to the account page', async () => {
    const { id } = await context.register();
    context.unserved.add('sms');
    context.unserved.add('email');
    await notify(id, { kind: 'reset-link', takeBack: '/reset#token' });
    await deliver();
    expect(await pageRows(id)).toEqual([{ kind: 'reset-link', channel: null, due_at: null }]);
  });

  test('is repeated where a server was killed while it sent, and sent once by several servers at once', async () => {
    const { id } = await context.register();
    await notify(id);
    await Promise.all([1, 2, 3].map(() => context.sendNotices()));
    expect(kinds()).toEqual(['password-changed']);
    await context.database.db
      .updateTable('security_notices')
      .set({ due_at: new Date(context.now() + 60_000), channel: null })
      .where('account_id', '=', id)
      .execute();
    context.now.move(60_000);
    const first = context.notices[0];
    await deliver();
    expect(context.notices).toHaveLength(2);
    expect(context.notices[1]?.link).toBe(first?.link);
  });

  test('is sent though the clock that wrote it was ahead', async () => {
    const { id } = await context.register();
    await notify(id, { at: context.now() + 3 * 24 * 3_600_000 });
    await deliver();
    expect(kinds()).toEqual(['password-changed']);
  });

  test('does not happen where the change is rolled back', async () => {
    const { id } = await context.register();
    const { db } = context.database;
    await expect(
      db.transaction().execute(async trx => {
        await notifyAccount(trx, { accountId: id, kind: 'qq-bound', language: 'en', at: context.now() });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await deliver()).toEqual([]);
  });
});
