/** An attack run: 10,000 codes asked for from one device and 1,000 addresses, all to the numbers of one prefix. */
import { type Call, type CallName, calls, headers } from '@rollcall/contract';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccounts } from '../accounts/accounts.ts';
import { createTickets } from '../accounts/tickets.ts';
import { issueVerification } from '../accounts/verification.ts';
import type { Handler, Input } from '../http/handler.ts';
import type { Message } from '../messages/messages.ts';
import { Refusal } from '../refuse.ts';
import { heldClock, type TestDatabase, testDatabase } from '../testing.ts';
import { createCaptcha } from './captcha.ts';
import { deviceName } from './watch.ts';
import { solve } from './testing/solve.ts';

const BUDGET = 200;
const pid = 'school';
let database: TestDatabase;
const now = heldClock();
const sent: Message[] = [];
let ask: (name: CallName, body: object, from: string, ticket?: string) => Promise<unknown>;
let stop: () => Promise<void>;
let farmed: (identity: string) => Promise<string>;

beforeAll(async () => {
  database = await testDatabase({
    env: { ROLLCALL_CODE_PREFIX_LIMIT: String(BUDGET), ROLLCALL_DATABASE_POOL: '20' },
  });
  const { config, db } = database;
  const log = pino({ level: 'silent' });
  const messages = { send: async (message: Message) => void sent.push(message) };
  const captcha = createCaptcha({ config, db, now, log });
  const accounts = await createAccounts({
    config,
    db,
    now,
    log,
    messages,
    verification: captcha.verification,
  });
  const handlers: Record<CallName, unknown> = { ...accounts.handlers, ...captcha.handlers };
  ask = async (name, body, address, ticket) => {
    const row: Call = calls[name];
    const shown: Record<string, string | undefined> = { [headers.captchaTicket]: ticket };
    const input = {
      body: row.body && v.parse(row.body, body),
      query: undefined,
      caller: undefined,
      address,
      userAgent: '',
      language: 'zh-CN',
      header: (header: string) => shown[header],
      log,
    } as unknown as Input;
    return (handlers[name] as Handler<Call>)(input);
  };
  const tickets = createTickets({ db, now, secret: config.secret });
  farmed = identity =>
    issueVerification(tickets, db, { scene: 'silence', identity, pid }, { device: deviceName('one device') });
  stop = async () => {
    captcha.close();
    await accounts.close();
    await database.close();
  };
});
afterAll(() => stop?.());

const refusedOr = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'sent',
    (error: unknown) => {
      if (error instanceof Refusal) return error.refusal;
      throw error;
    },
  );
const addressOf = (n: number): string => `203.0.${Math.floor((n % 1_000) / 250)}.${(n % 250) + 1}`;
const numberOf = (n: number): string => `1390000${String(n % 10_000).padStart(4, '0')}`;
const pupil = numberOf(9_999);
const codeTo = (to: string): string => sent.findLast(message => message.to === to)?.code ?? '';
const ruleFor = (identity: string, scene: string, deviceId: string, from: string) =>
  ask(
    'getCaptchaRule',
    { identity, scene, pid, deviceId, timestamp: Math.floor(now() / 1000) },
    from,
  ) as Promise<{
    rule: string;
    ticket?: string;
    attempt?: string;
    challenge?: Parameters<typeof solve>[0];
  }>;

test('stays under the budget, and a pupil of the same school and prefix still signs in', async () => {
  await ask('sendSilentLoginCaptcha', { phone_number: pupil, pid }, addressOf(0));
  await ask('loginSilently', { phone_number: pupil, captcha: codeTo(pupil), pid }, addressOf(0));
  now.move(61_000);
  const before = sent.length;

  /** Most without a ticket, three in ten with whatever the rule gives for nothing, one by people who pass for money. */
  const attack = async (n: number): Promise<string> => {
    const phone_number = numberOf(n);
    const from = addressOf(n);
    const post = (ticket?: string) =>
      refusedOr(ask('sendSilentLoginCaptcha', { phone_number, pid }, from, ticket));
    if (n % 10 === 0) return post(await farmed(phone_number));
    if (n % 10 < 4) return post((await ruleFor(phone_number, 'silence', 'one device', from)).ticket);
    return post();
  };
  const results = new Map<string, number>();
  const asked = Array.from({ length: 10_000 }, (_, n) => n).filter(n => numberOf(n) !== pupil);
  const lane = async (): Promise<void> => {
    for (let n = asked.shift(); n !== undefined; n = asked.shift()) {
      const result = await attack(n);
      results.set(result, (results.get(result) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  expect([...results.keys()].sort()).toEqual(['CaptchaLimitReached', 'InvalidTicket', 'sent']);
  expect(sent.length - before).toBe(results.get('sent'));
  // With what the pupil got before: all that numbers without an account may have, and not one more.
  expect(sent.length).toBe(BUDGET * 0.8);

  const school = addressOf(0);
  const login = { phone_number: pupil, pid };
  expect(await refusedOr(ask('sendLoginCaptcha', login, school))).toBe('InvalidTicket');
  const { rule, attempt, challenge } = await ruleFor(pupil, 'login', 'the pupil’s own', school);
  if (rule !== 'ALTCHA' || !challenge) throw new Error(`The rule is ${rule}.`);
  const solution = solve(challenge);
  const { ticket } = (await ask('checkAltcha', { attempt, challenge, solution }, school)) as {
    ticket: string;
  };
  await ask('sendLoginCaptcha', login, school, ticket);
  const entered = await ask('loginByPhone', { phone_number: pupil, captcha: codeTo(pupil), pid }, school);
  expect(entered).toMatchObject({ auth: { created: false } });
  expect(sent.length).toBeLessThanOrEqual(BUDGET);
}, 120_000);
