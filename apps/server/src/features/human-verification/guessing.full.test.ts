/**
 * Guesses of passwords over HTTP, by attackers who follow the protocol: what got through, against what may.
 * `npm run proofs -- attack` tries 100,000 pairs of names and passwords, `npm test` 400.
 */
import { type BodyOf, type CallName, type Calls, calls, headers, refusals } from '@rollcall/contract';
import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCK, MEMORY } from '../../identity/sign-in-failures.ts';
import { readIdentity } from '../../platform/identifier.ts';
import { createTickets } from '../../identity/tickets.ts';
import { issueVerification } from '../../identity/verification.ts';
import { noteAttack } from '../../app/testing/attack-table.ts';
import { heldClock, type TestServer, testServer } from '../../app/testing.ts';
import { defaultLimits } from './risk.ts';
import { ROW_BUDGETS } from './row-budgets.ts';
import { solve } from './testing/solve.ts';

const attack = process.env.ROLLCALL_ATTACK !== undefined;
const PAIRS = attack ? 100_000 : 400;
const GUESSES = attack ? 1_000 : 130;
/** Guesses whose challenges a program solves, which takes its processor a tenth of a second each. */
const BY_PROGRAM = attack ? 1_000 : 10;
const PARALLEL = 2;
const LANES = 16;
const pid = 'school';
const password = 'Correct-1';
/** Wrong passwords from one address before a challenge is required; few in the short form, as each costs a comparison. */
const LIMIT = attack ? defaultLimits.failures.address : 15;

let server: TestServer;
let second: TestServer;
beforeAll(async () => {
  const env = {
    ROLLCALL_TRUST_PROXY: 'loopback',
    ROLLCALL_LOG_LEVEL: 'silent',
    ROLLCALL_HASH_PARALLEL: String(PARALLEL),
  };
  const now = heldClock();
  server = await testServer({ env, now, hasher: argon2 });
  second = await testServer({ env, now, beside: server, hasher: argon2 });
  await server.app.db
    .insertInto('captcha_rules')
    .values({
      scene: 'security',
      limits: JSON.stringify({ failures: { address: LIMIT } }),
      changed_at: new Date(server.now()),
    })
    .execute();
});
afterAll(async () => {
  await second?.stop();
  await server?.stop();
});

interface Answer {
  readonly data?: unknown;
  readonly code?: string;
}
const ask = async <N extends CallName>(
  name: N,
  body: BodyOf<Calls[N]>,
  from: string,
  ticket?: string,
  target = server,
) => {
  const { method, path } = calls[name];
  const { json } = await target.ask(method, path, body, {
    'x-forwarded-for': from,
    ...(ticket === undefined ? {} : { [headers.captchaTicket]: ticket }),
  });
  if (!json) throw new Error(`${name} was not answered.`);
  return json as Answer;
};
const login = (identity: string, tried: string, from: string, target = server) =>
  ask('loginByAccount', { identity, password: tried, pid, agreement_ids: [-1] }, from, undefined, target);

let last = 13_900_000_000;
/** An account with `password`; its number. */
const pupil = async (): Promise<string> => {
  last += 1;
  const phone_number = String(last);
  await ask('sendSilentLoginCaptcha', { phone_number, pid }, `198.51.100.${last % 250}`);
  const [captcha = ''] = server.codes(phone_number);
  await ask('loginSilently', { phone_number, captcha, pid, agreement_ids: [-1] }, '198.51.100.1');
  const { db } = server.app;
  const { account_id: id } = await db
    .selectFrom('identifiers')
    .select('account_id')
    .where('value', '=', phone_number)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('accounts')
    .set({ password_hash: await argon2.hash(password) })
    .where('id', '=', id)
    .execute();
  return phone_number;
};
const inLanes = async (total: number, work: (n: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const lane = async () => {
    while (next < total) await work(next++);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
};
const countResults = () => {
  const results = new Map<string, number>();
  return { results, add: (name: string) => void results.set(name, (results.get(name) ?? 0) + 1) };
};

/** The ticket to sign in: solves the built-in challenge if the rule asks for it. */
const ticketByRule = async (identity: string, from: string): Promise<string | undefined> => {
  const timestamp = Math.floor(server.now() / 1000);
  const { data } = await ask('getCaptchaRule', { identity, scene: 'security', pid, timestamp }, from);
  const { rule, attempt, challenge, ticket } = data as {
    rule: string;
    attempt?: string;
    ticket?: string;
    challenge?: Parameters<typeof solve>[0];
  };
  if (rule !== 'ALTCHA' || !challenge) return ticket;
  const answer = await ask('checkAltcha', { attempt, challenge, solution: solve(challenge) }, from);
  return (answer.data as { ticket: string }).ticket;
};

/** What may be compared beyond a limit: what each of the two servers was comparing when it was reached. */
const SLACK = 2 * PARALLEL;

test.each([
  ['an IPv4 address', () => '203.0.113.5', LIMIT],
  ['an IPv6 /64', (n: number) => `2001:db8:5:5::${(n % 60_000).toString(16)}`, LIMIT],
  ['an IPv6 /56', (n: number) => `2001:db8:6:${(n % 256).toString(16)}::1`, 4 * LIMIT],
])(
  `spraying ${PAIRS} names from %s over two servers; a classmate there still signs in`,
  async (place, from, limit) => {
    const classmate = await pupil();
    const { results, add } = countResults();
    await inLanes(PAIRS, async n => {
      const target = n % 2 === 0 ? server : second;
      const { code } = await login(`pupil_${place.length}_${n}`, 'Summer-2026', from(n), target);
      add(code ?? 'in');
    });
    const compared = results.get(refusals.WrongCredentials.code) ?? 0;
    noteAttack({
      attack: `spraying from ${place}: passwords compared`,
      tried: PAIRS,
      through: compared,
      may: limit + SLACK,
    });
    const possible = Math.min(PAIRS, limit);
    expect(compared).toBeGreaterThanOrEqual(possible - SLACK);
    expect(compared).toBeLessThanOrEqual(limit + SLACK);
    if (PAIRS > limit) {
      expect(results.get(refusals.InvalidTicket.code)).toBe(PAIRS - compared);
      expect(await login(classmate, password, from(1))).toMatchObject({
        code: refusals.InvalidTicket.code,
        data: { rule_required: true },
      });
    }
    const passed = await ticketByRule(classmate, from(1));
    const body = { identity: classmate, password, pid, agreement_ids: [-1] };
    expect(await ask('loginSecurely', body, from(1), passed)).toMatchObject({ data: { auth: {} } });
  },
);

test('spraying from one browser over many addresses; a classmate there still signs in', async () => {
  const classmate = await pupil();
  const { results, add } = countResults();
  let cookie = '';
  const { method, path } = calls.loginByAccount;
  const tries = Math.max(100, PAIRS / 10);
  const loginThere = async (identity: string, tried: string, from: string) => {
    const body = { identity, password: tried, pid, agreement_ids: [-1] };
    const answer = await server.ask(method, path, body, { 'x-forwarded-for': from, cookie });
    cookie ||= answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return answer.json as Answer;
  };
  const spray = async (first: number, end: number) => {
    for (let n = first; n < end; n += 1) {
      const from = `192.0.${Math.floor(n / 250) % 250}.${(n % 250) + 1}`;
      add((await loginThere(`browser_${n}`, 'Summer-2026', from)).code ?? 'in');
    }
  };
  const from = '198.51.103.1';
  await spray(0, 30);
  expect(await loginThere(classmate, password, from)).toMatchObject({ code: refusals.InvalidTicket.code });
  // The rule is asked for without the cookie, as from another host.
  const passed = await ticketByRule(classmate, from);
  const body = { identity: classmate, password, pid, agreement_ids: [-1] };
  const entered = await server.ask('POST', calls.loginSecurely.path, body, {
    'x-forwarded-for': from,
    cookie,
    [headers.captchaTicket]: passed ?? '',
  });
  expect(entered.json).toMatchObject({ data: { auth: {} } });
  await spray(30, tries);
  const compared = results.get(refusals.WrongCredentials.code) ?? 0;
  noteAttack({
    attack: 'spraying from one browser, over as many addresses: passwords compared',
    tried: tries,
    through: compared,
    may: defaultLimits.failures.device,
  });
  // The classmate was asked too.
  const target = ROW_BUDGETS.challenged.device - 1;
  expect(Object.fromEntries(results)).toEqual({
    [refusals.WrongCredentials.code]: defaultLimits.failures.device,
    [refusals.InvalidTicket.code]: target,
    [refusals.TooManyAttempts.code]: tries - defaultLimits.failures.device - target,
  });
  // A name beyond the budget leaves no row.
  const { rows } = await server.database.pool.query(
    "select count(*)::int as rows from named_recipients where subject like 'sign-in %'",
  );
  expect(rows).toEqual([{ rows: target + 1 }]);
  server.now.move(3_600_000);
  expect(await loginThere(classmate, password, from)).toMatchObject({ data: { auth: {} } });
});

test(`${GUESSES} guesses at one account with a challenge passed for each, from as many addresses`, async () => {
  const { config, db } = server.app;
  const tickets = createTickets({ db, now: server.now, secret: config.secret });
  const victim = await pupil();
  const identifier = readIdentity(victim);
  const { results, add } = countResults();
  const ipOf = (n: number) => `203.0.${Math.floor(n / 250)}.${(n % 250) + 1}`;
  /** A ticket of a passed challenge: attackers pay people to pass them. */
  const farmed = () => issueVerification(tickets, db, { scene: 'security', identifier, pid });
  const guess = (n: number, tried: string, ticket: string | undefined) =>
    ask('loginSecurely', { identity: victim, password: tried, pid, agreement_ids: [-1] }, ipOf(n), ticket);
  const note = ({ code, data }: Answer) =>
    add((data as { locked?: boolean } | undefined)?.locked ? 'locked' : (code ?? 'in'));
  for (let n = 0; n < BY_PROGRAM; n += 1) {
    // The failures before do not make the challenge dearer any more.
    if (n % 10 === 0) server.now.move(2 * MEMORY);
    note(await guess(n, `Wrong-${n}`, await ticketByRule(victim, ipOf(n))));
  }
  await inLanes(GUESSES - BY_PROGRAM, async n => note(await guess(n, `Bad-${n}`, await farmed())));
  const compared = results.get(refusals.WrongCredentials.code) ?? 0;
  noteAttack({
    attack: `one account, ${BY_PROGRAM} challenges solved by a program, the others passed: passwords compared`,
    tried: GUESSES,
    through: compared,
    may: LOCK,
  });
  expect(Object.fromEntries(results)).toEqual({
    [refusals.WrongCredentials.code]: LOCK,
    locked: GUESSES - LOCK,
  });
  expect(await guess(1, password, await farmed())).toMatchObject({ data: { locked: true } });
  // The person signs in by a code, which takes passwords again.
  server.now.move(61_000);
  // After so many failures a challenge is asked for the code.
  const ticket = await issueVerification(tickets, db, { scene: 'login', identifier, pid });
  await ask('sendLoginCaptcha', { phone_number: victim, pid }, '198.51.100.2', ticket);
  const [captcha = ''] = server.codes(victim);
  const entered = await ask(
    'loginByPhone',
    { phone_number: victim, captcha, pid, agreement_ids: [-1] },
    '198.51.100.2',
  );
  expect(entered).toMatchObject({ data: { auth: {} } });
  expect(await login(victim, password, '198.51.100.2')).toMatchObject({ data: { auth: {} } });
});

test('300 connections from one address, and twelve sign-ins from elsewhere', async () => {
  const phones = [];
  for (let n = 0; n < 12; n += 1) phones.push(await pupil());
  const flood = Array.from({ length: 300 }, (_, n) => login(`flood_${n}`, 'Wrong-1', '203.0.113.200'));
  const honest = await Promise.all(phones.map((phone, n) => login(phone, password, `198.51.101.${n + 1}`)));
  const entered = honest.filter(({ code }) => code === undefined).length;
  await Promise.all(flood);
  noteAttack({
    attack: 'hashing queue, 300 connections from one address: sign-ins of others refused',
    tried: 12,
    through: 12 - entered,
    may: 0,
  });
  expect(entered).toBe(12);
});
