/**
 * Hostile input from the socket to the chart: after any input a valid event is counted, and every query answers. `npm run proofs -- fuzz`
 * sends 200,000 events.
 */
import { eventKind } from '@rollcall/contract';
import {
  type ConsoleCallName,
  type Measure,
  type QuestionInput,
  usageConsoleCalls,
} from '@rollcall/contract/console';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteAttack } from '../../app/testing/attack-table.ts';
import { type TestConsole, testConsole } from '../console/testing/console.ts';
import { bodyOf, facts, newEvent, newId } from './testing/batches.ts';
import { generatedBatch } from './testing/generated-batches.ts';
import { generatedBeacon } from './testing/generated-beacons.ts';

let context: TestConsole;
beforeAll(async () => {
  context = await testConsole({ ROLLCALL_USAGE_ADDRESS_RATE: '0' });
});
afterAll(() => context?.stop());

const viewer = () => ({ cookie: context.cookies.viewer });

let sent = 0;
const send = async (events: readonly unknown[], more: Omit<Parameters<typeof bodyOf>[0], 'events'> = {}) => {
  sent += events.length;
  const body = bodyOf({ events, ...more });
  const answer = await fetch(`${context.server.url}/usage/v1/events`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain' },
  });
  const { data } = (await answer.json()) as { data?: { accepted: number; refused: { why: string }[] } };
  return { status: answer.status, accepted: data?.accepted ?? 0, refused: data?.refused ?? [] };
};

/** Waits until everything that was acknowledged is loaded: an export begins with that. */
const loaded = async (): Promise<void> => {
  const subject = newId();
  const { id } = await context.call('startUsageData', {
    cookie: context.cookies.admin,
    body: { kind: 'export', subject_kind: 'device', subject },
  });
  const finished = async () => {
    const { items } = await context.call('listUsageData', {
      cookie: context.cookies.support,
      query: { subject },
    });
    return items.find(job => job.id === id)?.finished_at;
  };
  await expect.poll(finished, { interval: 20 }).toBeTruthy();
};

let good = 0;
const expectGoodEventCounted = async (): Promise<void> => {
  const key = `good-${(good += 1)}`;
  const at = context.server.now();
  expect(await send([newEvent({ e: key, t: at, c: at })])).toMatchObject({ status: 200, accepted: 1 });
  await loaded();
  expect(await totalOf(key)).toBe(1);
};

/** The total of a trend of a key. */
const totalOf = async (key: string, measure?: Measure): Promise<number | null | undefined> => {
  const series = [{ event: { kind: 'custom', key }, measure }];
  const question = JSON.stringify({ v: 1, kind: 'trend', series });
  const { answer } = await context.call('askUsageQuestion', { ...viewer(), query: { question } });
  return answer.kind === 'trend' ? answer.lines[0]?.total : undefined;
};

/** Of every kind. */
const duration = { of: 'sum', property: 'event.duration' } as const;
const questions: readonly Partial<QuestionInput>[] = [
  { kind: 'trend', series: [{ measure: duration }] },
  { kind: 'trend', series: [{ measure: duration }], breakdowns: ['device.language'] },
  { kind: 'trend', series: [{ measure: 'people' }], breakdowns: ['data.x'] },
  { kind: 'trend', breakdowns: ['event.key'], grain: 'month' },
  { kind: 'trend', population: { product: 'x'.repeat(64), platform: "'; drop table events; --" } },
  { kind: 'retention', series: [{}, {}], population: { product: '7', bots: 'only' } },
  { kind: 'retention', series: [{}, {}], start: 'each' },
  {
    kind: 'funnel',
    series: [
      { event: { kind: 'view', key: '/' } },
      { event: { kind: 'click', key: '/' } },
      { event: { kind: 'custom', key: 'a' } },
      { event: { kind: 'custom', key: 'consent' } },
    ],
    window: 60_000,
  },
  { kind: 'paths' },
  { kind: 'paths', page: { through: '/' } },
  { kind: 'stickiness' },
  { kind: 'time' },
  { kind: 'people' },
];
const queries: readonly (readonly [ConsoleCallName, Record<string, string>])[] = [
  ...Object.keys(usageConsoleCalls).map(name => [name as ConsoleCallName, {}] as const),
  ...questions.map(asked => ['askUsageQuestion', { question: JSON.stringify({ v: 1, ...asked }) }] as const),
  ['listUsageKeys', { sample: 'without', dev: 'only' }],
  ['getCallHealth', { product: 'school' }],
  ['getVitals', { product: 'school' }],
  ['getVitalTrend', { product: 'school', metric: 'LCP' }],
  ['getResourceFailures', { product: 'school' }],
  ['listErrorGroups', { product: 'school' }],
  ['listMonitorProducts', {}],
];
const needed = (): Partial<Record<ConsoleCallName, Record<string, string>>> => ({
  askUsageQuestion: { question: '{"v":1,"kind":"trend"}' },
  getUsageHeatmap: { page: '/' },
  listUsageProperties: { key: 'a' },
  getCallHealth: lastDay(),
  getVitals: lastDay(),
  getVitalTrend: lastDay(),
  getResourceFailures: lastDay(),
});
const lastDay = () => ({
  from: String(context.server.now() - 86_400_000),
  to: String(context.server.now()),
});
const expectQueriesAnswer = async (): Promise<void> => {
  for (const [name, query] of queries) {
    const answer = await context.ask(name, { ...viewer(), query: { ...needed()[name], ...query } as never });
    expect(answer.status, `${name} ${JSON.stringify(query)} ${answer.text.slice(0, 200)}`).toBe(200);
  }
};

const consent = (granted: object, n = 1) =>
  newEvent({ k: eventKind.consent, e: 'consent', b: { r: newId(), n, g: granted } });

describe('an attack on the usage pipeline', () => {
  test('by a consent with half a character is refused', async () => {
    const { refused } = await send([consent({ view: ['\ud800', 1] })]);
    expect(refused).toMatchObject([{ why: 'biz_data' }]);
    await expectGoodEventCounted();
  });

  test('by durations that add up beyond 64 bits is refused, and the longest accepted durations add up', async () => {
    const { refused } = await send([newEvent({ d: Number.MAX_SAFE_INTEGER })]);
    expect(refused).toMatchObject([{ why: 'duration' }]);
    const longest = 30 * 86_400_000;
    for (let n = 0; n < 5; n += 1)
      await send(Array.from({ length: 100 }, () => newEvent({ d: longest, e: 'long' })));
    await expectGoodEventCounted();
    expect(await totalOf('long', duration)).toBe(500 * longest);
    await expectQueriesAnswer();
  });

  test('by more consents than a statement has parameters is loaded', async () => {
    for (let n = 0; n < 80; n += 1) {
      const events = Array.from({ length: 150 }, () => consent({ event: ['1', 1, 1] }));
      expect((await send(events, { facts: [facts({ d: `device-${n}` })] })).accepted).toBe(150);
    }
    await expectGoodEventCounted();
  });

  test('by a device of 10,000 users and a user of 10,000 devices is counted as claimed, and every query answers', async () => {
    const claim = async (key: string, who: (n: number) => Parameters<typeof facts>[0]) => {
      for (let from = 0; from < 10_000; from += 100) {
        const some = Array.from({ length: 100 }, (_, n) => n);
        const { accepted } = await send(
          some.map(n => newEvent({ e: key, x: n })),
          { facts: some.map(n => facts(who(from + n))) },
        );
        expect(accepted).toBe(100);
      }
    };
    await claim('many-users', n => ({ d: 'claimed', u: `claimed-${n}` }));
    await claim('many-devices', n => ({ d: `claimed-${n}`, u: 'claimed' }));
    await expectGoodEventCounted();
    const people = (key: string) => totalOf(key, 'people');
    expect([await people('many-users'), await people('many-devices')]).toEqual([10_000, 1]);
    await expectQueriesAnswer();
  });

  test('by coordinates far outside the page is refused, and every query answers', async () => {
    const click = (b: object) => newEvent({ k: eventKind.click, e: '/', b: b as Record<string, unknown> });
    const { refused } = await send([click({ x: 1, y: 1e300, w: 1000, h: 1 })]);
    expect(refused).toMatchObject([{ why: 'biz_data' }]);
    await send([click({ x: 500, y: 1e7, w: 1e7, h: 1e7 }), click({ x: -1e7, y: -1e7, w: -1e7, h: -1e7 })]);
    await expectGoodEventCounted();
    await expectQueriesAnswer();
  });

  test('by invented products and releases fills no list', async () => {
    for (let n = 0; n < 60; n += 1) await send([newEvent()], { meta: { product_code: `made-up-${n}` } });
    await Promise.all(
      Array.from({ length: 400 }, (_, n) =>
        context.server.ask('GET', `/monitor/v1.gif?p=made-up-${n}&v=r${n}&u=%2F&t=1!LCP!100!navigate`),
      ),
    );
    await Promise.all(
      Array.from({ length: 400 }, (_, n) =>
        context.server.ask('GET', `/monitor/v1.gif?p=made-up-1&v=r${n}&u=%2F&t=1!LCP!100!navigate`),
      ),
    );
    await expectGoodEventCounted();
    for (const list of ['listUsageProducts', 'listMonitorProducts'] as const) {
      const { items } = await context.call(list, { ...viewer(), query: { limit: 200 } });
      expect(items).toContain('other');
      expect(items.length).toBeLessThan(30);
    }
    const { rows } = await context.server.database.pool.query(
      'select count(*)::int as count from monitor_releases',
    );
    expect(rows[0].count).toBeLessThan(80);
  });
});

const wanted = Number(process.env['ROLLCALL_FUZZ'] ?? 800);
/** Batches of a round; the queries after it take as long as a hundred batches. */
const ROUND = wanted > 10_000 ? 500 : 40;
/** Concurrent requests. */
const AT_ONCE = 8;
/** Of a batch, about. */
const EVENTS = 10;
/** Of a round. */
const BEACONS = 20;

test('generated batches at and beyond the bounds of the contract do not stop the pipeline', async ({
  onTestFailed,
}) => {
  // Another at each run.
  const seed = Date.now() % 1_000_000;
  onTestFailed(() => {
    const errors = context.server.lines.filter(line => line.includes('"level":"error"'));
    process.stderr.write(`The first round's seed was ${seed}.\n${errors.join('')}`);
  });
  const rounds = Math.max(1, Math.round(wanted / (ROUND * EVENTS)));
  for (let round = 0; round < rounds; round += 1) {
    const accepted = { events: 0 };
    const batches = fc.sample(generatedBatch, { numRuns: ROUND, seed: seed + round });
    while (batches.length > 0) {
      const answers = await Promise.all(
        batches.splice(0, AT_ONCE).map(({ events, ...more }) => send(events, more)),
      );
      for (const answer of answers) {
        expect([200, 400, 413], `seed ${seed + round}`).toContain(answer.status);
        accepted.events += answer.accepted;
      }
    }
    // Otherwise the fuzz tests the collector alone.
    expect(accepted.events, `seed ${seed + round}`).toBeGreaterThan((ROUND * EVENTS) / 4);
    for (const query of fc.sample(generatedBeacon, { numRuns: BEACONS, seed: seed + round })) {
      const { status } = await context.server.ask('GET', `/monitor/v1.gif?${query}`);
      expect([200, 400, 413], `seed ${seed + round} ${query}`).toContain(status);
    }
    await expectGoodEventCounted();
    await expectQueriesAnswer();
  }
  const { text: metrics } = await context.server.ask('GET', '/metrics');
  const of = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN);
  noteAttack({
    attack: 'poison events: loads that failed, records put aside',
    tried: sent,
    through: of('rollcall_usage_load_failures_total') + of('rollcall_usage_quarantined_records_total'),
    may: 0,
  });
  expect(metrics).toMatch(/^rollcall_usage_load_failures_total 0$/m);
  expect(metrics).toMatch(/^rollcall_usage_quarantined_records_total 0$/m);
  expect(context.server.lines.filter(line => line.includes('"level":"error"'))).toEqual([]);
});
