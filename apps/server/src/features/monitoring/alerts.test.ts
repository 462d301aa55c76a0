import type { ReceiverFetch } from '../../platform/receiver-fetch.ts';
import { createHmac } from 'node:crypto';
import type { AlertRuleInput } from '@rollcall/contract/console';
import { Registry } from 'prom-client';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { changeRule, createRule, deleteRule, listEpisodes, listRules } from './alert-rules.ts';
import { type AlertParts, evaluate } from './alerts.ts';
import { deliveryMetrics } from './alert-metrics.ts';
import { MAX_ATTEMPTS, deliver, FIRST_RETRY, retryDelay } from './alert-delivery.ts';
import { testMessage } from './alert-message.ts';
import { createReceivers } from './alert-receivers.ts';
import { queueQuestionAlerts } from './question-alerts.ts';
import { OFFICIAL_URLS } from './group-bots.ts';
import { alertRule } from './testing/alert-rule.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const now = heldClock();
const webhook = { url: 'https://hooks.example/alerts', secret: 'sixteen-characters' };
let measured: { value: number | null; samples: number };
let taken: { url: string; headers: Record<string, string>; body: Record<string, unknown>; text: string }[];
let answer: () => Promise<Response>;
const warnings: unknown[] = [];
const log = { warn: (...given: unknown[]) => void warnings.push(given) } as unknown as AlertParts['log'];

beforeEach(async () => {
  await database.truncate();
  measured = { value: 0, samples: 100 };
  lastEvent = undefined;
  lag = 0;
  started = 0;
  taken = [];
  answer = async () => new Response(null, { status: 204 });
});

let lastEvent: number | undefined;
let lag = 0;
let started = 0;
const receiverParts = (fetch: unknown) => ({
  db: database.db,
  key: Buffer.alloc(32, 7),
  urls: OFFICIAL_URLS,
  webhook,
  origins: ['https://hooks.example'],
  place: { name: '明德学堂', issuer: 'https://accounts.school.example' },
  now,
  fetch: fetch as ReceiverFetch,
});
const receiversOf = (fetch: unknown) => createReceivers(receiverParts(fetch));
const fetchTaking = async (url: unknown, init: { headers: Record<string, string>; body: string }) => {
  taken.push({
    url: String(url),
    headers: init.headers,
    text: init.body,
    body: JSON.parse(init.body) as Record<string, unknown>,
  });
  return answer();
};
const parts = (more: Partial<AlertParts> = {}): AlertParts => ({
  db: database.db,
  measure: async () => measured,
  absences: {
    lastEvent: async (_product, _key, from, to) =>
      lastEvent !== undefined && lastEvent >= from && lastEvent <= to ? lastEvent : undefined,
    lastSignIn: async () => lastEvent,
    lag: async () => lag,
    started,
  },
  receivers: receiversOf(fetchTaking),
  counted: () => {},
  webhook: true,
  now,
  log,
  ...more,
});

const add = (more: Partial<AlertRuleInput> = {}) =>
  database.db.transaction().execute(trx => createRule(trx, { ...alertRule, ...more }, now()));
const minute = async (value: number | null, samples = 100) => {
  now.move(60_000);
  measured = { value, samples };
  await evaluate(parts());
  await deliver(parts());
};
const states = () => taken.map(({ body }) => body['state']);

test('an alert is sent once when an episode begins and once when it ends', async () => {
  await add();
  await minute(0.05);
  expect(taken).toEqual([]);
  await minute(0.2);
  await minute(0.5);
  await minute(0.3);
  expect(states()).toEqual(['firing']);
  expect((await listRules(database.db))[0]?.firing_since).toBe(now() - 120_000);
  await minute(0.01);
  await minute(0.01);
  expect(states()).toEqual(['firing', 'resolved']);
  await minute(0.2);
  expect(states()).toEqual(['firing', 'resolved', 'firing']);
  const episodes = await listEpisodes(database.db, 'school');
  expect(episodes).toMatchObject([
    { ended_at: null, value: 0.2, delivery: 'delivered' },
    { ended_at: now() - 120_000, value: 0.2, worst: 0.5, threshold: 0.05 },
  ]);
});

test('the messages of an alert on a question are sent in their order', async () => {
  const id = '019a0000-0000-7000-8000-00000000000a';
  await database.db
    .insertInto('usage_questions')
    .values({
      id,
      name: 'q',
      about: '',
      question: '',
      shared: 'viewer',
      by_link: false,
      owner_id: null,
      changed_at: new Date(now()),
    })
    .execute();
  await database.db
    .insertInto('question_alerts')
    .values({
      id,
      name: 'a',
      question_id: id,
      series: 0,
      every: 'hour',
      condition: 'above',
      threshold: 1,
      least: 0,
      channel_id: null,
      enabled: true,
      owner_id: null,
      changed_at: new Date(now()),
      next_at: new Date(now()),
    })
    .execute();
  const question = {
    id,
    name: 'q',
    condition: 'above',
    unit: 'number',
    every: 'hour',
    from: null,
    to: null,
    before: null,
    problem: null,
  } as const;
  const queue = (state: 'firing' | 'resolved') =>
    database.db.transaction().execute(trx =>
      queueQuestionAlerts({ webhook })(
        trx,
        {
          id,
          name: 'a',
          channel: null,
          state,
          began_at: 0,
          ended_at: null,
          value: 2,
          threshold: 1,
          question,
        },
        now(),
      ),
    );
  await queue('firing');
  await queue('resolved');
  answer = async () => new Response(null, { status: 503 });
  await deliver(parts());
  answer = async () => new Response(null, { status: 204 });
  await deliver(parts());
  expect(states()).toEqual(['firing']);
  now.move(FIRST_RETRY);
  await deliver(parts());
  await deliver(parts());
  expect(states()).toEqual(['firing', 'firing', 'resolved']);
  // A channel that takes nothing holds up no message to the one that the alert was moved to.
  const { id: channel_id } = await database.db
    .insertInto('alert_channels')
    .values({
      name: 'moved from',
      kind: 'wecom',
      hint: 'abcd',
      signed: false,
      sealed: Buffer.alloc(1),
      created_at: new Date(now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await queue('firing');
  await sql`update alert_messages set channel_id = ${channel_id}, next_at = ${new Date(now() + 60_000)}
    where delivered_at is null`.execute(database.db);
  await queue('resolved');
  await deliver(parts());
  expect(states()).toEqual(['firing', 'firing', 'resolved', 'resolved']);
});

test('a message is signed over its time and body', async () => {
  await add();
  await minute(0.2);
  const [message] = taken;
  const [, seconds, mac] =
    /^t=(\d+),v1=([\da-f]{64})$/.exec(message?.headers['x-rollcall-signature'] ?? '') ?? [];
  expect(Number(seconds)).toBe(Math.floor(now() / 1000));
  expect(createHmac('sha256', webhook.secret).update(`${seconds}.${message?.text}`).digest('hex')).toBe(mac);
  expect(message?.body).toMatchObject({
    state: 'firing',
    value: 0.2,
    threshold: 0.05,
    rule: { name: 'Calls fail', window_minutes: 5 },
  });
});

test('keeps the state of an alert with too few samples, and ends an episode with few errors', async () => {
  await add();
  await minute(0.9, 5);
  expect(taken).toEqual([]);
  await minute(0.9);
  await minute(0, 5);
  expect(states()).toEqual(['firing']);
  await database.truncate();
  taken = [];
  await add({ kind: 'error-rate', threshold: 2 });
  await minute(9);
  await minute(0, 0);
  expect(states()).toEqual(['firing', 'resolved']);
});

test('a message that the webhook refuses is retried with growing waits, in order, and given up at last', async () => {
  answer = async () => new Response(null, { status: 500 });
  await add();
  await minute(0.2);
  await minute(0);
  // The end waits behind the beginning.
  const failed = taken.length;
  expect(new Set(states())).toEqual(new Set(['firing']));
  answer = () => Promise.reject(new Error('no route'));
  for (let attempt = failed + 1; attempt <= MAX_ATTEMPTS; attempt++) {
    now.move(retryDelay(attempt - 1) - 1);
    await deliver(parts());
    const before = taken.length;
    now.move(1);
    await deliver(parts());
    expect(taken.length).toBe(before + 1);
  }
  expect((await listEpisodes(database.db, 'school'))[0]?.delivery).toBe('waiting');
  answer = async () => new Response(null, { status: 200 });
  await deliver(parts());
  expect(states().at(-1)).toBe('resolved');
  expect((await listEpisodes(database.db, 'school'))[0]?.delivery).toBe('given-up');
  expect(retryDelay(1)).toBe(FIRST_RETRY);
  expect(retryDelay(99)).toBe(3_600_000);
});

test('two servers that evaluate rules or send messages at once send each message once', async () => {
  await add();
  measured = { value: 0.5, samples: 100 };
  await Promise.all([evaluate(parts()), evaluate(parts()), evaluate(parts())]);
  await Promise.all([deliver(parts()), deliver(parts()), deliver(parts())]);
  expect(states()).toEqual(['firing']);
  expect(await listEpisodes(database.db, 'school')).toHaveLength(1);
});

test('a message whose server was killed is sent later by another server', async () => {
  await add();
  measured = { value: 0.5, samples: 100 };
  await evaluate(parts());
  let dead = true;
  const dying = parts({ receivers: receiversOf(() => new Promise(() => {})) });
  void deliver(dying).then(() => (dead = false));
  await expect
    .poll(
      async () =>
        (await database.db.selectFrom('alert_messages').select('attempts').executeTakeFirst())?.attempts,
    )
    .toBe(1);
  await deliver(parts());
  expect(taken).toEqual([]);
  now.move(120_000);
  await deliver(parts());
  expect(states()).toEqual(['firing']);
  expect(dead).toBe(true);
});

test('a rule that cannot be measured does not stop the other rules', async () => {
  await add({ name: 'broken' });
  await add({ name: 'fine' });
  let queries = 0;
  const measure = async () => {
    queries += 1;
    if (queries === 1) throw new Error('the store is not there');
    return { value: 0.9, samples: 100 };
  };
  await evaluate(parts({ measure }));
  expect((await listRules(database.db)).map(rule => rule.firing_since !== null)).toEqual([false, true]);
  expect(warnings.length).toBeGreaterThan(0);
});

test('a rule that is changed or disabled ends its episode; a new threshold does not', async () => {
  const { id } = await add();
  await minute(0.2);
  const change = (more: Partial<AlertRuleInput>) =>
    database.db.transaction().execute(trx => changeRule(trx, { id, ...alertRule, ...more }, now(), true));
  expect((await change({ threshold: 0.1 })).after.firing_since).not.toBeNull();
  expect((await change({ enabled: false })).after.firing_since).toBeNull();
  await deliver(parts());
  expect(states()).toEqual(['firing', 'changed']);
  await minute(0.9);
  expect(states()).toEqual(['firing', 'changed']);
  await database.db.transaction().execute(trx => deleteRule(trx, id));
  await expect(change({})).rejects.toMatchObject({ refusal: 'NotFound' });
  await expect(database.db.transaction().execute(trx => deleteRule(trx, id))).rejects.toMatchObject({
    refusal: 'NotFound',
  });
});

test('concurrent requests create at most 100 rules', async () => {
  for (let made = 0; made < 98; made++) await add();
  const results = await Promise.allSettled([add(), add(), add(), add()]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await listRules(database.db)).toHaveLength(100);
});

test('an alert ends as no data when its samples stop, and says that this is no recovery', async () => {
  await add();
  await minute(0.4);
  await minute(null, 0);
  expect(states()).toEqual(['firing', 'no-data']);
  expect(taken.at(-1)?.body).toMatchObject({ value: null, worst: 0.4 });
  expect((await listEpisodes(database.db, 'school'))[0]).toMatchObject({
    ended_at: now(),
    ended_by: 'no-data',
  });
  expect((await listRules(database.db))[0]?.firing_since).toBeNull();
});

test('an alert with too few samples goes on for as long as its window, then ends as no data', async () => {
  await add({ window: 5 });
  await minute(0.4);
  for (let n = 0; n < 4; n += 1) await minute(0.9, 3);
  expect(states()).toEqual(['firing']);
  // Samples enough begin the wait again.
  await minute(0.4);
  for (let n = 0; n < 4; n += 1) await minute(0.9, 3);
  expect(states()).toEqual(['firing']);
  await minute(0.9, 3);
  expect(states()).toEqual(['firing', 'no-data']);
  await minute(0.01);
  expect(states()).toEqual(['firing', 'no-data']);
});

const absence = { kind: 'no-events', threshold: 30, target: '*' } as const;

test('a rule about absence fires when no event came for so many minutes, and ends with the next one', async () => {
  await add(absence);
  lastEvent = now();
  now.move(29 * 60_000);
  await minute(null, 0);
  expect(states()).toEqual([]);
  await minute(null, 0);
  expect(states()).toEqual(['firing']);
  expect(taken[0]?.body).toMatchObject({ value: 31, threshold: 30 });
  lastEvent = now();
  await minute(null, 0);
  expect(states()).toEqual(['firing', 'resolved']);
});

test('a rule about absence fires where there never was an event, counted from when it was set up', async () => {
  await add(absence);
  now.move(29 * 60_000);
  await minute(null, 0);
  expect(states()).toEqual([]);
  await minute(null, 0);
  expect(states()).toEqual(['firing']);
});

test('a rule about absence says nothing while events wait to be loaded', async () => {
  await add(absence);
  lag = 90_000;
  now.move(3 * 3600_000);
  await minute(null, 0);
  expect(states()).toEqual([]);
  lag = 0;
  await minute(null, 0);
  expect(states()).toEqual(['firing']);
});

test('a rule about absence counts in its hours alone, and not the silence before them', async () => {
  const eight = Date.UTC(2026, 8, 7, 0, 0);
  now.move(eight - 10 * 3600_000 - now());
  await add({ ...absence, hours: { from: 8, to: 22 } });
  lastEvent = now();
  // 22:01 to 07:59 in China
  for (let n = 0; n < 9; n += 1) {
    now.move(3600_000);
    await minute(null, 0);
  }
  expect(states()).toEqual([]);
  now.move(eight + 30 * 60_000 - now());
  await minute(null, 0);
  expect(states()).toEqual(['firing']);
  expect(taken[0]?.body).toMatchObject({ value: 31 });
});

test('few errors end an alert below its threshold alone', async () => {
  await add({ kind: 'error-rate', threshold: 5, least: 50 });
  await minute(12, 60);
  await minute(9, 45);
  expect(states()).toEqual(['firing']);
  await minute(4, 20);
  expect(states()).toEqual(['firing', 'resolved']);
});

const hour = 3600_000;
const eightInChina = Date.UTC(2026, 9, 7, 0, 0);

test('an absence that lasts over the night goes on, and ends with the next event at any hour', async () => {
  now.move(eightInChina + 13 * hour - now());
  await add({ ...absence, hours: { from: 7, to: 22 } });
  lastEvent = now();
  now.move(31 * 60_000);
  await minute(null, 0);
  expect(states()).toEqual(['firing']);
  for (let n = 0; n < 14; n += 1) {
    now.move(hour);
    await minute(null, 0);
  }
  expect(states()).toEqual(['firing']);
  now.move(13 * hour - 60_000);
  lastEvent = now();
  await minute(null, 0);
  expect(states()).toEqual(['firing', 'resolved']);
});

test('a change of a rule’s name does not end an absence', async () => {
  const { id } = await add(absence);
  now.move(3 * 24 * hour);
  await minute(null, 0);
  expect(states()).toEqual(['firing']);
  await database.db
    .transaction()
    .execute(trx => changeRule(trx, { id, ...alertRule, ...absence, name: 'Silence' }, now(), true));
  await minute(null, 0);
  expect(states()).toEqual(['firing']);
});

test('an absence counts from the start of the server, and times of a clock that ran ahead do not count', async () => {
  await add({ ...absence, kind: 'no-sign-ins' });
  now.move(5 * hour);
  started = now();
  await minute(null, 0);
  expect(states()).toEqual([]);
  lastEvent = now() + 24 * 365 * hour;
  now.move(30 * 60_000);
  await minute(null, 0);
  expect(states()).toEqual(['firing']);
});

describe('a group bot', () => {
  const addBot = (name: string, language: 'zh-CN' | 'en' = 'zh-CN') =>
    database.db.transaction().execute(trx =>
      receiversOf(fetchTaking).create(trx, {
        name,
        kind: 'wecom',
        language,
        url: `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${name}-0001`,
      }),
    );
  const okay = async () => new Response('{"errcode":0,"errmsg":"ok"}');
  test('gets the messages of the rules that are sent to it, and the webhook those of the others', async () => {
    const bot = await addBot('duty-bot');
    answer = okay;
    await add({ name: 'to the bot', channel: bot.id });
    await add({ name: 'to the webhook' });
    await minute(0.4);
    expect(taken.map(({ url }) => url)).toEqual([
      'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=duty-bot-0001',
      webhook.url,
    ]);
    taken = [];
    await minute(0);
    expect(JSON.stringify(taken[0]?.body)).toContain('已恢复：to the bot');
    expect((await listEpisodes(database.db, 'school')).map(({ delivery }) => delivery)).toEqual([
      'delivered',
      'delivered',
    ]);
  });

  test('gets texts in its language, also in one that it was given since', async () => {
    const bot = await addBot('english-bot', 'en');
    answer = okay;
    await add({ name: 'to the bot', channel: bot.id });
    await minute(0.4);
    expect(JSON.stringify(taken[0]?.body)).toContain('Alert: to the bot');
    const changed = await database.db
      .transaction()
      .execute(trx => receiversOf(fetchTaking).change(trx, { id: bot.id, name: '值班', language: 'zh-CN' }));
    expect(changed.after).toEqual({ ...bot, name: '值班', language: 'zh-CN' });
    taken = [];
    await minute(0);
    expect(JSON.stringify(taken[0]?.body)).toContain('已恢复：to the bot');
  });

  test('may be a webhook with a key of its own, of an origin of the configuration alone', async () => {
    const create = (url: string, secret?: string) =>
      database.db.transaction().execute(trx =>
        receiversOf(fetchTaking).create(trx, {
          name: 'ours',
          kind: 'webhook',
          language: 'en',
          url,
          secret,
        }),
      );
    const key = 'a-key-of-this-rule';
    for (const url of [
      'https://hooks.example.evil.example/a',
      'https://evil.example/?https://hooks.example',
      'http://hooks.example/a',
      'https://user@hooks.example/a',
      'https://:password@hooks.example/a',
      'https://hooks.example:8443/a',
      'http://127.0.0.1/',
      'no URL',
    ])
      await expect(create(url, key), url).rejects.toMatchObject({ detail: { data: { field: 'url' } } });
    await expect(create('https://hooks.example/a')).rejects.toMatchObject({
      detail: { data: { field: 'secret' } },
    });
    const channel = await create('https://hooks.example/of/this/rule?token=secret', key);
    expect(channel).toMatchObject({ kind: 'webhook', hint: 'hooks.example', signed: true });
    await add({ name: 'to its own', channel: channel.id });
    await minute(0.4);
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({
      url: 'https://hooks.example/of/this/rule?token=secret',
      body: { state: 'firing', rule: { name: 'to its own' } },
    });
    const [, seconds, hex] = /^t=(\d+),v1=(\w+)$/.exec(taken[0]?.headers['x-rollcall-signature'] ?? '') ?? [];
    expect(hex).toBe(createHmac('sha256', key).update(`${seconds}.${taken[0]?.text}`).digest('hex'));
    // The configuration lists its origin no more.
    const narrowed = createReceivers({
      ...receiverParts(fetchTaking),
      origins: ['https://other.example'],
    });
    expect(await narrowed.send(channel.id, testMessage(now()))).toMatch(/ROLLCALL_ALERT_WEBHOOK_ORIGINS/);
    expect(taken).toHaveLength(1);
  });

  test('is counted by its kind, and a webhook of a rule as a webhook', async () => {
    const bot = await addBot('counted-bot');
    const own = await database.db.transaction().execute(trx =>
      receiversOf(fetchTaking).create(trx, {
        name: 'own',
        kind: 'webhook',
        language: 'en',
        url: 'https://hooks.example/own',
        secret: 'a-key-of-this-rule',
      }),
    );
    const { addMetrics, counted } = deliveryMetrics();
    const registry = new Registry();
    addMetrics(registry);
    answer = okay;
    for (const channel of [bot.id, own.id, null]) await add({ name: `rule ${channel}`, channel });
    measured = { value: 0.4, samples: 100 };
    await evaluate(parts());
    await deliver(parts({ counted }));
    answer = async () => new Response(null, { status: 500 });
    measured = { value: 0, samples: 100 };
    await evaluate(parts());
    await deliver(parts({ counted }));
    const text = await registry.metrics();
    for (const [receiver, count] of [
      ['wecom', 1],
      ['webhook', 2],
    ])
      for (const outcome of ['delivered', 'failed'])
        expect(text).toContain(`{receiver="${receiver}",outcome="${outcome}"} ${count}`);
    expect(text).not.toContain('receiver="bot"');
  });

  test('gets five messages at a time, new ones before those that it refused', async () => {
    const bot = await addBot('busy-bot');
    answer = async () => new Response('{"errcode":93000,"errmsg":"invalid webhook url"}');
    for (let made = 0; made < 7; made += 1) await add({ name: `rule ${made}`, channel: bot.id });
    await minute(0.4);
    expect(taken).toHaveLength(5);
    taken = [];
    await deliver(parts());
    expect(taken).toHaveLength(2);
    taken = [];
    answer = okay;
    await add({ name: 'new', channel: bot.id });
    await minute(0.4);
    expect(taken).toHaveLength(5);
    expect(JSON.stringify(taken[0]?.body)).toContain('rule 0');
    expect(JSON.stringify(taken)).toContain('警报：new');
    await deliver(parts());
    expect(
      (await listEpisodes(database.db, 'school')).every(({ delivery }) => delivery === 'delivered'),
    ).toBe(true);
  });

  test('that is deleted takes its waiting messages along, and is not deleted while a rule uses it', async () => {
    const bot = await addBot('gone-bot');
    answer = async () => new Response('', { status: 502 });
    const { id } = await add({ channel: bot.id });
    await minute(0.4);
    const remove = () =>
      database.db.transaction().execute(trx => receiversOf(fetchTaking).remove(trx, bot.id));
    await expect(remove()).rejects.toMatchObject({ refusal: 'IllegalOperation' });
    await database.db.transaction().execute(trx => changeRule(trx, { id, ...alertRule }, now(), true));
    await remove();
    taken = [];
    now.move(hour);
    await deliver(parts());
    expect(taken).toEqual([]);
    expect(await receiversOf(fetchTaking).list()).toEqual([]);
  });
});
