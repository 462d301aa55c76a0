/** Over HTTP: the alert about the message budget, at the webhook and in the console. */
import { receiverFetch } from '../../platform/receiver-fetch.ts';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { calls } from '@rollcall/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestConsole, testConsole } from '../console/testing/console.ts';
import { deleteExpired } from './cleanup.ts';
import { deliver } from './alert-delivery.ts';
import { createReceivers } from './alert-receivers.ts';

const HOUR = 3_600_000;
const SECRET = 'sixteen-characters';
const taken: { signature: string; body: string }[] = [];
let hook: Server;
let context: TestConsole;
beforeAll(async () => {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    taken.push({ signature: String(request.headers['x-rollcall-signature']), body: await text(request) });
    response.end();
  };
  hook = createServer((request, response) => {
    void take(request, response);
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  context = await testConsole({
    ROLLCALL_MESSAGES_PER_HOUR: '5',
    ROLLCALL_TRUST_PROXY: '127.0.0.1',
    ROLLCALL_MESSAGES_PER_DAY: '100',
    ROLLCALL_CONSOLE_IDLE_MINUTES: '1440',
    ROLLCALL_ALERT_WEBHOOK_URL: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/alerts`,
    ROLLCALL_ALERT_WEBHOOK_SECRET: SECRET,
  });
});
afterAll(async () => {
  await context?.stop();
  hook?.close();
});

let last = 13_900_000_000;
/** Each from a network of its own: one spends a tenth at most. */
const send = async () => {
  const body = { phone_number: String((last += 1)), pid: 'school' };
  const { json } = await context.server.ask('POST', calls.sendSilentLoginCaptcha.path, body, {
    'x-forwarded-for': `203.0.${last % 256}.7`,
  });
  return json?.code ?? 'sent';
};
/** What the job of the alerts does every 15 seconds. */
const sendAlerts = async () => {
  const { db, config, log } = context.server.app;
  const { webhook, bots } = config.monitor;
  const { now } = context.server;
  const place = { name: 'school', issuer: config.issuer };
  const receivers = createReceivers({
    origins: [],
    db,
    key: Buffer.alloc(32),
    urls: bots,
    webhook,
    place,
    now,
    fetch: receiverFetch,
  });
  await deliver({ db, receivers, counted: () => {}, now, log });
};
const totals = async () =>
  (await context.call('getMessageBudget', { cookie: context.cookies.viewer })).totals;

test('operators get one alert at 80 % of the hourly budget, and the console shows what remains and until when', async () => {
  const began = context.server.now();
  for (let n = 0; n < 3; n += 1) expect(await send()).toBe('sent');
  await sendAlerts();
  expect(taken).toEqual([]);
  expect(await totals()).toMatchObject([
    { window: 'hour', limit: 5, sent: 3, left: 2, tight: false },
    { window: 'day', limit: 100, sent: 3, left: 97, tight: false },
  ]);

  expect(await send()).toBe('sent');
  await sendAlerts();
  expect(await send()).not.toBe('sent');
  await sendAlerts();
  const [alert, ...others] = taken;
  expect(others).toEqual([]);
  expect(JSON.parse(alert?.body ?? '')).toMatchObject({
    state: 'firing',
    value: 0.8,
    threshold: 0.8,
    rule: {
      id: null,
      name: 'Messages of an hour',
      kind: 'message-budget',
      target: 'hour',
      window_minutes: 60,
    },
    messages: { sent: 4, limit: 5, left: 1, ends_at: began + HOUR },
  });
  const [, seconds, mac] = /^t=(\d+),v1=(.*)$/.exec(alert?.signature ?? '') ?? [];
  expect(createHmac('sha256', SECRET).update(`${seconds}.${alert?.body}`).digest('hex')).toBe(mac);
  expect(await totals()).toMatchObject([
    { window: 'hour', left: 1, until: began + HOUR, tight: true },
    { window: 'day', left: 96, tight: false },
  ]);
});

test('each hour can have one budget alert, and old alerts are deleted', async () => {
  const { db } = context.server.app;
  context.server.now.move(HOUR);
  expect(await totals()).toMatchObject([
    { window: 'hour', sent: 0, left: 5, until: null, tight: false },
    { window: 'day', sent: 4 },
  ]);
  for (let n = 0; n < 4; n += 1) await send();
  await sendAlerts();
  expect(taken.map(({ body }) => JSON.parse(body).messages.sent)).toEqual([4, 4]);

  await deleteExpired(db, context.server.now());
  expect(await db.selectFrom('alert_messages').select('id').execute()).toHaveLength(2);
  await deleteExpired(db, context.server.now() + 91 * 24 * HOUR);
  expect(await db.selectFrom('alert_messages').select('id').execute()).toEqual([]);
});
