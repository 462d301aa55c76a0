/** Over HTTP: a refresh token whose session is over is told why, and only to who has it. */
import { headers } from '@rollcall/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSessions } from '../../../identity/session-ends.ts';
import { SESSION_GUESSES } from './session-guesses.ts';
import { SESSION_LIFE } from './session-life.ts';
import { newEmail } from '../testing/valid-requests.ts';
import { type HttpAccounts, httpAccounts, type Person } from '../testing/http.ts';
import { minorsSteps } from '../testing/minors.ts';
import { PASSWORD, PID, refusalOf } from '../testing.ts';
import { pageHeaders, secondFactorSteps } from '../testing/second-factors.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());

const pid = PID;
const NEW = 'Other-tree77';

/** A second session of the person, from another device. */
const elsewhere = async ({ phone }: Person) => {
  const { auth } = await context.signIn(phone);
  return { access: auth.token.access.token, refresh: auth.token.refresh.token };
};
const reasonOf = async (refresh_token: string): Promise<unknown> => {
  const refused = await refusalOf(context.call('refreshTokens', { body: { refresh_token } }));
  expect(refused).toMatchObject({ refusal: 'RefreshTokenInvalid' });
  return refused.detail.data?.['reason'];
};

const causes: readonly [string, (person: Person) => Promise<unknown>][] = [
  [
    'signed-out',
    ({ access: token, refresh: refresh_token }) => context.call('logout', { token, body: { refresh_token } }),
  ],
  [
    'device',
    async person => {
      const { access: token } = await elsewhere(person);
      await context.call('endOtherDevices', { token });
    },
  ],
  [
    'password',
    async person => {
      const { access: token } = await elsewhere(person);
      const body = { old_password: PASSWORD, password: NEW, confirm_password: NEW };
      await context.call('changePassword', { token, body });
    },
  ],
  [
    'changed',
    async person => {
      const { access: token } = await elsewhere(person);
      const email = newEmail();
      await context.call('sendEmailBindCaptcha', { token, body: { email, pid } });
      await context.call('bindEmail', { token, body: { email, captcha: context.code(email) } });
    },
  ],
  [
    'second-factor',
    async person => {
      const { access: token } = await elsewhere(person);
      const { body } = await secondFactorSteps(context).newPasskey(token);
      await context.call('addPasskey', { token, headers: pageHeaders(context), body });
      await context.call('setTwoStepVerification', { token, body: { enabled: true } });
    },
  ],
  [
    'deletion',
    async person => {
      const { access: token } = await elsewhere(person);
      await context.call('requestDeletion', { token, body: { password: PASSWORD } });
    },
  ],
  [
    'guesses',
    async ({ access: token }) => {
      for (let guess = 0; guess < SESSION_GUESSES; guess++) {
        const wrong = context.call('proveByPassword', { token, body: { password: 'Wrong-1' } });
        expect((await refusalOf(wrong)).refusal).toBe('WrongCredentials');
        // past the delay that wrong ones make
        context.server.now.move(5 * 60_000);
      }
    },
  ],
  [
    'copied',
    async ({ refresh }) => {
      const next = await context.call('refreshTokens', { body: { refresh_token: refresh } });
      await context.call('refreshTokens', { body: { refresh_token: next.refresh.token } });
      expect(await reasonOf(refresh)).toBe('copied');
    },
  ],
  [
    'school',
    ({ id }) => endSessions(context.server.app.db, { accountId: id, at: context.server.now(), by: 'school' }),
  ],
  [
    'blocked',
    async ({ id }) => {
      await context.block(id);
      await endSessions(context.server.app.db, { accountId: id, at: context.server.now(), by: 'school' });
    },
  ],
  ['expired', async () => context.server.now.move(SESSION_LIFE)],
];
test.each(causes)('%s', async (reason, bringAbout) => {
  const person = await context.member();
  await bringAbout(person);
  expect(await reasonOf(person.refresh)).toBe(reason);
  // a token that this server did not write learns nothing
  expect(await reasonOf(`${person.refresh.slice(0, -4)}AAAA`)).toBeUndefined();
});

test('a shared computer: expired after two hours without use, and after eight in all', async () => {
  const { phone } = await context.member();
  const shared = { headers: { [headers.sharedDevice]: '1' } };
  const body = { identity: phone, password: PASSWORD, pid, agreement_ids: [-1] };
  const signIn = async () =>
    (await context.call('loginByAccount', { body, ...shared })).auth.token.refresh.token;
  const idle = await signIn();
  context.server.now.move(2 * 3_600_000);
  expect(await reasonOf(idle)).toBe('expired');
  let token = await signIn();
  for (let refreshed = 0; refreshed < 5; refreshed++) {
    context.server.now.move(90 * 60_000);
    token = (await context.call('refreshTokens', { body: { refresh_token: token } })).refresh.token;
  }
  context.server.now.move(30 * 60_000);
  expect(await reasonOf(token)).toBe('expired');
});

test('an end by a server whose clock is ahead keeps nobody from signing in by a code afterwards', async () => {
  const half = 30 * 60_000;
  const { id, phone } = await context.visitor();
  const before = context.server.now();
  context.server.now.set(Date.now() + half);
  await endSessions(context.server.app.db, { accountId: id, at: Date.now() + 2 * half, by: 'school' });
  expect((await context.visitor(phone)).id).toBe(id);
  context.server.now.set(before);
});

test('a pupil who withdraws the sign-up ends it everywhere; what a guardian decides ends no session', async () => {
  const { pupil, consented } = minorsSteps(context);
  const { access, phone } = await pupil();
  context.server.now.move(60_000);
  const other = await context.visitor(phone);
  await context.call('withdrawSignUp', { token: access });
  expect(await reasonOf(other.refresh)).toBe('deletion');

  const child = await consented();
  for (const decision of ['withdraw', 'erase'] as const)
    await context.call('decideForChild', { body: { ticket: child.ticket, account_id: child.id, decision } });
  const { refresh } = await context.call('refreshTokens', { body: { refresh_token: child.refresh } });
  expect(refresh.expires_in).toBeGreaterThan(0);
});
