/**
 * An attack run over HTTP: codes asked for from one device and 1,000 addresses, all to the numbers of one prefix.
 * `npm run proofs -- attack` asks for 10,000, `npm test` for 1,000.
 */
import { type BodyOf, type CallName, type Calls, calls, headers, refusals } from '@rollcall/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTickets } from '../../identity/tickets.ts';
import { readIdentity } from '../../platform/identifier.ts';
import { issueVerification } from '../../identity/verification.ts';
import { noteAttack } from '../../app/testing/attack-table.ts';
import { type TestServer, testServer } from '../../app/testing.ts';
import { solve } from './testing/solve.ts';
import { deviceName } from './requester.ts';

const requests = Number(process.env.ROLLCALL_ATTACK ?? 1_000);
const IPS = 1_000;
const LANES = 16;
const BUDGET = 200;
const pid = 'school';
const device = 'one device';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({
    env: {
      ROLLCALL_CODE_PREFIX_LIMIT: String(BUDGET),
      ROLLCALL_TRUST_PROXY: 'loopback',
      ROLLCALL_LOG_LEVEL: 'silent',
    },
  });
});
afterAll(() => server?.stop());

/** What the server answered: the data, or the code that it refused with. */
interface Outcome {
  readonly data?: unknown;
  readonly code?: string | undefined;
}
const ask = async <N extends CallName>(
  name: N,
  body: BodyOf<Calls[N]>,
  from: string,
  ticket?: string,
): Promise<Outcome> => {
  const { method, path } = calls[name];
  const { status, json } = await server.ask(method, path, body, {
    'x-forwarded-for': from,
    ...(ticket === undefined ? {} : { [headers.captchaTicket]: ticket }),
  });
  if (status >= 500 || !json) throw new Error(`${name} was answered ${status}.`);
  return json;
};
const ipOf = (n: number): string => `203.0.${Math.floor((n % IPS) / 250)}.${(n % 250) + 1}`;
const numberOf = (n: number): string => `1390000${String(n % 10_000).padStart(4, '0')}`;
const pupil = numberOf(9_999);
const school = ipOf(0);

const ruleFor = async (identity: string, scene: string, deviceId: string, from: string) => {
  const timestamp = Math.floor(server.now() / 1000);
  const { data } = await ask('getCaptchaRule', { identity, scene, pid, deviceId, timestamp }, from);
  return data as {
    rule: string;
    ticket?: string;
    attempt?: string;
    challenge?: Parameters<typeof solve>[0];
  };
};
const sent = (): number => server.development?.list().length ?? 0;

test(`${requests} requests stay under the budget, and a pupil of the same school and prefix still signs in [4.shared-address]`, async () => {
  const { config, db } = server.app;
  const tickets = createTickets({ db, now: server.now, secret: config.secret });
  /** A ticket of a passed challenge: attackers pay people to pass them. */
  const farmed = (identity: string) =>
    issueVerification(
      tickets,
      db,
      { scene: 'silence', identifier: readIdentity(identity), pid },
      { device: deviceName(device) },
    );

  await ask('sendSilentLoginCaptcha', { phone_number: pupil, pid }, school);
  const [captcha = ''] = server.codes(pupil);
  await ask('loginSilently', { phone_number: pupil, captcha, pid }, school);
  server.now.move(61_000);
  const before = sent();
  expect(before).toBe(1);

  /** Most without a ticket, three in ten with whatever the rule gives for nothing, two by people who pass for money. */
  const attack = async (n: number): Promise<string> => {
    const phone_number = numberOf(n);
    const from = ipOf(n);
    const ticket =
      n % 5 === 0
        ? await farmed(phone_number)
        : n % 10 < 4
          ? (await ruleFor(phone_number, 'silence', device, from)).ticket
          : undefined;
    return (await ask('sendSilentLoginCaptcha', { phone_number, pid }, from, ticket)).code ?? 'sent';
  };
  const results = new Map<string, number>();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < requests) {
      const result = await attack(next++);
      results.set(result, (results.get(result) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const { CaptchaLimitReached: used, InvalidTicket: challenged } = refusals;
  expect([...results.keys()].sort()).toEqual([used.code, challenged.code, 'sent']);
  expect([...results.values()].reduce((sum, count) => sum + count)).toBe(requests);
  expect(sent() - before).toBe(results.get('sent'));
  noteAttack({
    attack: `pumping to the numbers of one prefix, from ${IPS} addresses`,
    tried: requests,
    through: sent(),
    may: BUDGET,
  });
  // With what the pupil got before: all that numbers without an account may have, and not one more.
  expect(sent()).toBe(BUDGET);

  const login = { phone_number: pupil, pid };
  expect((await ask('sendLoginCaptcha', login, school)).code).toBe(challenged.code);
  const { rule, attempt, challenge } = await ruleFor(pupil, 'login', 'the pupil’s own', school);
  if (rule !== 'ALTCHA' || !challenge) throw new Error(`The rule is ${rule}.`);
  const solution = solve(challenge);
  const passed = await ask('checkAltcha', { attempt, challenge, solution }, school);
  const { ticket } = passed.data as { ticket: string };
  expect((await ask('sendLoginCaptcha', login, school, ticket)).code).toBeUndefined();
  const [code = ''] = server.codes(pupil);
  const entered = await ask('loginByPhone', { phone_number: pupil, captcha: code, pid }, school);
  expect(entered.data).toMatchObject({ auth: { created: false } });
  expect(sent()).toBe(BUDGET + 1);
  console.log(
    `${requests} requests from ${IPS} addresses: ${[...results].map(([name, count]) => `${name} ${count}`).join(', ')}.`,
  );
});
