import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpired } from './cleanup.ts';
import { newPhone, outcomes, PASSWORD, PID, refusalOf, type TestAccounts, testAccounts } from './testing.ts';

let context: TestAccounts;
beforeAll(async () => {
  context = await testAccounts();
});
afterAll(() => context.close());

const count = async (table: string) => {
  const { rows } = await context.database.pool.query(`select count(*)::int as n from ${table}`);
  return (rows as { n: number }[])[0]?.n;
};

test('deletes expired rows and keeps the others', async () => {
  const kept = await context.register();
  const gone = await context.register();
  await context.call('logout', { body: { refresh_token: gone.refresh }, token: gone.access });
  await outcomes([
    context.call('loginByAccount', { body: { identity: kept.phone, password: `${PASSWORD}x`, pid: PID } }),
  ]);
  const { db } = context.database;
  expect(await deleteExpired(db, context.now())).toBe(0);
  context.now.move(24 * 3600_000);
  expect(await deleteExpired(db, context.now())).toBe(2);
  const ended = await refusalOf(context.call('refreshTokens', { body: { refresh_token: gone.refresh } }));
  expect(ended.detail.data).toEqual({ reason: 'signed-out' });
  context.now.move(1);
  await context.call('sendSilentLoginCaptcha', { body: { phone_number: newPhone(), pid: PID } });
  expect(await deleteExpired(db, context.now())).toBe(2);
  expect([
    await count('sessions'),
    await count('codes'),
    await count('budgets'),
    await count('sign_in_failures'),
  ]).toEqual([2, 1, 1, 1]);
  expect(await outcomes([context.call('refreshTokens', { body: { refresh_token: kept.refresh } })])).toEqual([
    'ok',
  ]);
  context.now.move(29 * 24 * 3600_000);
  await deleteExpired(db, context.now());
  expect(await count('sessions')).toBe(1);
  const refused = await refusalOf(context.call('refreshTokens', { body: { refresh_token: gone.refresh } }));
  expect(refused).toMatchObject({ refusal: 'RefreshTokenInvalid' });
  expect(refused.detail.data).toBeUndefined();
});

test('deletes more than one batch', async () => {
  await context.database.pool.query(
    "insert into budgets select 'recipient|' || n, timestamptz '2020-01-01', 1, 1 from generate_series(1, 2500) n",
  );
  expect(await deleteExpired(context.database.db, context.now())).toBe(2500);
});
