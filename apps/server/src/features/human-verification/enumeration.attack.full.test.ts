/**
 * An attack over HTTP: finding out which numbers have an account, in each way that a call might tell. Every second number
 * has one. `npm run proofs -- attack` names 3,000 numbers in each way, `npm test` 60. What may get through is what the limits leave.
 */
import { type BodyOf, type CallName, type Calls, calls, headers, refusals } from '@rollcall/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteAttack } from '../../app/testing/attack-table.ts';
import { type TestServer, testServer } from '../../app/testing.ts';

const numbers = Number(process.env.ROLLCALL_ATTACK_NUMBERS ?? 60);
/** Milliseconds that a test may take: one that is given up runs on, and moves the clock of the next. */
const LONG = 3_600_000;
const LIMIT = 5;
const pid = 'school';
const numberOf = (n: number): string => `1370${String(n).padStart(7, '0')}`;
const isRegistered = (n: number): boolean => n % 2 === 0;

let server: TestServer;
beforeAll(async () => {
  server = await testServer({
    env: {
      ROLLCALL_CODE_NAMED_LIMIT: String(LIMIT),
      ROLLCALL_TRUST_PROXY: 'loopback',
      ROLLCALL_LOG_LEVEL: 'silent',
    },
  });
  const { db } = server.app;
  const registered = Array.from({ length: numbers }, (_, n) => n).filter(isRegistered);
  const ids = registered.map(n => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
  const created_at = new Date(server.now());
  await db
    .insertInto('accounts')
    .values(ids.map(id => ({ id, pid, created_at, nickname: id, nickname_key: id })))
    .execute();
  await db
    .insertInto('identifiers')
    .values(
      registered.map((n, index) => ({
        kind: 'phone' as const,
        value: numberOf(n),
        account_id: ids[index] ?? '',
        created_at,
      })),
    )
    .execute();
});
afterAll(() => server?.stop());

interface Options {
  readonly from?: string;
  readonly token?: string;
}
const codeOf = async <N extends CallName>(
  name: N,
  body: BodyOf<Calls[N]>,
  { from = '203.0.113.9', token }: Options = {},
): Promise<string> => {
  const { method, path } = calls[name];
  const { status, json } = await server.ask(method, path, body, {
    'x-forwarded-for': from,
    [headers.pid]: pid,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  });
  if (status >= 500) throw new Error(`${name} was answered ${status}.`);
  return json?.code ?? 'ok';
};

/** How many numbers an attacker tells apart by the answers: those whose answer only registered, or only free numbers get. */
const distinguishable = async (answerOf: (phone: string, n: number) => Promise<string>): Promise<number> => {
  // Nothing of the way before counts any more.
  server.now.move(2 * 3_600_000);
  const seen = new Map<string, { registered: number; free: number }>();
  for (let n = 0; n < numbers; n += 1) {
    const answer = await answerOf(numberOf(n), n);
    const counts = seen.get(answer) ?? { registered: 0, free: 0 };
    counts[isRegistered(n) ? 'registered' : 'free'] += 1;
    seen.set(answer, counts);
  }
  const { InvalidTicket: challenged } = refusals;
  let distinguished = 0;
  for (const [answer, { registered, free }] of seen) {
    if (answer !== challenged.code && (registered === 0 || free === 0)) distinguished += registered + free;
  }
  return distinguished;
};
const expectAtMost = (way: string, distinguished: number, may: number): void => {
  noteAttack({ attack: `counting: ${way}`, tried: numbers, through: distinguished, may });
  expect(distinguished).toBeLessThanOrEqual(may);
};

test(
  'guessing codes to sign in, to reset and in an account tells of none',
  async () => {
    const captcha = '000000';
    expectAtMost(
      'phone/login with a wrong code',
      await distinguishable(phone_number => codeOf('loginByPhone', { phone_number, captcha, pid })),
      0,
    );
    expectAtMost(
      'captcha/password/check with a wrong code',
      await distinguishable(phone_number => codeOf('checkResetPasswordCaptcha', { phone_number, captcha })),
      0,
    );
    expectAtMost(
      'register/phone with a wrong code',
      await distinguishable(phone_number =>
        codeOf('registerByPhone', {
          phone_number,
          captcha,
          password: 'Uncommon-77',
          agreement_ids: [-1],
          pid,
        }),
      ),
      0,
    );
  },
  LONG,
);

test(
  'calls that send tell of five numbers an hour, from one address and from a whole network by IPv6',
  async () => {
    expectAtMost(
      'captcha/login from one IPv4 address',
      await distinguishable(phone_number =>
        codeOf('sendLoginCaptcha', { phone_number, pid }, { from: '198.51.100.1' }),
      ),
      LIMIT,
    );
    expectAtMost(
      'captcha/login from one /64, an address each',
      await distinguishable((phone_number, n) =>
        codeOf('sendLoginCaptcha', { phone_number, pid }, { from: `2001:db8:1:1::${(n + 1).toString(16)}` }),
      ),
      LIMIT,
    );
    expectAtMost(
      'captcha/login from one /48, a /64 each',
      await distinguishable((phone_number, n) =>
        codeOf('sendLoginCaptcha', { phone_number, pid }, { from: `2001:db8:2:${(n + 1).toString(16)}::1` }),
      ),
      LIMIT * 16,
    );
    expectAtMost(
      'captcha/register from one IPv4 address',
      await distinguishable(phone_number =>
        codeOf('sendRegisterCaptcha', { phone_number, pid }, { from: '198.51.101.1' }),
      ),
      LIMIT,
    );
    expectAtMost(
      'captcha/password/reset from one IPv4 address',
      await distinguishable(phone_number =>
        codeOf('sendResetPasswordCaptcha', { phone_number, pid }, { from: '198.51.102.1' }),
      ),
      LIMIT,
    );
  },
  LONG,
);

test(
  'an account asks about twenty numbers an hour, from whatever addresses',
  async () => {
    const phone_number = '13699999999';
    server.now.move(2 * 3_600_000);
    await codeOf('sendSilentLoginCaptcha', { phone_number, pid });
    const { json, text } = await server.ask(calls.loginSilently.method, calls.loginSilently.path, {
      phone_number,
      captcha: server.codes(phone_number)[0],
      pid,
    });
    expect(json?.data, text).toBeDefined();
    const signedIn = json?.data as { auth: { token: { access: { token: string } } } } | undefined;
    const token = signedIn?.auth.token.access.token ?? '';
    const own = await distinguishable(async (phone, n) => {
      if (n === 0) server.now.move(-2 * 3_600_000);
      const { status, json: answer } = await server.ask(
        'GET',
        `${calls.checkPhone.path}?phone_number=${phone}`,
        undefined,
        { authorization: `Bearer ${token}`, 'x-forwarded-for': `203.0.${n % 200}.1` },
      );
      return status === 200 ? JSON.stringify(answer?.data) : refusals.InvalidTicket.code;
    });
    expectAtMost('phone/check by one account', own, 20);
  },
  LONG,
);

test(
  'pupils of one class sign up behind the address that an attacker used up, by a challenge each',
  async () => {
    const from = '198.51.100.1';
    for (let n = 0; n < 4 * LIMIT; n += 1)
      await codeOf('sendLoginCaptcha', { phone_number: numberOf(n), pid }, { from });
    expect(await codeOf('sendRegisterCaptcha', { phone_number: '13655555555', pid }, { from })).toBe(
      refusals.InvalidTicket.code,
    );
    const { json } = await server.ask(
      calls.getCaptchaRule.method,
      calls.getCaptchaRule.path,
      { identity: '13655555555', scene: 'register', pid, timestamp: Math.floor(server.now() / 1000) },
      { 'x-forwarded-for': from },
    );
    expect(json?.data).toMatchObject({ rule: 'ALTCHA' });
  },
  LONG,
);
