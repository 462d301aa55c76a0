import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMessageBudget } from '../../../messages/message-budget.ts';
import { notifyAccount } from '../../../messages/security-notices.ts';
import type { Messages } from '../../../messages/messages.ts';
import type { Notice } from '../../../messages/notices.ts';
import { createMessages } from '../../../messages/send.ts';
import { transaction } from '../../../platform/database/transaction.ts';
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

test('a message waits while others have spent the budget, and goes once its window has passed', async () => {
  const { id } = await context.register();
  const { db, config } = context.database;
  const log = pino({ level: 'silent' });
  const budget = createMessageBudget({ db, log, limits: { ...config.codes, dailyTotal: 1 } });
  await db.deleteFrom('budgets').execute();
  await db.deleteFrom('security_notices').execute();
  const { secret, issuer } = config;
  const sent: Notice[] = [];
  const messages: Pick<Messages, 'serves' | 'notify'> = {
    serves: () => true,
    notify: async notice => {
      sent.push(notice);
      return 'sent';
    },
  };
  const delivery = createNoticeDelivery({ db, log, messages, budget, secret, issuer });
  const begun = context.now();
  await transaction(db, trx => budget.spendNotice(trx, '13900000001', 'new-device', begun));
  await notifyAccount(db, { accountId: id, kind: 'password-changed', language: 'en', at: begun });
  const MINUTE = 60_000;
  const DAY = 24 * 60 * MINUTE;
  for (let after = 0; after < DAY; after += 15 * MINUTE) await delivery.deliver(begun + after);
  expect(sent).toEqual([]);
  for (let after = DAY; after <= DAY + 2 * 60 * MINUTE; after += 15 * MINUTE)
    await delivery.deliver(begun + after);
  expect(sent).toMatchObject([{ kind: 'password-changed', link: expect.stringContaining('/end/') }]);
});
