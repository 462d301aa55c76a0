/** Delivery of events, with a clock that the test holds: order, retries, the pause, secrets, addresses. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type WebhookEventName, webhookEvents } from '@rollcall/contract/console';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type HeldClock, heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { makeCertificate } from '../../messages/testing/certificate.ts';
import { createJobLeases } from '../../platform/jobs/job-leases.ts';
import { startScheduler } from '../../platform/jobs/scheduler.ts';
import { queueWebhookAlerts } from '../monitoring/webhook-alerts.ts';
import { createDeliverer, type Deliverer, type DeliveryParts, TRIED_FOR, WAITS } from './deliver.ts';
import { newSecret, OVERLAP, sealSecret } from './secrets.ts';
import { createWebhookJobs, deleteOld } from './webhooks.ts';
import { isSignedBy, type Receiver, startReceiver } from './testing/receiver.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
const key = Buffer.alloc(32, 7);

let database: TestDatabase;
let receiver: Receiver;
let now: HeldClock;
const origins: string[] = [];
const deliverers: Deliverer[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await sql`truncate webhook_endpoints, webhook_deliveries, webhook_tries, alert_messages, alert_channels cascade`.execute(
    database.db,
  );
  now = heldClock(Date.now());
  receiver = await startReceiver();
  origins.splice(0, origins.length, receiver.origin);
});
afterEach(async () => {
  await Promise.all(deliverers.splice(0).map(one => one.close()));
  await receiver.close();
});
afterAll(() => database?.close());

const partsOf = (parts: Partial<DeliveryParts> = {}): DeliveryParts => ({
  db: database.db,
  now,
  log: pino({ level: 'silent' }),
  key,
  origins,
  personOf: async () => null,
  onPaused: queueWebhookAlerts({ webhook: { url: 'http://127.0.0.1/alerts', secret: 'x'.repeat(16) } }),
  ...parts,
});
const start = (parts: Partial<DeliveryParts> = {}): Deliverer => {
  const deliverer = createDeliverer(partsOf(parts));
  deliverers.push(deliverer);
  return deliverer;
};

/** Sends what is due now, until nothing is. */
const sendDue = async (deliverer: Deliverer, rounds = 1): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    await deliverer.wake();
    await deliverer.idle();
  }
};

const addEndpoint = async (more: { url?: string; personal?: boolean } = {}) => {
  const id = randomUUID();
  const secret = newSecret();
  const at = new Date(now());
  await database.db
    .insertInto('webhook_endpoints')
    .values({
      id,
      name: id,
      url: receiver.url,
      events: [...webhookEvents],
      personal: false,
      sealed_secret: sealSecret(key, id, secret),
      secret_at: at,
      created_at: at,
      created_by: 'admin',
      ...more,
    })
    .execute();
  return { id, secret };
};
const record = async (type: WebhookEventName, account: string, facts: object = {}): Promise<void> => {
  await sql`select record_webhook_event(${type}, ${account}::uuid, ${JSON.stringify(facts)}::jsonb)`.execute(
    database.db,
  );
};
const types = (account: string) =>
  receiver.messages.filter(({ data }) => data.account_id === account).map(({ type }) => type);
const endpointOf = (id: string) =>
  database.db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const deliveries = () => database.db.selectFrom('webhook_deliveries').selectAll().orderBy('place').execute();
const tries = () => database.db.selectFrom('webhook_tries').selectAll().orderBy('place').execute();

test('an event is signed, sent once, and its try is kept', async () => {
  const { secret } = await addEndpoint();
  const account = randomUUID();
  await record('account.deleted', account);
  const deliverer = start();
  await sendDue(deliverer, 3);
  const [message] = receiver.messages;
  expect(receiver.messages).toHaveLength(1);
  expect(message && isSignedBy(message, secret)).toBe(true);
  expect(message && isSignedBy(message, newSecret())).toBe(false);
  const [row] = await deliveries();
  expect(message).toMatchObject({ id: row?.id, type: 'account.deleted', data: { account_id: account } });
  expect(message?.timestamp).toBe(row?.created_at.toISOString());
  expect(row).toMatchObject({ due_at: null, delivered_at: new Date(now()), attempts: 1 });
  expect(await tries()).toMatchObject([{ status: 200, failure: null, at: new Date(now()) }]);
});

test('nothing is written while no endpoint chose the event, or in a transaction that is undone', async () => {
  await record('account.created', randomUUID());
  const { id } = await addEndpoint();
  await database.db
    .updateTable('webhook_endpoints')
    .set({ events: ['account.deleted'] })
    .where('id', '=', id)
    .execute();
  await record('account.created', randomUUID());
  await expect(
    database.db.transaction().execute(async trx => {
      await sql`select record_webhook_event('account.deleted', ${randomUUID()}::uuid, '{}')`.execute(trx);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await deliveries()).toEqual([]);
});

test('an event of an account waits for the earlier ones of that account alone', async () => {
  await addEndpoint();
  const [failing, other] = [randomUUID(), randomUUID()];
  receiver.answer = ({ type, data }) =>
    data.account_id === failing && type === 'account.created' ? 500 : 200;
  await record('account.created', failing);
  await record('account.blocked', failing);
  await record('account.created', other);
  await record('account.deleted', other);
  const deliverer = start();
  await sendDue(deliverer, 4);
  expect(types(failing)).toEqual(['account.created']);
  expect(types(other)).toEqual(['account.created', 'account.deleted']);
  receiver.answer = () => 200;
  now.move(WAITS[0] ?? 0);
  await sendDue(deliverer);
  expect(types(failing)).toEqual(['account.created', 'account.created', 'account.blocked']);
});

test('many events of few accounts arrive in order, whoever sends them', async () => {
  await addEndpoint();
  const accounts = Array.from({ length: 4 }, () => randomUUID());
  for (let n = 0; n < 12; n += 1)
    for (const account of accounts) await record('agreement.signed', account, { version: n });
  const senders = [start(), start(), start()];
  await Promise.all(senders.map(sender => sendDue(sender, 2)));
  for (const account of accounts) {
    const versions = receiver.messages
      .filter(({ data }) => data.account_id === account)
      .map(({ data }) => data['version']);
    expect(versions).toEqual(Array.from({ length: 12 }, (_, n) => n));
  }
});

test('one that answers slowly, and one that nobody answers for, keep no other waiting', async () => {
  const slow = await startReceiver();
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  slow.answer = () => released.then(() => 200);
  const dead = await startReceiver();
  await dead.close();
  origins.push(slow.origin, dead.origin);
  await addEndpoint({ url: slow.url });
  await addEndpoint({ url: dead.url });
  await addEndpoint();
  const [account, later] = [randomUUID(), randomUUID()];
  await record('account.deleted', account);
  const deliverer = start();
  await deliverer.wake();
  await receiver.next(({ data }) => data.account_id === account);
  await slow.next(({ data }) => data.account_id === account);
  await record('account.deleted', later);
  await deliverer.wake();
  await receiver.next(({ data }) => data.account_id === later);
  release();
  await deliverer.idle();
  expect((await tries()).find(({ failure }) => failure !== null)).toMatchObject({ failure: 'ECONNREFUSED' });
  await slow.close();
});

test('an event does not wait for one of another account that is being sent, whose lanes beside it are over', async () => {
  await addEndpoint();
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  const [slow, later] = [randomUUID(), randomUUID()];
  receiver.answer = ({ data }) => (data.account_id === slow ? released.then(() => 200) : 200);
  await record('account.deleted', slow);
  // Each lane asks for a message; three find none and end.
  let asked = 0;
  let allAsked = () => {};
  const asking = new Promise<void>(resolve => (allAsked = resolve));
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.numAffectedRows !== undefined && ++asked === 4) allAsked();
      return result;
    },
  });
  const deliverer = start({ db });
  await deliverer.wake();
  await Promise.all([asking, receiver.next(({ data }) => data.account_id === slow)]);
  await setImmediate();
  await record('account.deleted', later);
  await deliverer.wake();
  await receiver.next(({ data }) => data.account_id === later);
  release();
  await deliverer.idle();
  expect(receiver.messages).toHaveLength(2);
});

test('is told of a deletion within two seconds, also beside one that answers nothing', async () => {
  const silent = await startReceiver();
  silent.answer = () => new Promise(() => {});
  origins.push(silent.origin);
  await addEndpoint({ url: silent.url });
  await addEndpoint();
  const { jobs = [], close } = createWebhookJobs(partsOf());
  // Each pause lasts until the test ends it.
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  let paused = () => {};
  const pause = (ms: number, signal: AbortSignal) =>
    new Promise<void>(end => {
      pauses.push({ ms, end });
      signal.addEventListener('abort', () => end(), { once: true });
      paused();
    });
  const nextPause = () => new Promise<void>(resolve => (paused = resolve));
  const first = nextPause();
  const scheduler = startScheduler({
    jobs: jobs.filter(({ scope }) => scope === 'process'),
    leases: createJobLeases(database.db),
    now,
    log: pino({ level: 'silent' }),
    pause,
  });
  await first;
  // Each comes just after a look.
  for (let round = 0; round < 3; round += 1) {
    const account = randomUUID();
    await record('account.deleted', account);
    const look = nextPause();
    const { ms, end } = pauses.at(-1) ?? { ms: Infinity, end: () => {} };
    expect(ms).toBeLessThanOrEqual(1000);
    end();
    await receiver.next(({ data }) => data.account_id === account);
    await look;
  }
  scheduler.stop();
  await silent.close();
  await Promise.all([scheduler.close(), close?.()]);
});

test('software that is down for an hour is told of everything afterwards, in order', async () => {
  await addEndpoint();
  receiver.answer = () => 503;
  const account = randomUUID();
  const deliverer = start();
  const began = now();
  await record('account.deletion_requested', account, { deletion_due_at: 1 });
  await record('account.deleted', account);
  for (; now() < began + HOUR; now.move(60_000)) await sendDue(deliverer);
  expect(new Set(types(account))).toEqual(new Set(['account.deletion_requested']));
  receiver.answer = () => 200;
  for (let minute = 0; minute < 30; minute += 1, now.move(60_000)) await sendDue(deliverer);
  expect(types(account).slice(-2)).toEqual(['account.deletion_requested', 'account.deleted']);
  expect((await deliveries()).every(row => row.delivered_at !== null)).toBe(true);
});

test('is tried again for three days, then given up, the endpoint paused and an alert queued once', async () => {
  const { id } = await addEndpoint();
  const channel = await database.db
    .insertInto('alert_channels')
    .values({
      name: 'bot',
      kind: 'feishu',
      hint: '',
      signed: false,
      sealed: Buffer.alloc(1),
      created_at: new Date(now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  receiver.answer = () => 500;
  const account = randomUUID();
  await record('account.deleted', account);
  const deliverer = start();
  const began = now();
  for (const wait of WAITS) {
    await sendDue(deliverer);
    // Not a moment before.
    now.move(wait - 1);
    const sent = receiver.messages.length;
    await sendDue(deliverer);
    expect(receiver.messages).toHaveLength(sent);
    now.move(1);
  }
  expect(now() - began).toBe(TRIED_FOR);
  expect(TRIED_FOR).toBe(3 * DAY);
  expect(await endpointOf(id)).toMatchObject({ paused_at: null });
  await sendDue(deliverer);
  expect(receiver.messages).toHaveLength(WAITS.length + 1);
  expect(new Set(receiver.messages.map(message => message.id)).size).toBe(1);
  expect(await endpointOf(id)).toMatchObject({ paused_at: new Date(now()), paused_by: null });
  expect(await deliveries()).toMatchObject([
    { due_at: null, delivered_at: null, given_up_at: new Date(now()) },
  ]);
  const alerts = await database.db.selectFrom('alert_messages').selectAll().orderBy('id').execute();
  expect(alerts.map(row => row.channel_id)).toEqual([null, channel.id]);
  expect(alerts[0]?.body).toMatchObject({ state: 'firing', rule: { kind: 'webhook-paused', target: id } });
  // What happens meanwhile is kept.
  await record('account.blocked', randomUUID());
  await sendDue(deliverer);
  expect(receiver.messages).toHaveLength(WAITS.length + 1);
  expect(await deliveries()).toHaveLength(2);
});

test('a process that is killed while it sends leaves the message to be sent again', async () => {
  await addEndpoint({ personal: true });
  const account = randomUUID();
  await record('account.deleted', account);
  const killed = start({ personOf: () => Promise.reject(new Error('killed')) });
  await sendDue(killed);
  expect(receiver.messages).toEqual([]);
  now.move(WAITS[0] ?? 0);
  await sendDue(start());
  expect(types(account)).toEqual(['account.deleted']);
});

test('both secrets sign while one replaces the other', async () => {
  const { id, secret: old } = await addEndpoint();
  const fresh = newSecret();
  const until = now() + OVERLAP;
  await sql`update webhook_endpoints set sealed_previous = sealed_secret, sealed_secret = ${sealSecret(key, id, fresh)},
    previous_until = ${new Date(until)} where id = ${id}`.execute(database.db);
  const deliverer = start();
  const signedBy = async () => {
    await record('account.deleted', randomUUID());
    await sendDue(deliverer);
    const message = receiver.messages.at(-1);
    return [old, fresh].map(secret => message !== undefined && isSignedBy(message, secret));
  };
  expect(await signedBy()).toEqual([true, true]);
  now.set(until);
  expect(await signedBy()).toEqual([false, true]);
  await deleteOld(database.db, now());
  expect(await endpointOf(id)).toMatchObject({ sealed_previous: null, previous_until: null });
});

test('no redirect is followed, and no origin called that the installation does not name any more', async () => {
  const inner = await startReceiver();
  await addEndpoint();
  receiver.answer = () => ({ to: inner.url });
  await record('account.deleted', randomUUID());
  const deliverer = start();
  await sendDue(deliverer);
  expect(receiver.messages).toHaveLength(1);
  expect(await tries()).toMatchObject([{ status: 307 }]);
  origins.splice(0);
  now.move(WAITS[0] ?? 0);
  await sendDue(deliverer);
  expect(receiver.messages).toHaveLength(1);
  expect((await tries()).at(-1)).toMatchObject({ status: null, failure: 'origin' });
  expect(inner.messages).toEqual([]);
  await inner.close();
});

test('whoever answers at another address that the name leads to has to show its certificate', async () => {
  const { key: tlsKey, cert } = makeCertificate();
  const impostor = await startReceiver({ key: tlsKey, cert });
  origins.push(impostor.origin);
  await addEndpoint({ url: impostor.url });
  await record('account.deleted', randomUUID());
  await sendDue(start());
  expect(impostor.messages).toEqual([]);
  expect(await tries()).toMatchObject([{ status: null, failure: 'DEPTH_ZERO_SELF_SIGNED_CERT' }]);
  await impostor.close();
});

test('messages are deleted after 30 days, those that wait after 90, and those of a deleted endpoint', async () => {
  const { id } = await addEndpoint();
  const account = randomUUID();
  await record('account.created', account);
  await sendDue(start());
  receiver.answer = () => 500;
  await record('account.deleted', account);
  const at = now();
  await deleteOld(database.db, at + 30 * DAY - HOUR);
  expect(await deliveries()).toHaveLength(2);
  await deleteOld(database.db, at + 30 * DAY + HOUR);
  expect(await deliveries()).toMatchObject([{ type: 'account.deleted' }]);
  expect(await tries()).toEqual([]);
  await deleteOld(database.db, at + 90 * DAY + HOUR);
  expect(await deliveries()).toEqual([]);
  await record('account.blocked', account);
  await database.db.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
  await deleteOld(database.db, at);
  expect(await deliveries()).toEqual([]);
});
