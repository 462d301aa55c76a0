/** Subscriptions of dashboards over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf } from '../../accounts/testing.ts';
import { type TestConsole, testConsole } from '../../console/testing/console.ts';

let pages: TestConsole;
let board: string;
let channel: number;
beforeAll(async () => {
  pages = await testConsole();
  const { items } = await pages.call('listDashboards', by('admin'));
  board = items[0]?.id ?? '';
  const { rows } = await pages.server.database.pool.query<{ id: number }>(
    `insert into alert_channels (name, kind, hint, signed, sealed, created_at)
     values ('bot', 'wecom', 'abcd', false, '', now()) returning id`,
  );
  channel = Number(rows[0]?.id);
});
afterAll(() => pages.stop());

const by = (role: 'admin' | 'support' | 'viewer') => ({ cookie: pages.cookies[role] });
const MISSING = '00000000-0000-4000-8000-000000000000';
const fields = () => ({
  dashboard: board,
  weekday: null,
  hour: 8,
  emails: ['b@school.example', 'a@school.example'],
  channels: [channel],
  enabled: true,
});
const create = (more: object = {}) =>
  pages.call('createSubscription', { ...by('admin'), body: { ...fields(), ...more } });
const list = () => pages.call('listSubscriptions', { ...by('admin'), query: { dashboard: board } });

test('a subscription is listed with when it is next, changed by one of two, and ended', async () => {
  const made = await create();
  const { items, mail } = await list();
  expect(mail).toBe(true);
  const own = items.find(({ id }) => id === made.id);
  expect(own).toMatchObject({
    emails: ['a@school.example', 'b@school.example'],
    channels: [channel],
    owner: 'first.admin',
    sent_at: null,
    failed: 0,
    // The clock of the tests stands at 16:00 of a Saturday.
    next_at: Date.parse('2026-11-22T08:00:00+08:00'),
  });
  const wait = (email: string, to: number) =>
    pages.server.database.pool.query(
      `with mail as (insert into dashboard_mails (subscription_id, email, subject, text, html, next_at)
         values ($1, $2, '', '', '', now()))
       insert into alert_messages (subscription_id, channel_id, body, next_at) values ($1, $3, '{}', now())`,
      [made.id, email, to],
    );
  const waiting = async () => (await list()).items.find(({ id }) => id === made.id)?.waiting;
  await wait('a@school.example', channel);
  await wait('c@school.example', channel);
  expect(await waiting()).toBe(4);
  const change = () =>
    pages.call('changeSubscription', {
      ...by('admin'),
      body: { ...fields(), ...made, weekday: 1, emails: ['c@school.example'], channels: [] },
    });
  const outcomes = await Promise.allSettled([change(), change()]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await list()).items.find(({ id }) => id === made.id)).toMatchObject({
    weekday: 1,
    emails: ['c@school.example'],
    channels: [],
    next_at: Date.parse('2026-11-23T08:00:00+08:00'),
  });
  // What waited for others is not sent, and of a paused one nothing is.
  expect(await waiting()).toBe(1);
  await pages.call('changeSubscription', {
    ...by('admin'),
    body: { ...fields(), id: made.id, revision: 2, emails: ['c@school.example'], enabled: false },
  });
  expect(await waiting()).toBe(0);
  const remove = (revision: number) =>
    pages.call('deleteSubscription', { ...by('admin'), body: { id: made.id, revision } });
  expect(await refusalOf(remove(1))).toMatchObject({ refusal: 'Conflict' });
  await remove(3);
  expect(await refusalOf(remove(3))).toMatchObject({ refusal: 'NotFound' });
  const { items: entries } = await pages.call('listAudit', { ...by('admin'), query: { act: 'usage' } });
  const mine = entries.filter(({ subject }) => subject === made.id);
  expect(mine.map(({ act }) => act)).toEqual([
    'usage.delete-subscription',
    'usage.change-subscription',
    'usage.change-subscription',
    'usage.create-subscription',
  ]);
  expect(JSON.stringify(mine)).not.toContain('a@school.example');
  expect(mine.at(-1)?.after).toMatchObject({ emails: ['b***@school.example', 'a***@school.example'] });
});

test('mails are in the language of the request that made it, until another one is given', async () => {
  const english = { ...by('admin'), headers: { 'accept-language': 'en' } };
  const made = await pages.call('createSubscription', { ...english, body: fields() });
  const language = async () => (await list()).items.find(({ id }) => id === made.id)?.language;
  expect(await language()).toBe('en');
  const change = (revision: number, more: object) =>
    pages.call('changeSubscription', {
      ...by('admin'),
      body: { ...fields(), id: made.id, revision, ...more },
    });
  await change(1, { hour: 9 });
  expect(await language()).toBe('en');
  await change(2, { language: 'zh-CN' });
  expect(await language()).toBe('zh-CN');
  await pages.call('deleteSubscription', { ...by('admin'), body: { id: made.id, revision: 3 } });
});

test.each([
  ['InvalidRequest', 'language', { language: 'fr' }],
  ['InvalidRequest', 'emails', { emails: [], channels: [] }],
  ['InvalidRequest', 'emails', { emails: ['no address'] }],
  ['InvalidRequest', 'emails', { emails: Array.from({ length: 21 }, (_, at) => `a${at}@school.example`) }],
  ['InvalidRequest', 'hour', { hour: 24 }],
  ['InvalidRequest', 'weekday', { weekday: 0 }],
  ['NotFound', 'dashboard', { dashboard: MISSING }],
  ['NotFound', 'channels', { channels: [999] }],
])('%s names wrong %s', async (refusal, field, more) => {
  expect(await refusalOf(create(more))).toMatchObject({ refusal, detail: { data: { field } } });
});

test('asks for a fresh proof, since the school’s figures leave it', async () => {
  const cookie = await pages.operator('admin');
  pages.server.now.move(6 * 60_000);
  expect(await refusalOf(pages.call('createSubscription', { cookie, body: fields() }))).toMatchObject({
    refusal: 'ProofRequired',
  });
  pages.server.now.move(-6 * 60_000);
});

test('a dashboard takes its subscriptions along, and a channel stays while one uses it', async () => {
  const own = await pages.call('createDashboard', {
    ...by('admin'),
    body: {
      name: 'Board',
      shared: 'viewer',
      by_link: false,
      period: null,
      filter: null,
      front: false,
      tiles: [],
    },
  });
  await create({ dashboard: own.id });
  const remove = () => pages.call('deleteAlertChannel', { ...by('admin'), query: { id: channel } });
  expect(await refusalOf(remove())).toMatchObject({ refusal: 'IllegalOperation' });
  await pages.call('deleteDashboard', { ...by('admin'), body: own });
  await remove();
});
