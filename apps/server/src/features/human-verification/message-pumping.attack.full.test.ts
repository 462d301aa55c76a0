/**
 * An attack over HTTP on two servers with one database: messages to as many numbers as possible, from one network or from
 * many, with a passed challenge for each. Numbers of one prefix are prefix-pumping.attack.full.test.ts. `npm run proofs -- attack` asks for 4,000 in each
 * way, `npm test` for 60.
 */
import { type BodyOf, type CallName, type Calls, calls, headers, refusals } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteAttack } from '../../app/testing/attack-table.ts';
import { heldClock, type TestServer, testServer } from '../../app/testing.ts';
import { createTickets } from '../../identity/tickets.ts';
import { issueVerification } from '../../identity/verification.ts';
import { readIdentity } from '../../platform/identifier.ts';
import { solve } from './testing/solve.ts';

const attack = process.env['ROLLCALL_ATTACK'] !== undefined;
const REQUESTS = attack ? 4_000 : 60;
/** Of one network in an hour. */
const NETWORK = attack ? 100 : 3;
/** Of everything in an hour. */
const TOTAL = attack ? 2_000 : 50;
const ALERT = TOTAL * 0.8;
/** Of everything, what one network may spend. */
const SHARE = TOTAL / 10;
const LANES = 8;
const HOUR = 3_600_000;
const pid = 'school';
const { CaptchaLimitReached: used, InvalidTicket: challenged } = refusals;

let servers: readonly [TestServer, TestServer];
const now = heldClock();
beforeAll(async () => {
  const env = {
    ROLLCALL_CODE_NETWORK_LIMIT: String(NETWORK),
    ROLLCALL_MESSAGES_PER_HOUR: String(TOTAL),
    ROLLCALL_TRUST_PROXY: 'loopback',
    ROLLCALL_LOG_LEVEL: 'warn',
  };
  const first = await testServer({ env, now });
  servers = [first, await testServer({ env, now, beside: first })];
});
afterAll(async () => {
  for (const server of servers?.toReversed() ?? []) await server.stop();
});

let last = 13_000_000_000;
/** A number that nothing was sent to, of another prefix than the one before. */
const newNumber = (): string => {
  last += 104_729;
  return String(last);
};

interface Outcome {
  readonly data?: unknown;
  readonly code?: string | undefined;
}
let turn = 0;
/** Asks one server and the other in turns. */
const ask = async <N extends CallName>(
  name: N,
  body: BodyOf<Calls[N]>,
  from: string,
  ticket?: string,
): Promise<Outcome> => {
  const server = servers[(turn += 1) % 2 === 0 ? 0 : 1];
  const { method, path } = calls[name];
  const { status, json } = await server.ask(method, path, body, {
    'x-forwarded-for': from,
    ...(ticket === undefined ? {} : { [headers.captchaTicket]: ticket }),
  });
  if (status >= 500 || !json) throw new Error(`${name} was answered ${status}.`);
  return json;
};

/** A ticket of a passed challenge: attackers pay people to pass them. */
const farmed = (identity: string) => {
  const { config, db } = servers[0].app;
  const tickets = createTickets({ db, now, secret: config.secret });
  return issueVerification(tickets, db, { scene: 'silence', identifier: readIdentity(identity), pid });
};

/** Asks for codes in concurrent lanes. @returns how many requests got each answer; `sent` is a message */
const pump = async (total: number, from: (n: number) => string, passed = true) => {
  const results = new Map<string, number>();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < total) {
      const ip = from(next++);
      const phone_number = newNumber();
      const ticket = passed ? await farmed(phone_number) : undefined;
      const { code = 'sent' } = await ask('sendSilentLoginCaptcha', { phone_number, pid }, ip, ticket);
      results.set(code, (results.get(code) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return Object.fromEntries(results);
};

/** All budgets of an hour are whole again, and failures are forgotten. */
const nextHours = () => now.move(2 * HOUR);
const hex = (n: number): string => n.toString(16);

/** Written with its first bits from `n`, so that no two share a /48. */
const anywhere = (n: number): string => `2${hex(0x400 + (n >> 12)).padStart(3, '0')}:${hex(n & 0xfff)}:1::1`;

describe.each([
  ['one IPv4 address', () => '203.0.113.5', NETWORK],
  ['an IPv4 /24, 250 addresses', (n: number) => `203.0.114.${(n % 250) + 1}`, Math.min(4 * NETWORK, SHARE)],
  ['an IPv6 /64, 400 addresses', (n: number) => `2001:db8:1:1::${hex((n % 400) + 1)}`, NETWORK],
  ['an IPv6 /56, 256 networks', (n: number) => `2001:db8:2:${hex(n % 256)}::1`, Math.min(4 * NETWORK, SHARE)],
  [
    'an IPv6 /48, 65,536 networks',
    (n: number) => `2001:db8:3:${hex((n * 61) % 65_536)}::1`,
    Math.min(16 * NETWORK, SHARE),
  ],
  ['an IPv4 /16, 65,536 addresses', (n: number) => `198.18.${(n * 7) % 256}.${(n >> 8) % 256}`, TOTAL],
  ['IPv6 addresses of different /48', anywhere, TOTAL],
])('%s', (place, from, limit) => {
  const may = Math.min(limit, TOTAL);
  test(`with a challenge passed for each of ${REQUESTS} requests gets ${may} messages, and not one more`, async () => {
    nextHours();
    const results = await pump(REQUESTS, from);
    const through = results['sent'] ?? 0;
    noteAttack({ attack: `pumping, challenges passed, from ${place}`, tried: REQUESTS, through, may });
    expect(results).toEqual({
      sent: Math.min(may, REQUESTS),
      ...(REQUESTS > may && { [used.code]: REQUESTS - may }),
    });
  });
});

describe('when most of the budget of everything is spent', () => {
  const pupil = newNumber();
  const home = '198.51.100.7';
  const login = { phone_number: pupil, pid };
  /** A ticket as the pupil's browser gets it. */
  const passChallenge = async (): Promise<string> => {
    const { data } = await ask(
      'getCaptchaRule',
      { identity: pupil, scene: 'login', pid, timestamp: Math.floor(now() / 1000) },
      home,
    );
    const { rule, attempt, challenge } = data as {
      rule: string;
      attempt: string;
      challenge: Parameters<typeof solve>[0];
    };
    expect(rule).toBe('ALTCHA');
    const passed = await ask('checkAltcha', { attempt, challenge, solution: solve(challenge) }, home);
    return (passed.data as { ticket: string }).ticket;
  };
  const logged = (message: string) =>
    servers.flatMap(({ lines }) => lines).filter(line => line.includes(message)).length;

  test('every call needs a challenge, and a pupil who passes one gets a code', async () => {
    nextHours();
    await ask('sendSilentLoginCaptcha', { phone_number: pupil, pid }, home);
    const [captcha = ''] = servers.flatMap(server => server.codes(pupil));
    await ask('loginSilently', { phone_number: pupil, captcha, pid }, home);
    now.move(61_000);
    const before = logged('most of the message budget is spent');
    const results = await pump(REQUESTS, anywhere, false);
    const through = 1 + (results['sent'] ?? 0);
    noteAttack({
      attack: 'pumping, no challenge passed, from IPv6 addresses of different /48',
      tried: REQUESTS,
      through,
      may: ALERT + LANES - 1,
    });
    expect(Object.keys(results).sort()).toEqual([challenged.code, 'sent']);
    // Requests that run while the count reaches it are beyond, one of each lane at most.
    expect(through).toBeGreaterThanOrEqual(ALERT);
    expect(through).toBeLessThan(ALERT + LANES);
    expect(logged('most of the message budget is spent') - before).toBe(1);

    expect(await ask('sendLoginCaptcha', login, home)).toMatchObject({
      code: challenged.code,
      data: { rule_required: true },
    });
    expect(await ask('sendLoginCaptcha', login, home, await passChallenge())).toHaveProperty('data');
  });

  test('when all of it is spent, a pupil who passes a challenge still gets a code; strangers wait until the hour ends', async () => {
    const before = logged('the message budget is spent');
    await pump(REQUESTS, anywhere);
    expect(logged('the message budget is spent') - before).toBe(1);
    const { rows } = await servers[0].database.pool.query(
      `select spent from budgets where name = 'all|strangers|hour'`,
    );
    expect(rows).toEqual([{ spent: TOTAL }]);

    now.move(61_000);
    // Without a passed challenge nobody can tell who has an account.
    const unknown = newNumber();
    const silent = (phone_number: string, ticket?: string) =>
      ask('sendSilentLoginCaptcha', { phone_number, pid }, home, ticket);
    const [own, others] = [await silent(pupil), await silent(unknown)];
    expect(own).toEqual(others);
    const through = (await ask('sendLoginCaptcha', login, home, await passChallenge())).data ? 1 : 0;
    noteAttack({
      attack: 'silencing: pupils kept out by strangers who spent all of their budget',
      tried: 1,
      through: 1 - through,
      may: 0,
    });
    expect(through).toBe(1);
    now.move(61_000);
    const refused = await silent(unknown, await farmed(unknown));
    expect(refused).toMatchObject({ code: used.code });
    const { retry_after: left } = refused.data as { retry_after: number };
    expect(left).toBeGreaterThan(0);
    now.move(left * 1000);
    expect(await ask('sendLoginCaptcha', login, home)).toHaveProperty('data');
  });
});
