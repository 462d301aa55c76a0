/** Guessing the password of one account: what locks it, for whom, and what unlocks it. */
import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCK } from '../../../identity/sign-in-failures.ts';
import { newPhone, outcomes, PASSWORD, PID, refusalOf, type TestAccounts, testAccounts } from '../testing.ts';

let context: TestAccounts;
beforeAll(async () => {
  // Comparing is not what is tested.
  const hashed = new Map<string, string>();
  context = await testAccounts({
    hasher: {
      hash: async (password, parameters) => {
        const hash = await argon2.hash(password, parameters);
        hashed.set(hash, password);
        return hash;
      },
      verify: async (hash, password) => hashed.get(hash) === password,
    },
  });
});
afterAll(() => context.close());
const pid = PID;

const login = (identity: string, password: string, cookie?: string) =>
  context.call('loginByAccount', {
    body: { identity, password, pid },
    ...(cookie === undefined ? {} : { cookie }),
  });
/** Wrong passwords, each after the delay. */
const guess = async (identity: string, times: number, cookie?: string) => {
  for (let n = 0; n < times; n += 1) {
    await outcomes([login(identity, 'Wrong-1', cookie)]);
    context.now.move(301_000);
  }
};
const locked = { refusal: 'TooManyAttempts', detail: { data: { locked: true } } };
const locks = async (accountId: string) => {
  const { db } = context.database;
  const rows = await db
    .selectFrom('security_notices')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'account-locked')
    .execute();
  return rows.length;
};

/** What takes passwords again. */
const keys: Record<string, (phone: string) => Promise<unknown>> = {
  'a sign-in by code': async phone => {
    await context.call('sendLoginCaptcha', { body: { phone_number: phone, pid } });
    await context.call('loginByPhone', { body: { phone_number: phone, captcha: context.code(phone), pid } });
  },
  'a reset': async phone => {
    await context.call('sendResetPasswordCaptcha', { body: { phone_number: phone, pid } });
    const { ticket } = await context.call('checkResetPasswordCaptcha', {
      body: { phone_number: phone, captcha: context.code(phone) },
    });
    const body = { ticket, password: PASSWORD, confirm_password: PASSWORD };
    await context.call('resetPassword', { body });
  },
};

describe.each(Object.entries(keys))('%s', (_, key) => {
  test('unlocks the password after a hundred wrong ones; the person is notified once', async () => {
    const { id, phone, access } = await context.register();
    await context.call('setUsername', { body: { username: `lock_${phone}` }, token: access });
    // Both names are of one account.
    await guess(phone, LOCK / 2);
    await guess(`lock_${phone}`, LOCK / 2 + 20);
    expect(await refusalOf(login(phone, PASSWORD))).toMatchObject(locked);
    expect(await locks(id)).toBe(1);
    await key(phone);
    expect((await login(phone, PASSWORD)).auth.account_id).toBe(id);
  });
});

test('a name without an account is answered alike', async () => {
  const names = [(await context.register()).phone, newPhone(), 'nobody_there', 'nobody@example.com'];
  const answers = [];
  for (const name of names) {
    await guess(name, LOCK);
    const { refusal, detail } = await refusalOf(login(name, PASSWORD));
    answers.push(JSON.stringify([refusal, detail]));
  }
  expect(new Set(answers).size).toBe(1);
});

test('a known browser can still sign in; a cookie of another account cannot', async () => {
  const victim = await context.register();
  context.cookies.length = 0;
  await login(victim.phone, PASSWORD);
  const own = context.cookies[0]?.split(';')[0] ?? '';
  const attacker = await context.register();
  context.cookies.length = 0;
  await login(attacker.phone, PASSWORD);
  const others = context.cookies[0]?.split(';')[0] ?? '';
  await guess(victim.phone, LOCK, others);
  expect(await refusalOf(login(victim.phone, PASSWORD, others))).toMatchObject(locked);
  expect((await login(victim.phone, PASSWORD, own)).auth.account_id).toBe(victim.id);
  // With a stolen cookie a hundred guesses are possible, and no more.
  await guess(victim.phone, LOCK, own);
  expect(await refusalOf(login(victim.phone, PASSWORD, own))).toMatchObject(locked);
});

test('deleting an account deletes its failures', async () => {
  const { id, phone, access } = await context.register();
  await context.call('requestDeletion', { token: access, body: { password: PASSWORD } });
  await guess(phone, 3);
  const identity = Buffer.from(id.replaceAll('-', ''), 'hex');
  const { db } = context.database;
  const rows = () =>
    db.selectFrom('sign_in_failures').select('failures').where('identity', '=', identity).execute();
  expect(await rows()).toHaveLength(1);
  context.now.move(16 * 24 * 3600_000);
  await context.jobs?.find(job => job.name === 'delete accounts')?.run(context.now());
  expect(await rows()).toHaveLength(0);
});
