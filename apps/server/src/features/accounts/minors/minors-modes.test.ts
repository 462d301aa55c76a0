/** Over HTTP: what the settings ROLLCALL_MINORS and ROLLCALL_CHILD_AGE change. */
import { afterEach, expect, test } from 'vitest';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { outcomes, PID } from '../testing.ts';

let context: HttpAccounts | undefined;
afterEach(async () => {
  await context?.close();
  context = undefined;
});
const start = async (env: Record<string, string>): Promise<HttpAccounts> => {
  context = await httpAccounts(env);
  return context;
};
const yearsOld = (age: number, { server }: HttpAccounts) => new Date(server.now()).getUTCFullYear() - age;

test('off: nobody is asked, and an account that waited works', async () => {
  const one = await start({ ROLLCALL_MINORS: 'off' });
  const { access: token } = await one.visitor();
  expect((await one.call('getAge', { token })).asks).toBe(false);
  await one.call('setAge', { token, body: { birth_year: yearsOld(9, one) } });
  expect(await outcomes([one.call('getDevices', { token })])).toEqual(['ok']);
  const row = await one.server.app.db.selectFrom('guardianships').select('due_at').executeTakeFirstOrThrow();
  expect(row.due_at).toBeNull();
});

test('off: somebody of nine years signs agreements as everybody does', async () => {
  const one = await start({ ROLLCALL_MINORS: 'off' });
  const { access: token, id } = await one.visitor();
  await one.call('setAge', { token, body: { birth_year: yearsOld(9, one) } });
  const { db } = one.server.app;
  await db.deleteFrom('signatures').execute();
  const unsigned = await one.call('getUnsignedAgreements', { token, query: { pid: PID } });
  expect(unsigned).not.toEqual([]);
  await one.call('signAgreements', {
    token,
    body: { agreement_ids: unsigned.map(each => each.id), pid: PID },
  });
  const signed = await db
    .selectFrom('signatures')
    .select('agreement_id')
    .where('account_id', '=', id)
    .execute();
  expect(signed).toHaveLength(unsigned.length);
});

test('strict: an account whose year is not known can do nothing else', async () => {
  const one = await start({ ROLLCALL_MINORS: 'strict' });
  const { access: token } = await one.visitor();
  expect(await outcomes([one.call('getDevices', { token })])).toEqual(['AgeRequired']);
  // by these the account page learns it, and leads to the question
  expect(await outcomes([one.call('getProfile', { token }), one.call('getGradeList', {})])).toEqual([
    'ok',
    'ok',
  ]);
  expect(await one.call('getPrivacy', { token })).toMatchObject({ requires: 'age' });
  await one.call('setAge', { token, body: { birth_year: 1990 } });
  expect(await outcomes([one.call('getDevices', { token })])).toEqual(['ok']);
});

test('the age is a setting', async () => {
  const one = await start({ ROLLCALL_CHILD_AGE: '16' });
  const { access: token } = await one.visitor();
  const { child } = await one.call('setAge', { token, body: { birth_year: yearsOld(15, one) } });
  expect(child).toBe(true);
});
