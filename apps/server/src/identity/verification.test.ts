import { headers } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HttpAccounts, httpAccounts } from '../features/accounts/testing/http.ts';
import { newPhone, PASSWORD, PID, refusalOf } from '../features/accounts/testing.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());
const pid = PID;

const send = (phone: string, ticket?: string, id?: string) =>
  context.call('sendRegisterCaptcha', {
    body: { phone_number: phone, pid },
    headers: {
      ...(ticket === undefined ? {} : { [headers.captchaTicket]: ticket }),
      ...(id === undefined ? {} : { [headers.captchaId]: id }),
    },
  });
const refused = { refusal: 'InvalidTicket' };

describe('a ticket of the human verification [3.ticket]', () => {
  test('can be used once, for its scene, identity and pid', async () => {
    const identity = newPhone();
    const scene = { scene: 'register', identity, pid };
    for (const other of [
      { ...scene, scene: 'login' },
      { ...scene, identity: newPhone() },
      { ...scene, pid: 'elsewhere' },
    ]) {
      expect(await refusalOf(send(identity, await context.verified(other)))).toMatchObject(refused);
    }
    const ticket = await context.verified(scene);
    await send(identity, ticket);
    context.server.now.move(60_000);
    expect(await refusalOf(send(identity, ticket))).toMatchObject(refused);
    // After so many wrong ones a challenge has to be passed.
    expect(await refusalOf(send(identity))).toMatchObject({
      ...refused,
      detail: { data: { rule_required: true } },
    });
    await send(identity, await context.verified(scene));
  });

  test('expires after five minutes', async () => {
    const identity = newPhone();
    const scene = { scene: 'register', identity, pid };
    const ticket = await context.verified(scene);
    context.server.now.move(5 * 60_000);
    expect(await refusalOf(send(identity, ticket))).toMatchObject(refused);
    const another = await context.verified(scene);
    context.server.now.move(5 * 60_000 - 1);
    await send(identity, another);
  });

  test("with a provider's id goes with X-Captcha-Id [7.captcha-headers]", async () => {
    const identity = newPhone();
    const ticket = await context.verified({ scene: 'register', identity, pid }, 'app-1');
    expect(await refusalOf(send(identity, ticket))).toMatchObject(refused);
    expect(await refusalOf(send(identity, ticket, 'app-2'))).toMatchObject(refused);
    await send(identity, ticket, 'app-1');
  });
});

test('a sign-in that needs one is refused without it, and is not delayed with it [7.loginSecurely]', async () => {
  const { id, phone: identity } = await context.member();
  const enter = (password: string, ticket?: string) =>
    context.call('loginSecurely', {
      body: { identity, password, pid },
      headers: ticket === undefined ? {} : { [headers.captchaTicket]: ticket },
    });
  const ticket = () => context.verified({ scene: 'security', identity, pid });
  expect(await refusalOf(enter(PASSWORD))).toMatchObject(refused);
  for (let n = 0; n < 5; n += 1) {
    await refusalOf(context.call('loginByAccount', { body: { identity, password: 'Wrong-1', pid } }));
  }
  const plain = context.call('loginByAccount', { body: { identity, password: PASSWORD, pid } });
  expect(await refusalOf(plain)).toMatchObject({ refusal: 'TooManyAttempts' });
  expect(await refusalOf(enter('Wrong-1', await ticket()))).toMatchObject({ refusal: 'WrongCredentials' });
  expect((await enter(PASSWORD, await ticket())).auth.account_id).toBe(id);
  // A right one forgets all.
  await context.call('loginByAccount', { body: { identity, password: PASSWORD, pid } });
});
