/**
 * Calls that must not tell who has an account do the same work for a known name and an unknown one. The long form
 * (`npm run proofs -- timing`) measures the time of each over HTTP, in turn, and compares the two samples by a statistical test.
 */
import { randomInt } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { type CallName, calls, type RefusalName, refusals } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer } from '../../../app/testing.ts';
import { PARAMETERS } from '../../../platform/hasher.ts';
import { type Identifier, readIdentity } from '../../../platform/identifier.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { createAccount } from './creation.ts';
import { mannWhitney } from '../testing/mann-whitney.ts';
import { newEmail, newUsername } from '../testing/valid-requests.ts';
import { newPhone, PASSWORD, PID, type TestAccounts, testAccounts, wrongCode } from '../testing.ts';

const pid = PID;
let context: TestAccounts;
let hash: string;
let hashes = 0;
let statements: string[] = [];
beforeAll(async () => {
  hash = await argon2.hash(PASSWORD, PARAMETERS);
  context = await testAccounts({
    hasher: {
      hash: (password, parameters) => {
        hashes += 1;
        return argon2.hash(password, parameters);
      },
      verify: (known, password) => {
        hashes += 1;
        return argon2.verify(known, password);
      },
    },
    onStatement: kind => {
      statements.push(kind);
    },
  });
});
afterAll(() => context?.close());

const known = async (identity: string, passwordHash: string | null = hash): Promise<string> => {
  const identifier: Identifier = readIdentity(identity);
  await createAccount(context.database.db, {
    pid,
    identifier,
    passwordHash,
    at: context.now(),
    language: 'zh-CN',
  });
  return identity;
};

/** What a call took, and how it ended. */
const workOf = async (call: () => Promise<unknown>) => {
  const sent = context.sent.length;
  hashes = 0;
  statements = [];
  const end = await call().then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof Refusal) return error.refusal;
      throw error;
    },
  );
  return { end, hashes, statements, messages: context.sent.length - sent };
};

describe('a known and an unknown name cause the same hashings, statements and messages', () => {
  test.each([
    ['phone number', newPhone],
    ['e-mail address', newEmail],
    ['username', newUsername],
  ])('wrong passwords with a %s', async (_, name) => {
    const names = [await known(name()), await known(name(), null), name()];
    for (let guess = 0; guess < 7; guess += 1) {
      const work = [];
      for (const identity of names) {
        work.push(
          await workOf(() =>
            context.call('loginByAccount', { body: { identity, password: 'Wrong-1', pid } }),
          ),
        );
      }
      expect(work[1]).toEqual(work[0]);
      expect(work[2]).toEqual(work[0]);
    }
  });

  test.each([
    ['sendEmailLoginCaptcha', 'loginByEmail'],
    ['sendEmailResetCaptcha', 'checkEmailResetCaptcha'],
  ] as const)('%s, and wrong codes to %s', async (send, use) => {
    const emails = [await known(newEmail()), newEmail()];
    const sending = [];
    for (const email of emails)
      sending.push(await workOf(() => context.call(send, { body: { email, pid } })));
    expect(sending[0]).toMatchObject({ end: 'ok', messages: 1 });
    expect(sending[1]).toEqual(sending[0]);
    const captcha = wrongCode(context.code(emails[0] ?? ''));
    for (let guess = 0; guess < 7; guess += 1) {
      const work = [];
      for (const email of emails) {
        work.push(await workOf(() => context.call(use, { body: { email, captcha, pid } })));
      }
      expect(work[0]).toMatchObject({ end: 'CaptchaMismatch', hashes: 0, messages: 0 });
      expect(work[1]).toEqual(work[0]);
    }
  });

  test.each(['loginByPhone', 'checkResetPasswordCaptcha'] as const)('wrong codes to %s', async use => {
    const phones = [await known(newPhone()), newPhone()];
    const work = [];
    for (const phone_number of phones) {
      work.push(await workOf(() => context.call(use, { body: { phone_number, captcha: '123456', pid } })));
    }
    expect(work[0]).toMatchObject({ end: 'CaptchaMismatch' });
    expect(work[1]).toEqual(work[0]);
  });
});

/** Names of each kind that are measured; 0: none. */
const SAMPLES = Number(process.env['ROLLCALL_TIMING'] ?? 0);
/** Calls before the first that counts. */
const WARM_UP = 100;
const SIGNIFICANT = 0.01;

const measured = (SAMPLES > 0 ? describe : () => {}) as typeof describe;
measured('over HTTP a known and an unknown name take the same time', () => {
  /** Each request comes from elsewhere, so that no limit by IP address is met. */
  const somewhere = () => [randomInt(1, 224), randomInt(256), randomInt(256), randomInt(1, 255)].join('.');
  const compared: readonly { readonly call: CallName; readonly end: 'ok' | RefusalName }[] = [
    { call: 'loginByAccount', end: 'WrongCredentials' },
    { call: 'sendEmailLoginCaptcha', end: 'ok' },
    { call: 'loginByEmail', end: 'CaptchaMismatch' },
    { call: 'sendEmailResetCaptcha', end: 'ok' },
    { call: 'checkEmailResetCaptcha', end: 'CaptchaMismatch' },
  ];

  test(`${SAMPLES} of each, in turn`, async () => {
    const server = await testServer({
      env: { ROLLCALL_TRUST_PROXY: 'loopback', ROLLCALL_LOG_LEVEL: 'warn' },
      hasher: argon2,
    });
    try {
      const times = new Map(
        compared.map(({ call }) => [call, { known: [] as number[], unknown: [] as number[] }]),
      );
      for (let round = 0; round < WARM_UP + SAMPLES; round += 1) {
        const names = { known: newEmail(), unknown: newEmail() };
        await createAccount(server.app.db, {
          pid,
          identifier: readIdentity(names.known),
          passwordHash: hash,
          at: server.now(),
          language: 'zh-CN',
        });
        // In either order, so that neither gains by what the other left in a cache.
        const order = randomInt(2) === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        for (const { call, end } of compared) {
          for (const kind of order) {
            const email = names[kind];
            const captcha = wrongCode(server.codes(email)[0] ?? '');
            const body = { email, identity: email, password: 'Wrong-1', captcha, pid };
            const { method, path } = calls[call];
            const from = { 'x-forwarded-for': somewhere() };
            const began = performance.now();
            const { json } = await server.ask(method, path, body, from);
            const took = performance.now() - began;
            expect(json?.code ?? 'ok').toBe(end === 'ok' ? end : refusals[end].code);
            if (round >= WARM_UP) times.get(call)?.[kind].push(took);
          }
        }
      }
      const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];
      const found = [...times].map(([call, { known: first, unknown: second }]) => ({
        call,
        'known, median ms': median(first)?.toFixed(3),
        'unknown, median ms': median(second)?.toFixed(3),
        p: mannWhitney(first, second),
      }));
      console.table(found);
      // Several calls are compared: by chance alone one of them is below 0.01 more often than in one of a hundred runs.
      for (const { call, p } of found) expect(p, call).toBeGreaterThan(SIGNIFICANT / found.length);
    } finally {
      await server.stop();
    }
  });
});
