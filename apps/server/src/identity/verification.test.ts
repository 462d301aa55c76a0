import { headers } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HttpAccounts, httpAccounts } from '../features/accounts/testing/http.ts';
import { newPhone, PASSWORD, PID, refusalOf } from '../features/accounts/testing.ts';

let room: HttpAccounts;
beforeAll(async () => {
  room = await httpAccounts();
});
afterAll(() => room?.close());
const pid = PID;

const send = (phone: string, ticket?: string, id?: string) =>
  room.call('sendRegisterCaptcha', {
    body: { phone_number: phone, pid },
    headers: {
      ...(ticket === undefined ? {} : { [headers.captchaTicket]: ticket }),
      ...(id === undefined ? {} : { [headers.captchaId]: id }),
    },
  });
const refused = { refusal: 'InvalidTicket' };

describe('a ticket of the human verification', () => {
  test('is good once, for its scene, identity and pid', async () => {
    const identity = newPhone();
    const scene = { scene: 'register', identity, pid };
    for (const other of [
      { ...scene, scene: 'login' },
      { ...scene, identity: newPhone() },
      { ...scene, pid: 'elsewhere' },
    ]) {
      expect(await refusalOf(send(identity, await room.verified(other)))).toMatchObject(refused);
    }
    const ticket = await room.verified(scene);
    await send(identity, ticket);
    room.server.now.move(60_000);
    expect(await refusalOf(send(identity, ticket))).toMatchObject(refused);
    // So many wrong ones are a sign: now somebody has to pass a challenge.
    expect(await refusalOf(send(identity))).toMatchObject({
      ...refused,
      detail: { data: { rule_required: true } },
    });
    await send(identity, await room.verified(scene));
  });

  test('lives five minutes', async () => {
    const identity = newPhone();
    const ticket = await room.verified({ scene: 'register', identity, pid });
    room.server.now.move(5 * 60_000);
    expect(await refusalOf(send(identity, ticket))).toMatchObject(refused);
  });

  test("with a provider's id goes with X-Captcha-Id", async () => {
    const identity = newPhone();
    const ticket = await room.verified({ scene: 'register', identity, pid }, 'app-1');
    expect(await refusalOf(send(identity, ticket))).toMatchObject(refused);
    expect(await refusalOf(send(identity, ticket, 'app-2'))).toMatchObject(refused);
    await send(identity, ticket, 'app-1');
  });
});

test('sign-in with one: never without, and no delay with one', async () => {
  const { id, phone: identity } = await room.member();
  const enter = (password: string, ticket?: string) =>
    room.call('loginSecurely', {
      body: { identity, password, pid },
      headers: ticket === undefined ? {} : { [headers.captchaTicket]: ticket },
    });
  const ticket = () => room.verified({ scene: 'security', identity, pid });
  expect(await refusalOf(enter(PASSWORD))).toMatchObject(refused);
  for (let n = 0; n < 5; n += 1) {
    await refusalOf(room.call('loginByAccount', { body: { identity, password: 'Wrong-1', pid } }));
  }
  const plain = room.call('loginByAccount', { body: { identity, password: PASSWORD, pid } });
  expect(await refusalOf(plain)).toMatchObject({ refusal: 'TooManyAttempts' });
  expect(await refusalOf(enter('Wrong-1', await ticket()))).toMatchObject({ refusal: 'WrongCredentials' });
  expect((await enter(PASSWORD, await ticket())).auth.account_id).toBe(id);
  // A right one forgets all.
  await room.call('loginByAccount', { body: { identity, password: PASSWORD, pid } });
});
