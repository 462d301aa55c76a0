import {
  accountId,
  AuthError,
  deleteTokens,
  getGradeList,
  getProfile,
  loginByAccount,
  sendLoginCaptcha,
} from '@rollcall/account';
import { calls as contract, done, sent, signedIn } from '@rollcall/contract';
import { expect, test, vi } from 'vitest';
import { fakeAuth } from './fake-auth.ts';
import { refused } from './refused.ts';
import { sendings, signIns, silent } from './usual-answers.ts';

const typed = { identity: '13800000000', password: 'Secret#1' };

test('signs in without a server, and the page is told', async () => {
  const { auth, calls } = fakeAuth({ profile: { id: '42', nickname: '小满' }, params: { pid: 'school' } });
  const changed = vi.fn();
  auth.onChange(changed);
  expect(auth.signedIn()).toBe(false);
  await loginByAccount(auth, typed);
  expect(changed.mock.calls.map(([signedIn]) => signedIn as boolean)).toEqual([true]);
  expect(accountId(auth)).toBe('42');
  expect((await getProfile(auth)).nickname).toBe('小满');
  await deleteTokens(auth);
  expect(auth.signedIn()).toBe(false);
  expect(calls.map(({ name }) => name)).toEqual(['loginByAccount', 'getProfile', 'deleteTokens']);
  expect(calls[0]?.input).toMatchObject(typed);
  expect(calls[0]?.headers['pid']).toBe('school');
  expect(calls[1]?.headers['authorization']).toMatch(/^Bearer /);
});

test('refuses a call by its name, until the test answers otherwise', async () => {
  const fake = fakeAuth({ answers: { loginByAccount: refused('WrongCredentials') } });
  await expect(loginByAccount(fake.auth, typed)).rejects.toMatchObject({
    name: 'WrongCredentials',
    status: 400,
  });
  fake.answer({ loginByAccount: () => refused('CaptchaTooFrequent', { retry_after: 30 }) });
  await expect(loginByAccount(fake.auth, typed)).rejects.toMatchObject({
    name: 'CaptchaTooFrequent',
    body: { data: { retry_after: 30 } },
  });
});

test('answers by what was sent', async () => {
  const { auth } = fakeAuth({
    answers: {
      sendLoginCaptcha: async ({ input }) => ({
        retry_after: input['phone_number'] === '13800000000' ? 30 : 60,
        expires_in: 600,
      }),
    },
  });
  expect((await sendLoginCaptcha(auth, { phone_number: '13800000000' })).retry_after).toBe(30);
  expect((await sendLoginCaptcha(auth, { phone_number: '13900000000' })).retry_after).toBe(60);
});

test('checks fields as with a server: nothing is sent', async () => {
  const { auth, calls } = fakeAuth();
  await expect(sendLoginCaptcha(auth, { phone_number: '123' })).rejects.toMatchObject({
    name: 'InvalidPhoneNumber',
  });
  expect(calls).toEqual([]);
});

test.each([
  ['sign somebody in', signedIn, signIns],
  ['send a code', sent, sendings],
  ['answer nothing', done, silent],
] as const)('knows the calls that %s', (_, schema, names) => {
  const rows = Object.entries(contract).filter(([, { answer }]) => answer === schema);
  expect([...names].toSorted()).toEqual(rows.map(([name]) => name).toSorted());
});

test('names the call for which the test has no answer', async () => {
  const { auth, answer } = fakeAuth();
  await expect(getGradeList(auth)).rejects.toThrow('fakeAuth was given no answer for getGradeList.');
  answer({ getGradeList: [{ id: 1, name: '一年级' }] });
  expect(await getGradeList(auth)).toEqual([{ id: 1, name: '一年级' }]);
});

test('a call that is aborted, and a function that throws, end as a failed network', async () => {
  const { auth } = fakeAuth({
    signedIn: true,
    answers: { getProfile: () => Promise.reject(new Error('down')) },
  });
  const error = await getProfile(auth).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AuthError);
  expect(error).toMatchObject({ name: 'RequestError' });
  const controller = new AbortController();
  const waiting = getGradeList(auth, undefined, { signal: controller.signal });
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ message: 'Request aborted.' });
});
