import { pino } from 'pino';
import { createMessageBudget } from '../../../messages/message-budget.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { CODE_LIFE, type Codes, createCodes } from './codes.ts';
import { newPhone, outcomes, refusalOf, type TestAccounts, testAccounts, wrongCode } from '../testing.ts';

let context: TestAccounts;
let codes: Codes;
let phone: string;
beforeAll(async () => {
  context = await testAccounts();
  const { db, config } = context.database;
  const messages = {
    send: async (message: (typeof context.sent)[number]) => {
      if (context.failure) throw context.failure;
      context.sent.push(message);
    },
  };
  const budget = createMessageBudget({ db, log: pino({ level: 'silent' }), limits: config.codes });
  codes = createCodes({
    db,
    now: context.now,
    messages,
    secret: config.secret,
    budget,
    limits: config.codes,
  });
});
afterAll(() => context.close());
beforeEach(() => {
  phone = newPhone();
  context.failure = undefined;
});

const send = (purpose: 'login' | 'reset' | 'silence' = 'login', recipient = phone) =>
  codes.send({ purpose, recipient, channel: 'sms', ip: '192.0.2.1', of: 'strangers', language: 'en' });
const consume = (code: string, purpose: 'login' | 'reset' = 'login', recipient = phone) =>
  transaction(context.database.db, db => codes.consume(db, purpose, recipient, code));

describe('a code [3.code]', () => {
  test('is six digits, and is used once', async () => {
    await send();
    const code = context.code(phone);
    expect(code).toMatch(/^\d{6}$/);
    await codes.check('login', phone, code);
    await consume(code);
    expect(await refusalOf(codes.check('login', phone, code))).toMatchObject({ refusal: 'CaptchaMismatch' });
    expect(await refusalOf(consume(code))).toMatchObject({ refusal: 'CaptchaMismatch' });
  });

  test('of a hundred uses at once one succeeds', async () => {
    await send();
    const code = context.code(phone);
    const ends = await outcomes(
      Array.from({ length: 100 }, async () => {
        await codes.check('login', phone, code);
        await consume(code);
      }),
    );
    expect(ends.filter(end => end === 'ok')).toHaveLength(1);
  });

  test('is bound to its purpose and its recipient', async () => {
    await send('login');
    const code = context.code(phone);
    expect(await refusalOf(codes.check('reset', phone, code))).toMatchObject({ refusal: 'CaptchaMismatch' });
    const other = newPhone();
    await send('login', other);
    if (context.code(other) !== code) await refusalOf(codes.check('login', other, code));
    expect(await refusalOf(consume(code, 'reset'))).toMatchObject({ refusal: 'CaptchaMismatch' });
    expect(await refusalOf(consume(code, 'login', newPhone()))).toMatchObject({ refusal: 'CaptchaMismatch' });
    await consume(code);
  });

  test('expires after ten minutes', async () => {
    await send();
    context.now.move(CODE_LIFE - 1);
    await codes.check('login', phone, context.code(phone));
    context.now.move(1);
    expect(
      await outcomes([codes.check('login', phone, context.code(phone)), consume(context.code(phone))]),
    ).toEqual(['CaptchaMismatch', 'CaptchaMismatch']);
  });

  test('is valid after four wrong guesses and void after five, also when they come at once', async () => {
    await send();
    const code = context.code(phone);
    for (let n = 0; n < 4; n += 1) await refusalOf(codes.check('login', phone, wrongCode(code)));
    await codes.check('login', phone, code);
    await refusalOf(codes.check('login', phone, wrongCode(code)));
    expect(await refusalOf(codes.check('login', phone, code))).toMatchObject({ refusal: 'CaptchaMismatch' });
    expect(await refusalOf(consume(code))).toMatchObject({ refusal: 'CaptchaMismatch' });
  });

  test('of fifty wrong guesses at once, the fifth voids the code', async () => {
    await send();
    const code = context.code(phone);
    await outcomes(Array.from({ length: 50 }, () => codes.check('login', phone, wrongCode(code))));
    const row = await context.database.db
      .selectFrom('codes')
      .select('attempts')
      .where('address', '=', phone)
      .executeTakeFirstOrThrow();
    expect(row.attempts).toBe(5);
    expect(await refusalOf(codes.check('login', phone, code))).toMatchObject({ refusal: 'CaptchaMismatch' });
  });

  test('the fifth wrong guess is told that it was the last, and every later one', async () => {
    await send();
    const code = context.code(phone);
    const over = async (guess: string) =>
      (await refusalOf(codes.check('login', phone, guess))).detail.data?.over === true;
    const exhausted = [];
    for (let n = 0; n < 6; n += 1) exhausted.push(await over(wrongCode(code)));
    expect(exhausted).toEqual([false, false, false, false, true, true]);
    expect(await over(code)).toBe(true);
    context.now.move(10 * 60_000);
    expect(await over(code)).toBe(false);
  });

  test('a code that was used is not told apart from none', async () => {
    await send();
    const code = context.code(phone);
    await consume(code);
    const { detail } = await refusalOf(codes.check('login', phone, wrongCode(code)));
    expect(detail.data?.over).toBeUndefined();
  });

  test('a right guess is not counted, and the code stays valid if the call is refused afterwards', async () => {
    await send();
    const code = context.code(phone);
    for (let n = 0; n < 7; n += 1) {
      await codes.check('login', phone, code);
      const rolledBack = transaction(context.database.db, async db => {
        await codes.consume(db, 'login', phone, code);
        throw refuse('PhoneRegistered');
      });
      expect(await refusalOf(rolledBack)).toMatchObject({ refusal: 'PhoneRegistered' });
    }
    await consume(code);
  });

  test('is void once the next is sent', async () => {
    await send();
    const first = context.code(phone);
    context.now.move(60_000);
    await send();
    if (context.code(phone) !== first) {
      expect(await refusalOf(codes.check('login', phone, first))).toMatchObject({
        refusal: 'CaptchaMismatch',
      });
    }
    await codes.check('login', phone, context.code(phone));
  });

  test('is stored neither in clear nor as a plain hash', async () => {
    await send();
    const rows = await context.database.db
      .selectFrom('codes')
      .selectAll()
      .where('address', '=', phone)
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.mac).toHaveLength(32);
    expect(JSON.stringify({ ...rows[0], address: '' })).not.toContain(`"${context.code(phone)}"`);
  });
});

describe('sending [3.code-limits]', () => {
  test('sends once a minute for a purpose and a recipient, whether the code was used or not', async () => {
    expect(await send()).toEqual({ retry_after: 60, expires_in: 600 });
    await consume(context.code(phone));
    context.now.move(20_500);
    expect(await refusalOf(send())).toMatchObject({
      refusal: 'CaptchaTooFrequent',
      detail: { data: { retry_after: 40 } },
    });
    await send('reset');
    await send('login', newPhone());
    context.now.move(39_500);
    await send();
  });

  test('sends one code for twenty requests at once', async () => {
    const ends = await outcomes(Array.from({ length: 20 }, () => send()));
    expect(ends.filter(end => end === 'ok')).toHaveLength(1);
    expect(new Set(ends)).toEqual(new Set(['ok', 'CaptchaTooFrequent']));
    expect(context.sent.filter(message => message.to === phone)).toHaveLength(1);
  });

  test('sends ten codes a day to a recipient for all purposes; the day begins with the first one', async () => {
    for (let n = 0; n < 5; n += 1) {
      await send('login');
      await send('reset');
      context.now.move(60_000);
    }
    expect(await refusalOf(send('silence'))).toMatchObject({
      refusal: 'CaptchaLimitReached',
      detail: { data: { retry_after: 24 * 3600 - 300 } },
    });
    // A refused one has cost nothing: neither a place nor the wait.
    context.now.move(24 * 3600_000 - 300_000);
    await send('silence');
  });

  test('a sender that fails uses up no limit: the next request is sent at once, and ten a day remain', async () => {
    context.failure = new Error('the vendor is down');
    for (let n = 0; n < 15; n += 1) await expect(send()).rejects.toThrow('the vendor is down');
    context.failure = refuse('CaptchaTooFrequent');
    expect(await refusalOf(send())).toMatchObject({ refusal: 'CaptchaTooFrequent' });
    context.failure = undefined;
    for (let n = 0; n < 10; n += 1) {
      await send();
      context.now.move(60_000);
    }
    expect(await refusalOf(send())).toMatchObject({ refusal: 'CaptchaLimitReached' });
  });

  test('a clock that is set back delays the next code by two minutes at most', async () => {
    for (const back of [1_000, 59_000, 600_000, 3_600_000, 30 * 24 * 3600_000]) {
      const recipient = newPhone();
      for (let n = 0; n < 10; n += 1) {
        await send('login', recipient);
        context.now.move(60_000);
      }
      context.now.move(-60_000 - back);
      // Within two waits the minute is over; the day's ten are forgotten where its beginning lies ahead.
      context.now.move(120_000);
      const [end] = await outcomes([send('login', recipient)]);
      expect(['ok', 'CaptchaLimitReached']).toContain(end);
      if (back >= 30 * 24 * 3600_000) expect(end).toBe('ok');
    }
  });

  test('the limits hold for any sequence of requests', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 30 }), async waits => {
        const recipient = newPhone();
        const times: number[] = [];
        for (const wait of waits) {
          context.now.move(wait);
          const last = times.at(-1);
          const expected =
            last !== undefined && context.now() - last < 60_000
              ? 'CaptchaTooFrequent'
              : times.length >= 10
                ? 'CaptchaLimitReached'
                : 'ok';
          expect(await outcomes([send('login', recipient)])).toEqual([expected]);
          if (expected === 'ok') times.push(context.now());
        }
      }),
      { numRuns: 25 },
    );
  });
});
