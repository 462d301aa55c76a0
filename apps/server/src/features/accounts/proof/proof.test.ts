import type { CallName } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteAttack } from '../../../app/testing/attack-table.ts';
import { PROOF_LIFE } from '../../../identity/fresh-proof.ts';
import { SESSION_GUESSES } from '../sessions/session-guesses.ts';
import { PROVING_AGE } from './proof-ways.ts';
import { newPerson, newUsername, stepsOf, withoutNumber } from '../testing/valid-requests.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { newPhone, outcomes, PASSWORD, PID, refusalOf } from '../testing.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());

const pid = PID;
const ways = async (token: string) =>
  (await context.call('getProofWays', { token })).ways.map(one => one.way);
/** Changes how the account signs in: refused with ProofRequired without a fresh proof. */
const change = (token: string) => context.call('setUsername', { token, body: { username: newUsername() } });
const again = async (refresh: string) =>
  (await context.call('refreshTokens', { body: { refresh_token: refresh } })).access.token;
const changePhone = async (token: string, from: string, to: string) => {
  // Later than the account, which began in this very moment.
  context.server.now.move(1);
  await context.call('sendChangePhoneCaptcha', {
    token,
    body: { phone_number: to, old_phone_number: from, pid },
  });
  await context.call('changePhone', { token, body: { phone_number: to, captcha: context.code(to) } });
};

describe('a proof lets a change through for five minutes', () => {
  const cases: [string, () => Promise<{ access: string; prove: () => Promise<unknown> }>][] = [
    [
      'the password',
      async () => {
        const { access: token } = await context.member();
        const prove = () => context.call('proveByPassword', { token, body: { password: PASSWORD } });
        return { access: token, prove };
      },
    ],
    [
      'a code to the number',
      async () => {
        const { access: token, phone } = await context.visitor();
        const prove = async () => {
          await context.call('sendProofCaptcha', { token, body: { way: 'phone' } });
          const body = { way: 'phone', captcha: context.code(phone) } as const;
          return context.call('proveByCode', { token, body });
        };
        return { access: token, prove };
      },
    ],
    [
      'a code by a call to the number',
      async () => {
        const { access: token, phone } = await context.visitor();
        const prove = async () => {
          await context.call('sendProofCaptcha', { token, body: { way: 'voice' } });
          expect(context.server.development?.list(phone)[0]).toMatchObject({ channel: 'voice' });
          const body = { way: 'phone', captcha: context.code(phone) } as const;
          return context.call('proveByCode', { token, body });
        };
        return { access: token, prove };
      },
    ],
    [
      'a code to the address',
      async () => {
        const { access: token, email } = await stepsOf(context).mailed();
        const prove = async () => {
          await context.call('sendProofCaptcha', { token, body: { way: 'email' } });
          const body = { way: 'email', captcha: context.code(email) } as const;
          return context.call('proveByCode', { token, body });
        };
        return { access: token, prove };
      },
    ],
    [
      'WeChat, where nothing else is bound',
      async () => {
        const { id, access: token } = await context.visitor();
        const person = await stepsOf(context).bound(token, 'wechat');
        await withoutNumber(context, id);
        const body = { code: context.vendors.code(person), appid: person.appid };
        return { access: token, prove: () => context.call('proveByWechat', { token, body }) };
      },
    ],
  ];
  test.each(cases)('%s', async (_, begin) => {
    const { access, prove } = await begin();
    context.server.now.move(PROOF_LIFE);
    expect(await refusalOf(change(access))).toMatchObject({ refusal: 'ProofRequired' });
    const before = await context.call('getProofWays', { token: access });
    expect(before.proved_until).toBeNull();
    const until = context.server.now() + PROOF_LIFE;
    expect(await prove()).toEqual({ proved_until: until });
    expect((await context.call('getProofWays', { token: access })).proved_until).toBe(until);
    await change(access);
  });
});

describe('the ways of an account', () => {
  test('password and number; numbers and addresses are masked', async () => {
    const { access: token } = await context.member();
    const { ways } = await context.call('getProofWays', { token });
    expect(ways).toEqual([
      { way: 'password', to: null },
      { way: 'phone', to: expect.stringMatching(/^138\*{4}\d{4}$/) },
    ]);
  });

  test('a number that replaced another one proves after 72 hours', async () => {
    const { access, phone, refresh } = await context.visitor();
    const to = newPhone();
    await changePhone(access, phone, to);
    expect(await ways(access)).toEqual([]);
    expect(
      await refusalOf(context.call('sendProofCaptcha', { token: access, body: { way: 'phone' } })),
    ).toMatchObject({ refusal: 'IllegalOperation' });
    context.server.now.move(PROVING_AGE - 1);
    const token = await again(refresh);
    expect(await ways(token)).toEqual([]);
    context.server.now.move(1);
    expect(await ways(token)).toEqual(['phone']);
  });

  test('a code that was sent before the number changed does not prove', async () => {
    const { access: token, phone } = await context.visitor();
    await context.call('sendProofCaptcha', { token, body: { way: 'phone' } });
    const captcha = context.code(phone);
    await changePhone(token, phone, newPhone());
    expect(
      await refusalOf(context.call('proveByCode', { token, body: { way: 'phone', captcha } })),
    ).toMatchObject({ refusal: 'IllegalOperation' });
  });

  test("WeChat and QQ where nothing else is bound, and only the account's own", async () => {
    const { id, access: token } = await context.visitor();
    await stepsOf(context).bound(token, 'wechat');
    expect(await ways(token)).toEqual(['phone']);
    await withoutNumber(context, id);
    expect(await ways(token)).toEqual(['wechat']);
    const stranger = newPerson('wxa');
    await stepsOf(context).bound((await context.visitor()).access, 'wechat', stranger);
    for (const person of [stranger, newPerson('wxa')]) {
      const body = { code: context.vendors.code(person), appid: person.appid };
      expect(await refusalOf(context.call('proveByWechat', { token, body }))).toMatchObject({
        refusal: 'IllegalOperation',
      });
    }
  });

  test("a code for something else, or to somebody else's number, does not prove", async () => {
    const { access: token, phone } = await context.visitor();
    context.server.now.move(60_000);
    await context.call('sendCommonCaptcha', { body: { phone_number: phone, pid } });
    const captcha = context.code(phone);
    expect(
      await refusalOf(context.call('proveByCode', { token, body: { way: 'phone', captcha } })),
    ).toMatchObject({ refusal: 'CaptchaMismatch' });
  });
});

describe('a stolen token that guesses the password', () => {
  const guesses = {
    proveByPassword: (token: string) =>
      context.call('proveByPassword', { token, body: { password: 'Wrong-1' } }),
    requestDeletion: (token: string) =>
      context.call('requestDeletion', { token, body: { password: 'Wrong-1' } }),
    changePassword: (token: string) =>
      context.call('changePassword', {
        token,
        body: { old_password: 'Wrong-1', password: 'Right-22', confirm_password: 'Right-22' },
      }),
  } as const;

  test('ends the session after ten guesses over all calls', async () => {
    const { access: token, phone, id } = await context.member();
    const all = Object.values(guesses);
    for (let n = 0; n < SESSION_GUESSES; n += 1) {
      const guess = all[n % all.length] ?? guesses.proveByPassword;
      expect((await refusalOf(guess(token))).refusal).toMatch(/^Wrong/);
      context.server.now.move(5 * 60_000);
    }
    let more = 0;
    for (let n = 0; n < 40; n += 1) {
      const { refusal } = await refusalOf((all[n % all.length] ?? guesses.proveByPassword)(token));
      if (refusal !== 'TokenInvalid') more += 1;
    }
    noteAttack({
      attack: 'token theft: guesses of the password until the session ended',
      tried: SESSION_GUESSES + 40,
      through: SESSION_GUESSES + more,
      may: SESSION_GUESSES,
    });
    expect(more).toBe(0);
    // The person signs in as before.
    const { auth } = await context.signIn(phone);
    expect(auth.account_id).toBe(id);
  });

  test('gets no more guesses by concurrent calls', async () => {
    const { access: token } = await context.member();
    const ends = await outcomes(Array.from({ length: 40 }, () => guesses.proveByPassword(token)));
    expect(ends.filter(end => end === 'WrongCredentials')).toHaveLength(5);
  });

  test('the right password resets the count', async () => {
    const { refresh } = await context.member();
    let refreshToken = refresh;
    for (let round = 0; round < 2; round += 1) {
      const tokens = await context.call('refreshTokens', { body: { refresh_token: refreshToken } });
      refreshToken = tokens.refresh.token;
      const token = tokens.access.token;
      for (let n = 0; n < SESSION_GUESSES - 1; n += 1) {
        await refusalOf(guesses.proveByPassword(token));
        context.server.now.move(5 * 60_000);
      }
      const proved = context.call('proveByPassword', { token, body: { password: PASSWORD } });
      await expect(proved).resolves.toBeDefined();
    }
  });
});

test.each([
  ['to prove', 'sendProofCaptcha', () => ({ way: 'phone' })],
  ['to set a password', 'sendUpdatePasswordCaptcha', phone_number => ({ phone_number, pid })],
] as const satisfies readonly [string, CallName, (phone: string) => object][])(
  'codes %s, sent with a stolen token until no more are, leave the codes to sign in [3.code-limits]',
  async (_, name, bodyOf) => {
    const { access: token, phone } = await context.visitor();
    const send = () => context.call(name, { token, body: bodyOf(phone) as never });
    for (let sent = 0; sent < 5; sent += 1) {
      await send();
      context.server.now.move(61_000);
    }
    expect(await refusalOf(send())).toMatchObject({ refusal: 'CaptchaLimitReached' });
    await context.call('sendLoginCaptcha', { body: { phone_number: phone, pid } });
    const body = { phone_number: phone, captcha: context.code(phone), pid };
    expect(await context.call('loginByPhone', { body })).toMatchObject({ auth: { created: false } });
  },
);

test('a proof counts for its session only', async () => {
  const { access, phone } = await context.member();
  const { auth } = await context.signIn(phone);
  context.server.now.move(PROOF_LIFE);
  await context.call('proveByPassword', {
    token: auth.token.access.token,
    body: { password: PASSWORD },
  });
  expect(await refusalOf(change(access))).toMatchObject({ refusal: 'ProofRequired' });
});
