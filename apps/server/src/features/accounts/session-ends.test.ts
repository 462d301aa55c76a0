/** Over HTTP: a refresh token whose session is over is told why, and only to who has it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSessions } from '../console/person-account.ts';
import { SESSION_GUESSES } from './session-guesses.ts';
import { SESSION_LIFE } from './sessions.ts';
import { newEmail } from './testing/valid-requests.ts';
import { type HttpAccounts, httpAccounts, type Person } from './testing/http.ts';
import { PASSWORD, PID, refusalOf } from './testing.ts';

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
  ['school', ({ id }) => endSessions(context.server.app.db, { id, at: context.server.now() })],
  [
    'blocked',
    async ({ id }) => {
      await context.block(id);
      await endSessions(context.server.app.db, { id, at: context.server.now() });
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
