/** The secret is changed by a restart: nobody is signed out, and what was begun can be finished. */
import { calls, signedIn } from '@rollcall/contract';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Secret } from '../platform/derive-key.ts';
import { createLog } from '../platform/log.ts';
import { type RunningServer, startServer } from './start.ts';
import { heldClock, testDatabase, type TestDatabase } from './testing.ts';

const OLD = 'Zq3-a-secret-of-my-own-0123456789-xyz';
const NEW = 'Kp7-another-secret-of-my-own-9876543-abc';
const phone = '13800000001';
const NEXT = 'Rt4-a-third-secret-of-my-own-4567890-qrs';

const now = heldClock();
let database: TestDatabase;
let running: RunningServer | undefined;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await running?.stop();
  await database.close();
});

/** Stops the server and starts it with another secret, on the same database. */
const restart = async (secret: Secret): Promise<void> => {
  await running?.stop();
  const config = { ...database.config, secret, codes: { ...database.config.codes, retrySeconds: 0 } };
  running = await startServer(config, { now, log: createLog(config, { write: () => {} }) });
};
const ask = async (method: string, path: string, body?: object, token?: string) => {
  const answer = await fetch(`${running?.url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, data: ((await answer.json()) as { data?: unknown }).data };
};
const code = () => running?.development?.list(phone)[0]?.code ?? '';
const tokens = (data: unknown) => v.parse(signedIn, data).auth.token;
const refresh = async (refresh_token: string) => {
  const { status, data } = await ask('PUT', calls.refreshTokens.path, { refresh_token });
  return { status, token: (data as { refresh?: { token: string } } | undefined)?.refresh?.token ?? '' };
};
const sendLogin = () => ask('POST', calls.sendLoginCaptcha.path, { phone_number: phone, pid: 'school' });

it('accepts what the previous secret made, renews it, and can then forget that secret', async () => {
  await restart(OLD);
  await ask('POST', calls.sendRegisterCaptcha.path, { phone_number: phone, pid: 'school' });
  const body = {
    phone_number: phone,
    captcha: code(),
    password: 'Hush-hush1',
    agreement_ids: [-1],
    pid: 'school',
  };
  const first = tokens((await ask('POST', calls.registerByPhone.path, body)).data);
  await sendLogin();
  const sent = code();

  await restart({ current: NEW, previous: OLD });
  // the access token, by a key that the old secret sealed
  expect((await ask('GET', calls.getPrivacy.path, undefined, first.access.token)).status).toBe(200);
  // the code that was on its way
  const signIn = { phone_number: phone, captcha: sent, pid: 'school', agreement_ids: [-1] };
  expect((await ask('POST', calls.loginByPhone.path, signIn)).status).toBe(200);
  const renewed = await refresh(first.refresh.token);
  expect(renewed.status).toBe(200);

  await restart(NEW);
  expect((await ask('GET', calls.getPrivacy.path, undefined, first.access.token)).status).toBe(200);
  expect((await refresh(renewed.token)).status).toBe(200);
  // what was not renewed belongs to the old secret alone
  expect((await refresh(first.refresh.token)).status).not.toBe(200);
});

it('keeps the links of messages that were sent before: they take a change back, and end all sessions', async () => {
  const other = '13800000002';
  await restart(NEW);
  await ask('POST', calls.sendSilentLoginCaptcha.path, { phone_number: other, pid: 'school' });
  const captcha = running?.development?.list(other)[0]?.code ?? '';
  const body = { phone_number: other, captcha, pid: 'school' };
  const { access } = tokens((await ask('POST', calls.loginSilently.path, body)).data);
  const named = await ask('PATCH', calls.setUsername.path, { username: 'before_the_change' }, access.token);
  expect(named.status).toBe(200);
  const notice = () => running?.development?.listNotices(other).find(({ takeBack }) => takeBack);
  await expect.poll(notice).toBeDefined();
  const { link, takeBack } = notice() ?? {};
  const press = async (url = '') => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${running?.url}${new URL(url).pathname}`, {
      method: 'POST',
      body: '',
      headers,
    });
    return answer.status;
  };

  await restart({ current: NEXT, previous: NEW });
  expect(await press(takeBack)).toBe(200);
  // It was used, and is not taken again.
  expect(await press(takeBack)).toBe(410);
  expect(await press(link)).toBe(200);
  expect((await ask('GET', calls.getPrivacy.path, undefined, access.token)).status).toBe(401);
  // Back, for the tests below.
  await restart({ current: NEW, previous: NEXT });
});

it('refuses to start with another secret, and starts again with the one before', async () => {
  await expect(restart('Wx5-a-mistaken-secret-0123456789-zyx')).rejects.toThrow(
    'The key of second factors does not open with ROLLCALL_SECRET.',
  );
  running = undefined;
  await restart(NEW);
  expect((await sendLogin()).status).toBe(200);
});
