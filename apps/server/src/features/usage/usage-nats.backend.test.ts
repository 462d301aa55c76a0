/** The whole server over HTTP with its event log in NATS: taken, loaded, answered, erased; refused and taken again around a lost server. */
import type { UsageDataJob } from '@rollcall/contract/console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../../tools/testing/until.ts';
import { JetStreamLog } from '../../engines/cluster/log/jetstream-log.ts';
import { type Nats, startNats } from '../../engines/cluster/log/testing/nats.ts';
import { OPERATOR_PASSWORD, type TestConsole, testConsole } from '../console/testing/console.ts';
import { bodyOf, facts, newEvent, newId } from './testing/batches.ts';

const PARTITIONS = 4;
let nats: Nats;
let context: TestConsole;
beforeAll(async () => {
  nats = await startNats();
  context = await testConsole({
    ROLLCALL_EVENT_LOG: 'nats',
    ROLLCALL_NATS_URL: `nats://${nats.servers[0]}`,
    ROLLCALL_NATS_REPLICAS: '1',
    ROLLCALL_NATS_PARTITIONS: `${PARTITIONS}`,
    ROLLCALL_NATS_BYTES: '64',
    ROLLCALL_USAGE_ADDRESS_RATE: '0',
  });
  await context.call('proveOperator', {
    cookie: context.cookies.admin,
    body: { proof: { method: 'password', password: OPERATOR_PASSWORD } },
  });
});
afterAll(async () => {
  await context?.stop();
  await nats?.close();
});

const report = async (device: string, ...keys: string[]) => {
  const at = context.server.now();
  const events = keys.map(e => newEvent({ e, t: at, c: at }));
  const body = bodyOf({ events, facts: [facts({ d: device })] });
  return context.server.ask('POST', '/usage/v1/events', body, { 'content-type': 'text/plain' });
};
const viewer = () => ({ cookie: context.cookies.viewer });
const loaded = (count: number) =>
  until(async () => expect((await context.call('getUsageScope', viewer())).events).toBe(count));
const state = async () => JSON.parse((await context.server.ask('GET', '/readyz')).text) as { usage: string };
const over = async (id: string): Promise<UsageDataJob> =>
  until(async () => {
    const { items } = await context.call('listUsageData', { cookie: context.cookies.support, query: {} });
    const job = items.find(each => each.id === id);
    if (job?.state !== 'done') throw new Error(`the job is ${job?.state}`);
    return job;
  });

test('events of many devices are taken, loaded once and answered in the console', async () => {
  const devices = Array.from({ length: 12 }, () => newId());
  const answers = await Promise.all(devices.map(device => report(device, 'one', 'two')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await loaded(24);
  // The store answers with events a moment before their loader has counted them.
  await until(async () => {
    const { text } = await context.server.ask('GET', '/metrics');
    expect(text).toMatch(/rollcall_usage_accepted_events_total 24/);
    expect(text).toMatch(/rollcall_usage_loaded_events_total 24/);
    expect(text).toMatch(/rollcall_usage_lag_bytes 0/);
  });
  expect((await state()).usage).toBe('ok');
});

test('an erasure leaves nothing of the person in the stream', async () => {
  const [device, other] = [newId(), newId()];
  await report(device, 'erased', 'erased');
  await report(other, 'kept');
  const { id } = await context.call('startUsageData', {
    cookie: context.cookies.admin,
    body: { kind: 'erasure', subject_kind: 'device', subject: device },
  });
  expect((await over(id)).events).toBe(2);
  await loaded(25);
  const log = new JetStreamLog({
    servers: nats.servers,
    stream: 'ROLLCALL',
    partitions: PARTITIONS,
    replicas: 1,
    bytes: 64 * 2 ** 20,
    log: { info: () => {}, warn: () => {}, error: () => {} } as never,
  });
  await log.connected();
  expect(await log.bytes()).toBe(0);
  await log.close();
});

test('while NATS is not there pages are told to come again, and later every event is taken', async () => {
  await nats.nodes[0]?.kill();
  const answer = await until(async () => {
    const refused = await report(newId(), 'lost');
    expect(refused.status).toBe(503);
    return refused;
  });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await state()).usage).toBe('unreachable');
  await nats.nodes[0]?.start();
  await until(async () => expect((await report(newId(), 'found')).status).toBe(200));
  await loaded(26);
  expect((await state()).usage).toBe('ok');
});
