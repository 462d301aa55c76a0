/** Webhooks in the console: made, changed, rotated, paused, resumed, tested and deleted by admins; each message with its tries. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../../tools/testing/until.ts';
import { refusalOf } from '../accounts/testing.ts';
import { type TestConsole, testConsole } from '../console/testing/console.ts';
import { isSignedBy, type Receiver, startReceiver } from './testing/receiver.ts';
import { deleteOld } from './webhooks.ts';

let receiver: Receiver;
let pages: TestConsole;
beforeAll(async () => {
  receiver = await startReceiver();
  pages = await testConsole({ ROLLCALL_WEBHOOK_ORIGINS: receiver.origin });
});
afterAll(async () => {
  await pages?.stop();
  await receiver?.close();
});

type Name = Parameters<TestConsole['call']>[0];
const call = <N extends Name>(name: N, body?: object, query?: object) =>
  pages.call(name, {
    cookie: pages.cookies.admin,
    ...(body && { body: body as never }),
    ...(query && { query: query as never }),
  });
const settings = (more: object = {}) => ({
  name: 'Moodle',
  url: receiver.url,
  events: ['account.deleted'],
  personal: false,
  ...more,
});
const listed = async (id: string) => (await call('listWebhooks')).items.find(item => item.id === id);
const deliveriesOf = async (id: string, more: object = {}) =>
  (await call('listWebhookDeliveries', undefined, { id, ...more })).items;

test('is made, tested, changed, rotated, paused, resumed and deleted, each in the audit log', async () => {
  const { id, secret } = await call('createWebhook', settings());
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(await listed(id)).toMatchObject({
    ...settings(),
    waiting: 0,
    paused_at: null,
    previous_until: null,
  });
  expect(JSON.stringify(await call('listWebhooks'))).not.toContain(secret);
  const { id: message } = await call('testWebhook', { id });
  const got = await receiver.next(one => one.id === message);
  expect(got).toMatchObject({ type: 'webhook.test', data: {} });
  expect(isSignedBy(got, secret)).toBe(true);
  await call('changeWebhook', { id, ...settings({ name: 'Library', personal: true }) });
  const { secret: fresh } = await call('renewWebhookSecret', { id, overlap: true });
  const both = await call('testWebhook', { id });
  const signed = await receiver.next(one => one.id === both.id);
  expect([secret, fresh].map(one => isSignedBy(signed, one))).toEqual([true, true]);
  const { secret: last } = await call('renewWebhookSecret', { id, overlap: false });
  const one = await call('testWebhook', { id });
  const alone = await receiver.next(other => other.id === one.id);
  expect([fresh, last].map(other => isSignedBy(alone, other))).toEqual([false, true]);
  await call('pauseWebhook', { id });
  expect(await listed(id)).toMatchObject({ paused_at: pages.server.now(), paused_by: 'first.admin' });
  for (const body of [{ id }, { id, again: true }] as const)
    expect(await refusalOf(call('again' in body ? 'testWebhook' : 'pauseWebhook', body))).toMatchObject({
      refusal: 'Conflict',
    });
  await call('resumeWebhook', { id, again: true });
  expect(await listed(id)).toMatchObject({ paused_at: null, paused_by: null });
  expect(await refusalOf(call('resumeWebhook', { id, again: true }))).toMatchObject({ refusal: 'Conflict' });
  await call('deleteWebhook', { id });
  expect(await listed(id)).toBeUndefined();
  const { items } = await call('listAudit', undefined, { act: 'webhooks' });
  expect(items.map(({ act }) => act.split('.')[1])).toEqual([
    'delete',
    'resume',
    'pause',
    'test',
    'renew-secret',
    'test',
    'renew-secret',
    'change',
    'test',
    'create',
  ]);
  expect(JSON.stringify(items)).not.toContain('whsec_');
  const { rows } = await pages.server.database.pool.query<{ text: string }>(
    "select webhook_endpoints::text || encode(sealed_secret, 'escape') as text from webhook_endpoints",
  );
  expect(rows.map(({ text }) => text).join('')).not.toContain(secret.slice(6));
});

test('a message is listed with its tries, and sent again under its id', async () => {
  const { id } = await call('createWebhook', settings({ name: 'Tries' }));
  receiver.answer = () => 418;
  const { id: message } = await call('testWebhook', { id });
  await until(async () => (await deliveriesOf(id))[0]?.tries.length === 1);
  expect(await deliveriesOf(id)).toMatchObject([
    {
      id: message,
      type: 'webhook.test',
      state: 'waiting',
      account_id: null,
      tries: [{ status: 418, failure: null }],
    },
  ]);
  expect((await deliveriesOf(id))[0]?.next_at).toBe(pages.server.now() + 30_000);
  expect(await deliveriesOf(id, { state: 'delivered' })).toEqual([]);
  expect(await listed(id)).toMatchObject({ waiting: 1 });
  receiver.answer = () => 200;
  await call('resendWebhook', { id: message });
  await until(async () => (await deliveriesOf(id, { state: 'delivered' })).length === 1);
  expect((await deliveriesOf(id))[0]?.tries.map(({ status }) => status)).toEqual([200, 418]);
  expect(new Set(receiver.messages.filter(one => one.id === message).map(one => one.body)).size).toBe(1);
});

test('resuming and deleting leave alone what was never tried, however many there are', async () => {
  const { id } = await call('createWebhook', settings({ name: 'Many' }));
  await call('pauseWebhook', { id });
  const { pool } = pages.server.database;
  const { rows } = await pool.query<{ id: string }>(
    "insert into webhook_deliveries (endpoint_id, type, data) values ($1, 'webhook.test', '{}') returning id",
    [id],
  );
  await pool.query(`create function touched() returns trigger language plpgsql as
    $$ begin raise exception 'touched'; end $$`);
  await pool.query(`create trigger touched before update on webhook_deliveries
    for each row when (old.attempts = 0 and new.attempts = 0) execute function touched()`);
  await call('resumeWebhook', { id, again: true });
  await pool.query('drop trigger touched on webhook_deliveries');
  await until(async () => (await deliveriesOf(id))[0]?.state === 'delivered');
  await call('deleteWebhook', { id });
  const left = async () =>
    (await pool.query('select from webhook_deliveries where endpoint_id = $1', [id])).rowCount;
  expect(await left()).toBe(1);
  expect(await refusalOf(call('resendWebhook', { id: rows[0]?.id }))).toMatchObject({ refusal: 'NotFound' });
  await deleteOld(pages.server.app.db, pages.server.now());
  expect(await left()).toBe(0);
});

test('the list goes on page by page', async () => {
  const { id } = await call('createWebhook', settings({ name: 'Pages' }));
  const made = [];
  for (let n = 0; n < 3; n += 1) made.push((await call('testWebhook', { id })).id);
  const first = await call('listWebhookDeliveries', undefined, { id, limit: 2 });
  const second = await call('listWebhookDeliveries', undefined, { id, limit: 2, cursor: first.next ?? '' });
  expect([...first.items, ...second.items].map(item => item.id)).toEqual(made.toReversed());
  expect(second.next).toBeNull();
});

test('only origins that the installation names, and what is wrong is refused by name', async () => {
  const count = (await call('listWebhooks')).items.length;
  for (const url of ['http://127.0.0.1:1/', 'http://169.254.169.254/latest/meta-data'])
    expect(await refusalOf(call('createWebhook', settings({ name: 'Wrong', url }))), url).toMatchObject({
      refusal: 'InvalidRequest',
      detail: { data: { field: 'url' } },
    });
  const wrong = { name: { name: ' ' }, events: { events: [] } };
  for (const [field, given] of Object.entries(wrong))
    expect(await refusalOf(call('createWebhook', settings({ ...given }))), field).toMatchObject({
      refusal: 'InvalidRequest',
      detail: { data: { field } },
    });
  await call('createWebhook', settings({ name: 'Twice' }));
  expect(await refusalOf(call('createWebhook', settings({ name: 'Twice' })))).toMatchObject({
    refusal: 'Conflict',
  });
  expect((await call('listWebhooks')).items).toHaveLength(count + 1);
});

test('admins alone, who prove who they are to make, change, rotate or delete', async () => {
  const { id } = await call('createWebhook', settings({ name: 'Proof' }));
  const acts = {
    listWebhooks: undefined,
    createWebhook: settings({ name: 'Late' }),
    changeWebhook: { id, ...settings({ name: 'Late' }) },
    renewWebhookSecret: { id, overlap: true },
    deleteWebhook: { id },
    pauseWebhook: { id },
    testWebhook: { id },
  } as const;
  for (const cookie of [pages.cookies.support, pages.cookies.viewer])
    for (const name of Object.keys(acts) as (keyof typeof acts)[])
      expect(await refusalOf(pages.call(name, { cookie }))).toMatchObject({ refusal: 'RoleRequired' });
  pages.server.now.move(6 * 60_000);
  for (const name of ['createWebhook', 'changeWebhook', 'renewWebhookSecret', 'deleteWebhook'] as const)
    expect(await refusalOf(call(name, acts[name])), name).toMatchObject({ refusal: 'ProofRequired' });
});
