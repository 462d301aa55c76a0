import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../app/testing.ts';
import type { AuditFacts, ConsoleHandlers } from '../http/console-handler.ts';
import { refuse } from '../platform/refusal.ts';
import { createMessageBudget } from './message-budget.ts';
import type { Message, Sender } from './messages.ts';
import type { Notice } from './notices.ts';
import type { CodeSettings } from './settings.ts';
import { testMessageHandlers } from './test-message.ts';
import { SenderError } from './vendor.ts';

type Input = Parameters<ConsoleHandlers['sendTestMessage']>[0];

const now = heldClock();
const log = pino({ level: 'silent' });
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => database.truncate());
afterAll(() => database.close());

const takes = async () => {};
const fails = async () => {
  throw new SenderError('first', 'isv.SMS_TEMPLATE_ILLEGAL', false, true);
};
const limits = async () => {
  throw refuse('CaptchaTooFrequent', { data: { retry_after: 60 } });
};

/** Handlers over senders of text messages with these acts. */
const open = (
  acts: readonly (() => Promise<void>)[],
  { codes = {}, notices }: { codes?: Partial<CodeSettings>; notices?: Sender['notices'] } = {},
) => {
  const taken: Message[] = [];
  const entries: AuditFacts[] = [];
  const observed: unknown[][] = [];
  const senders = acts.map(
    (act, at): Sender => ({
      name: ['first', 'second'][at] ?? '',
      channels: ['sms', 'email'],
      send: async message => {
        await act();
        taken.push(message);
      },
      ...(notices && { notices }),
    }),
  );
  const budget = createMessageBudget({
    db: database.db,
    log,
    limits: { ...database.config.codes, ...codes },
  });
  const { sendTestMessage } = testMessageHandlers({
    db: database.db,
    now,
    log,
    config: { secret: database.config.secret, issuer: 'https://school.example' },
    senders,
    budget,
    observe: (...attempt) => void observed.push(attempt),
  });
  const send = (body: Partial<Input['body']> = {}) =>
    sendTestMessage({
      body: { channel: 'sms', to: '13812345678', purpose: 'login', language: 'zh-CN', ...body },
      ip: '198.51.100.7',
      audit: async (_, facts = {}) => void entries.push(facts),
    } as Input);
  return { send, taken, entries, observed };
};
/** The budgets that something is spent of, by name. */
const spentNow = async () => {
  const rows = await database.db.selectFrom('budgets').select(['name', 'spent']).execute();
  return new Map(rows.filter(({ spent }) => spent > 0).map(({ name, spent }) => [name, spent]));
};

test('goes by the chain of real messages, says what each sender said, and is audited masked', async () => {
  const { send, taken, entries, observed } = open([fails, takes]);
  expect(await send({ to: ' １３８12345678 ', purpose: 'reset', language: 'en' })).toEqual({
    items: [
      { name: 'first', outcome: 'failed', reason: 'isv.SMS_TEMPLATE_ILLEGAL' },
      { name: 'second', outcome: 'sent', reason: null },
    ],
  });
  expect(taken).toEqual([
    { to: '13812345678', channel: 'sms', purpose: 'reset', language: 'en', code: '000000' },
  ]);
  expect(entries).toEqual([
    { subject: 'sms', after: { to: '138****5678', purpose: 'reset', language: 'en' } },
  ]);
  // What was sent counts where real messages do; a failure says nothing of them.
  expect(observed).toEqual([['second', 'sms', 'sent', 'reset']]);
  // No code is kept that a call would take.
  expect(await database.db.selectFrom('codes').selectAll().execute()).toEqual([]);
});

test("a vendor's own limit is told, no other sender is asked, and the message's budgets are given back", async () => {
  const { send, taken } = open([limits, takes], { codes: { hourlyTotal: 10 } });
  expect(await send()).toEqual({
    items: [{ name: 'first', outcome: 'limited', reason: 'CaptchaTooFrequent' }],
  });
  expect(taken).toEqual([]);
  expect((await spentNow()).has('all|accounts|hour')).toBe(false);
});

test('one a minute to a recipient and five an hour for all, also of those sent at the same time', async () => {
  const { send, taken, entries } = open([takes]);
  const both = await Promise.allSettled([send(), send()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(send()).rejects.toMatchObject({
    refusal: 'TooManyAttempts',
    detail: { data: { retry_after: 60 } },
  });
  now.move(60_000);
  await send();
  for (const end of ['1', '2', '3']) await send({ to: `1391234567${end}` });
  await expect(send({ to: '13912345674' })).rejects.toMatchObject({ refusal: 'TooManyAttempts' });
  expect(taken).toHaveLength(5);
  expect(entries).toHaveLength(5);
  now.move(3_600_000);
  await send({ to: '13912345674' });
});

test('counts in the budgets of real messages, whose refusals are its own', async () => {
  const { send, taken, entries } = open([takes], { codes: { hourlyTotal: 1 } });
  await send();
  expect((await spentNow()).get('all|accounts|hour')).toBe(1);
  await expect(send({ to: '13912345678' })).rejects.toMatchObject({ refusal: 'CaptchaLimitReached' });
  expect([taken.length, entries.length]).toEqual([1, 1]);
  // What was refused spent nothing of its own budget.
  expect((await spentNow()).get('test messages')).toBe(1);
});

test.each([
  [{ to: '12012345678' }, 'InvalidPhoneNumber'],
  [{ to: 'lin@school.example' }, 'InvalidPhoneNumber'],
  [{ channel: 'email', to: '13812345678' }, 'InvalidEmail'],
  [{ channel: 'email', to: 'lin@[127.0.0.1]' }, 'InvalidEmail'],
  [{ purpose: 'email' }, 'InvalidRequest'],
  [{ channel: 'voice' }, 'NoSender'],
  [{ purpose: 'notice' }, 'NoSender'],
] as const)('%j is refused by %s, and spends nothing', async (body, refusal) => {
  const { send, taken, entries } = open([takes]);
  await expect(send(body)).rejects.toMatchObject({ refusal });
  expect([taken, entries]).toEqual([[], []]);
  expect(await spentNow()).toEqual(new Map());
});

test('a security message has a link that ends nothing, and budgets of its own kind', async () => {
  const notices: Notice[] = [];
  const { send, entries } = open([takes], {
    codes: { hourlyTotal: 10 },
    notices: {
      serves: ({ channel }) => channel === 'email',
      send: async notice => void notices.push(notice),
    },
  });
  expect(await send({ channel: 'email', to: 'Lin@School.example', purpose: 'notice' })).toEqual({
    items: [{ name: 'first', outcome: 'sent', reason: null }],
  });
  expect(notices).toEqual([
    {
      to: 'lin@school.example',
      channel: 'email',
      kind: 'new-device',
      language: 'zh-CN',
      details: { device: '测试' },
      at: now(),
      link: expect.stringMatching(/^https:\/\/school\.example\/end\/[\w-]{16}$/),
    },
  ]);
  expect(entries).toEqual([
    { subject: 'email', after: { to: 'l***@school.example', purpose: 'notice', language: 'zh-CN' } },
  ]);
  expect((await spentNow()).get('all|notices|hour')).toBe(1);
  await expect(send({ purpose: 'notice' })).rejects.toMatchObject({ refusal: 'NoSender' });
});
