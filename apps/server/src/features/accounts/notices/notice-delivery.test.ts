import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMessageBudget } from '../../../messages/message-budget.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';
import { createMessages } from '../../../messages/send.ts';
import { createNoticeDelivery } from './notice-delivery.ts';
import { type TestAccounts, testAccounts } from '../testing.ts';

let context: TestAccounts;
beforeAll(async () => {
  context = await testAccounts();
});
afterAll(() => context?.close());

test('a message that no sender serves is left to the account page, spends no budget, and raises no alert', async () => {
  const { id } = await context.register();
  const { db, config } = context.database;
  const log = pino({ level: 'silent' });
  const alerts: unknown[] = [];
  const budget = createMessageBudget({
    db,
    log,
    // One message is all of it: its spending alone would alert.
    limits: { ...config.codes, hourlyTotal: 1, dailyTotal: 1 },
    onAlert: async (_, alert) => void alerts.push(alert),
  });
  await db.deleteFrom('budgets').execute();
  const { secret, issuer } = config;
  const delivery = createNoticeDelivery({
    db,
    log,
    messages: createMessages([], log),
    budget,
    secret,
    issuer,
  });
  await notifyAccount(db, { accountId: id, kind: 'password-changed', language: 'en', at: context.now() });
  await delivery.deliver(context.now());
  expect(alerts).toEqual([]);
  expect(await db.selectFrom('budgets').selectAll().execute()).toEqual([]);
  const channels = await db.selectFrom('security_notices').select('channel').execute();
  expect(channels).toContainEqual({ channel: 'page' });
});
