/** Dashboards that are due: queued once, mailed until they are taken, and to nobody after they are ended. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../../app/testing.ts';
import { createMailer, type SendMail } from '../../../messages/mailer.ts';
import { createSmtpSender } from '../../../messages/smtp.ts';
import { makeCertificate } from '../../../messages/testing/certificate.ts';
import { serveMail } from '../../../messages/testing/mail-server.ts';
import { refuse } from '../../../platform/refusal.ts';
import { queueDashboardText } from '../../monitoring/dashboard-texts.ts';
import { MAX_ATTEMPTS, prepareDue, reportJobs, sendMails, type SendParts } from './send.ts';

const HOUR = 3_600_000;
const AT = Date.parse('2026-11-23T08:00:00+08:00');
const SUBSCRIPTION = '019a0000-0000-7000-8000-00000000000a';
const BOARD = '019a0000-0000-7000-8000-00000000000d';
const QUESTION = '019a0000-0000-7000-8000-00000000000b';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

let now: ReturnType<typeof heldClock>;
let sent: { to: string; subject: string }[];
let takes: boolean;
let channel: number;
beforeEach(async () => {
  await database.truncate();
  now = heldClock(AT);
  sent = [];
  takes = true;
  const kept = {
    about: '',
    shared: 'viewer' as const,
    by_link: false,
    owner_id: null,
    changed_at: new Date(AT),
  };
  const { db } = database;
  await db
    .insertInto('usage_questions')
    .values({ ...kept, id: QUESTION, name: '活跃用户', question: '{"v":1,"kind":"trend"}' })
    .execute();
  await db
    .insertInto('usage_dashboards')
    .values({ ...kept, id: BOARD, name: '学校', period: null, filter: null, front: false })
    .execute();
  await db
    .insertInto('usage_dashboard_tiles')
    .values({ dashboard_id: BOARD, place: 1, question_id: QUESTION, width: 2 })
    .execute();
  const made = await db
    .insertInto('alert_channels')
    .values({
      name: 'bot',
      kind: 'wecom',
      hint: 'abcd',
      signed: false,
      sealed: Buffer.alloc(1),
      created_at: new Date(AT),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  channel = made.id;
});

const parts = (more: Partial<SendParts> = {}): SendParts => ({
  db: database.db,
  now,
  lag: async () => 0,
  log: { warn: () => {}, error: () => {} },
  place: { name: '明德学堂', issuer: 'https://accounts.school.example' },
  queue: queueDashboardText,
  mail: async (to, { subject }) => {
    if (takes) sent.push({ to, subject });
    return takes;
  },
  ask: async () => ({
    from: 0,
    to: 1,
    sample: false,
    rows_from: null,
    answer: {
      kind: 'trend',
      points: Array.from({ length: 28 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`),
      lines: [{ series: 0, by: [], total: 41, values: Array.from({ length: 28 }, (_, at) => (at * 7) % 13) }],
      more: 0,
    },
    previous: null,
    unfinished: true,
    until: null,
    source: 'events',
  }),
  ...more,
});

const subscribe = async (more: object = {}, emails = ['a@school.example', 'b@school.example']) => {
  await database.db
    .insertInto('dashboard_subscriptions')
    .values({
      id: SUBSCRIPTION,
      dashboard_id: BOARD,
      weekday: null,
      hour: 8,
      enabled: true,
      owner_id: null,
      changed_at: new Date(AT),
      next_at: new Date(AT),
      ...more,
    })
    .execute();
  await database.db
    .insertInto('dashboard_receivers')
    .values([
      ...emails.map(email => ({ subscription_id: SUBSCRIPTION, email, channel_id: null })),
      { subscription_id: SUBSCRIPTION, email: null, channel_id: channel },
    ])
    .execute();
};
const { signal } = new AbortController();
const prepare = (more?: Partial<SendParts>) => prepareDue(parts(more), signal);
const send = (more?: Partial<SendParts>) => sendMails(parts(more), signal);
const read = () => database.db.selectFrom('dashboard_subscriptions').selectAll().executeTakeFirstOrThrow();
const mails = () => database.db.selectFrom('dashboard_mails').selectAll().orderBy('id').execute();
const texts = async () =>
  (await database.db.selectFrom('alert_messages').select(['body', 'channel_id']).execute()).map(
    ({ body, channel_id: to }) => ({
      ...(body as { state: string; dashboard: { lines: string[]; language: string } }),
      to,
    }),
  );

test('what is due is sent once to each address and channel, and due again the next day', async () => {
  await subscribe();
  now.set(AT - 1);
  await prepare();
  expect(await mails()).toEqual([]);
  now.set(AT + 5000);
  await Promise.all([prepare(), prepare()]);
  await prepare();
  await send();
  await send();
  expect(sent.map(({ to }) => to).toSorted()).toEqual(['a@school.example', 'b@school.example']);
  expect(sent[0]?.subject).toBe('【明德学堂】看板：学校');
  expect(await texts()).toMatchObject([
    {
      to: channel,
      state: 'report',
      rule: { name: '学校', kind: 'dashboard' },
      dashboard: { id: BOARD, lines: ['活跃用户：任意行为 41', expect.stringContaining('数据截至')] },
    },
  ]);
  expect(await read()).toMatchObject({ sent_at: new Date(AT + 5000), next_at: new Date(AT + 24 * HOUR) });
});

test('mails are in the language of the subscription, and texts in that of their channel', async () => {
  await subscribe({ language: 'en' });
  await prepare();
  expect(await mails()).toMatchObject([
    { subject: '[明德学堂] Dashboard: 学校' },
    { subject: '[明德学堂] Dashboard: 学校', text: expect.stringContaining('Any activity 41') },
  ]);
  await database.db.updateTable('alert_channels').set({ language: 'en' }).execute();
  now.move(24 * HOUR);
  await prepare();
  const written = (await texts()).map(({ dashboard: { language, lines } }) => [language, lines[0]]);
  expect(written).toEqual([
    ['zh-CN', '活跃用户：任意行为 41'],
    ['en', '活跃用户: Any activity 41'],
  ]);
});

test('after days without a process it is sent once', async () => {
  await subscribe({ weekday: 1 });
  now.set(AT + 30 * 24 * HOUR);
  await prepare();
  await prepare();
  expect(await mails()).toHaveLength(2);
  expect(await read()).toMatchObject({ next_at: new Date(AT + 35 * 24 * HOUR) });
});

test('a kill while it is put together queues nothing, and the next run queues all', async () => {
  await subscribe();
  await prepare({
    queue: async (...given) => {
      await queueDashboardText(...given);
      throw new Error('killed');
    },
  });
  expect(await mails()).toEqual([]);
  expect(await texts()).toEqual([]);
  await prepare();
  expect(await mails()).toHaveLength(2);
  expect(await texts()).toHaveLength(1);
});

test('a mail that is not taken is tried again later and later, and given up at last', async () => {
  await subscribe({}, ['a@school.example']);
  await prepare();
  takes = false;
  await send();
  await send();
  expect(await mails()).toMatchObject([{ attempts: 1, next_at: new Date(AT + 60_000) }]);
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    now.move(HOUR);
    await send();
  }
  expect(await mails()).toMatchObject([
    { attempts: MAX_ATTEMPTS, delivered_at: null, given_up_at: new Date(now()) },
  ]);
  takes = true;
  now.move(HOUR);
  await send();
  expect(sent).toEqual([]);
});

test('a mail whose process ended while it was sent is sent by the next one', async () => {
  await subscribe({}, ['a@school.example']);
  await prepare();
  const killed: SendMail = async () => {
    throw new Error('killed');
  };
  await expect(send({ mail: killed })).rejects.toThrow('killed');
  await send();
  expect(sent).toEqual([]);
  now.move(HOUR);
  await send();
  expect(sent).toHaveLength(1);
});

test('one that is paused or changed while it is put together sends nothing, and an ended one takes its mails along', async () => {
  await subscribe({ enabled: false });
  await prepare();
  expect(await mails()).toEqual([]);
  await database.db.updateTable('dashboard_subscriptions').set({ enabled: true }).execute();
  const { ask } = parts();
  await prepare({
    ask: async (...given) => {
      await database.db.updateTable('dashboard_subscriptions').set({ revision: 2 }).execute();
      return ask(...given);
    },
  });
  expect(await mails()).toEqual([]);
  await prepare();
  expect(await mails()).toHaveLength(2);
  await database.db.deleteFrom('dashboard_subscriptions').execute();
  expect(await mails()).toEqual([]);
  expect(await texts()).toEqual([]);
});

test('a store that does not answer is waited for, and after minutes the mail says so', async () => {
  await subscribe();
  const ask: SendParts['ask'] = async () => {
    throw refuse('TooBusy');
  };
  await prepare({ ask });
  now.move(9 * 60_000);
  await prepare({ ask });
  expect(await mails()).toEqual([]);
  now.move(60_000);
  await prepare({ ask });
  const [{ text } = { text: '' }] = await mails();
  expect(text).toContain('事件库没有及时响应');
});

test('a process that ends leaves the mails that it did not try to the next one', async () => {
  await subscribe();
  await prepare();
  const closing = new AbortController();
  const { mail } = parts();
  const closes: SendMail = async (...given) => {
    closing.abort();
    return (await mail?.(...given)) ?? false;
  };
  await sendMails(parts({ mail: closes }), closing.signal);
  expect(sent).toHaveLength(1);
  await send();
  expect(sent).toHaveLength(2);
  expect((await mails()).map(({ attempts }) => attempts)).toEqual([1, 1]);
});

test('mails are deleted 30 days after they were sent', async () => {
  await subscribe({ enabled: true });
  await prepare();
  await send();
  const clean = reportJobs(parts()).at(-1);
  await clean?.run(AT + 29 * 24 * HOUR);
  expect(await mails()).toHaveLength(2);
  await clean?.run(AT + 31 * 24 * HOUR);
  expect(await mails()).toEqual([]);
});

test('a mail server gets a mail with text and HTML', async () => {
  const certificate = makeCertificate();
  const server = await serveMail({ tls: 'starttls', certificate });
  try {
    const sender = createSmtpSender(
      {
        host: '127.0.0.1',
        port: Number(new URL(server.url).port),
        tls: 'starttls',
        user: undefined,
        password: undefined,
        from: { name: '点名', address: 'no-reply@school.example' },
        ca: certificate.cert,
      },
      20_000,
    );
    await subscribe({}, ['a@school.example']);
    await prepare();
    await send({ mail: createMailer([sender], { warn: () => {} }) });
    expect(server.accepted.map(({ to }) => to)).toEqual(['a@school.example']);
    const raw = String(server.accepted[0]?.fields['message']);
    expect(raw).toContain('multipart/alternative');
    expect(raw).toContain('text/plain');
    expect(raw).toContain('text/html');
    const [{ html } = { html: '' }] = await mails();
    expect(html).toContain('活跃用户');
    const file = process.env['ROLLCALL_MAIL_FILE'];
    if (file) writeFileSync(file, html);
  } finally {
    await server.stop();
  }
});
