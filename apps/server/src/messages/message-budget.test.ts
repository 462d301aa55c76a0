import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../app/testing.ts';
import { transaction } from '../platform/database/transaction.ts';
import { createMessageBudget } from './message-budget.ts';
import { messageMetrics } from './metrics.ts';
import type { CodeSettings } from './settings.ts';

const HOUR = 3_600_000;
const now = heldClock();
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.truncate());

const open = (changed: Partial<CodeSettings>) => {
  const limits = { ...database.config.codes, ...changed };
  const budget = createMessageBudget({ db: database.db, log: pino({ level: 'silent' }), limits });
  let last = 0;
  /** A code to a new number from a new network. @returns `sent`, or the refusal */
  const code = async (
    ip = `198.51.${(last += 1) % 250}.1`,
    of: 'strangers' | 'accounts' = 'strangers',
  ): Promise<unknown> => {
    const recipient = String(13_000_000_000 + 104_729 * (last += 1));
    try {
      await transaction(database.db, trx =>
        budget.spendCode(trx, { recipient, purpose: 'login', ip, of }, now()),
      );
      return 'sent';
    } catch (error) {
      return error;
    }
  };
  const codes = async (count: number, ip?: string) => {
    for (let n = 0; n < count; n += 1) expect(await code(ip)).toBe('sent');
  };
  return { budget, code, codes };
};
const refused = (seconds: number) => ({
  refusal: 'CaptchaLimitReached',
  detail: { data: { retry_after: seconds } },
});

describe('the budget of everything', () => {
  test('of a day outlasts those of its hours', async () => {
    const { code, codes } = open({ hourlyTotal: 4, dailyTotal: 6 });
    await codes(4);
    expect(await code()).toMatchObject(refused(3600));
    now.move(HOUR);
    await codes(2);
    expect(await code()).toMatchObject(refused(23 * 3600));
    now.move(23 * HOUR);
    await codes(1);
  });

  test('of strangers is theirs alone: people with accounts and security messages have their own', async () => {
    const { budget, code, codes } = open({ hourlyTotal: 2, prefixLimit: 5, networkLimit: 5 });
    const notice = (to: string) =>
      transaction(database.db, trx => budget.spendNotice(trx, to, 'new-device', now()));
    await codes(2);
    expect(await code()).toMatchObject(refused(3600));
    for (const to of ['13100000001', '13200000002']) {
      expect(await code(undefined, 'accounts')).toBe('sent');
      await notice(to);
    }
    expect(await code(undefined, 'accounts')).toMatchObject(refused(3600));
    await expect(notice('13300000003')).rejects.toMatchObject(refused(3600));
  });

  test('of strangers is spent by messages to guardians, whose numbers a pupil who waits names', async () => {
    const { budget, code } = open({ hourlyTotal: 1 });
    await transaction(database.db, trx => budget.spendNotice(trx, '13100000001', 'guardian-asked', now()));
    expect(await code()).toMatchObject(refused(3600));
  });

  test.each([
    ['an IPv4 /24', (n: number) => `203.0.113.${n}`],
    ['an IPv6 /48', (n: number) => `2001:db8:3:${n}::1`],
  ])('of strangers is spent by %s to a tenth at most, in an hour and in a day', async (_, at) => {
    const { code } = open({ hourlyTotal: 50, dailyTotal: 60 });
    for (let n = 1; n <= 5; n += 1) expect(await code(at(n))).toBe('sent');
    expect(await code(at(6))).toMatchObject(refused(3600));
    expect(await code(at(6), 'accounts')).toBe('sent');
    now.move(HOUR);
    expect(await code(at(7))).toBe('sent');
    expect(await code(at(8))).toMatchObject(refused(23 * 3600));
    expect(await code()).toBe('sent');
  });

  test.each([
    ['prefix', { prefixLimit: 1 }, '13800138000', '13800138999'],
    ['recipient', { dailyLimit: 1 }, '13800138000', '13800138000'],
    ['network', { networkLimit: 1 }, '13800138000', '13900139000'],
  ] as const)(
    'a stranger who spends the budget of a %s leaves the one of accounts',
    async (_, limits, first, second) => {
      const { budget } = open(limits);
      const send = (recipient: string, of: 'strangers' | 'accounts') =>
        transaction(database.db, trx =>
          budget.spendCode(trx, { recipient, purpose: 'login', ip: '203.0.113.7', of }, now()),
        );
      await send(first, 'strangers');
      await expect(send(second, 'strangers')).rejects.toMatchObject({ refusal: 'CaptchaLimitReached' });
      await send(second, 'accounts');
    },
  );

  test('is tight from 80 % of either window, which the metric says', async () => {
    const { budget, codes } = open({ hourlyTotal: 5, dailyTotal: 100 });
    const registry = new Registry();
    messageMetrics(budget, now).addMetrics?.(registry);
    await codes(3);
    expect(await budget.isTight(now())).toBe(false);
    await codes(1);
    expect(await budget.isTight(now())).toBe(true);
    expect(await registry.metrics()).toContain('rollcall_message_budget_used_ratio{window="hour"} 0.8');
    expect(await registry.metrics()).toContain('rollcall_message_budget_used_ratio{window="day"} 0.04');
    now.move(HOUR);
    expect(await budget.isTight(now())).toBe(false);
  });

  test('is neither counted nor tight without a limit', async () => {
    const { budget, codes } = open({ hourlyTotal: 0, dailyTotal: 0 });
    await codes(10);
    expect(await budget.isTight(now())).toBe(false);
    expect(await budget.used(now())).toEqual({});
  });
});

test('IP addresses of this machine have a budget like any other', async () => {
  for (const ip of ['127.0.0.1', '::1']) {
    const { code, codes } = open({ networkLimit: 2 });
    await codes(2, ip);
    expect(await code(ip)).toMatchObject(refused(3600));
  }
});
