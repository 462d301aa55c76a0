/** The rows that the calls for rules write, over HTTP; those of sign-ins are in `guessing.full.test.ts`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpAccounts, httpAccounts } from '../accounts/testing/http.ts';
import { newPhone, outcomes, PID, refusalOf } from '../accounts/testing.ts';
import { ROW_BUDGETS } from './row-budgets.ts';

const HOUR = 3_600_000;
let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());

const rule = () => {
  const timestamp = Math.floor(context.server.now() / 1000);
  const body = { identity: newPhone(), scene: 'register', pid: PID, timestamp };
  return context.call('getCaptchaRule', { body });
};
const query = async (text: string) => (await context.server.database.pool.query(text)).rows;
const rows = () =>
  query(
    'select (select count(*)::int from window_counts) counts, (select count(*)::int from tickets) tickets',
  );

test('a network that sends ever new identities is refused within the hour, and writes no more rows', async () => {
  await rule();
  const near = await query("select most from budgets where name like 'rules|network %' order by most");
  expect(near.map(({ most }) => most)).toEqual([ROW_BUDGETS.rules.network, 4 * ROW_BUDGETS.rules.network]);
  // As though all but two had been told.
  await query(`update budgets set spent = most - 2
    where name like 'rules|network %' and most = ${ROW_BUDGETS.rules.network}`);
  const atOnce = await outcomes(Array.from({ length: 6 }, rule));
  expect(atOnce.sort()).toEqual([...Array(4).fill('TooManyAttempts'), 'ok', 'ok']);
  const before = await rows();
  const { refusal, detail } = await refusalOf(rule());
  expect(refusal).toBe('TooManyAttempts');
  expect(detail.data).toMatchObject({ retry_after: expect.any(Number) });
  expect(await rows()).toEqual(before);
  context.server.now.move(HOUR);
  await rule();
});
