import { eventKind, type WireEvent } from '@rollcall/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '../accounts/testing.ts';
import { heldClock } from '../../app/testing.ts';
import { Collector } from './collector.ts';
import { LogFull } from '../../events/log/event-log.ts';
import { RecentRefusals } from './recent-refusals.ts';
import { jsonLengthAtMost } from './json-length.ts';
import { readRecord } from '../../events/record/record.ts';
import { bodyOf, facts, newEvent } from './testing/batches.ts';
import { MemoryLog } from './testing/memory-log.ts';
import { eventTime, LONGEST_AHEAD, LONGEST_BEHIND } from '../../events/record/event-time.ts';

const now = heldClock();
const open = async (products?: readonly string[]) => {
  const log = new MemoryLog();
  const refusals = new RecentRefusals(products);
  const collector = new Collector({ log, products, now, refusals });
  const take = (batch: Parameters<typeof bodyOf>[0]) =>
    collector.take(Buffer.from(bodyOf(batch)), '203.0.113.7');
  const stored = async () =>
    (await log.partition(0).read(0, 1 << 30)).records.flatMap(({ bytes }) => readRecord(bytes).events);
  /** What an operator sees of refusals. */
  const seen = () => refusals.list({}).map(({ product, key, why, batch }) => ({ product, key, why, batch }));
  return { log, collector, take, stored, seen };
};

describe('a batch of events', () => {
  test('is stored with full field names and the facts of its page [3.event 3.device]', async () => {
    const { take, stored } = await open();
    const event = newEvent({ b: { lesson: 7 }, d: 12, o: 1, k: eventKind.view, e: '/a', n: 5 });
    const page = {
      pf: 'Linux',
      l: 'zh-CN',
      ua: 'A browser',
      nt: '4g',
      dn: 1.5,
      cpu: 8,
      rs: '1920x1080',
    } as const;
    const own = facts({ u: '42', ...page, ip: '203.0.113.7', bot: 1, d: 'device' });
    await take({ events: [event], facts: [own], meta: { is_dev: true, product_code: 7 } });
    expect(await stored()).toEqual([
      {
        id: event.i,
        product: '7',
        time: event.t,
        deviceTime: event.c,
        received: now(),
        sequence: 5,
        kind: 1,
        key: '/a',
        data: { lesson: 7 },
        duration: 12,
        open: true,
        dev: true,
        process: 'p',
        library: '0.1.0',
        user: '42',
        platform: 'Linux',
        language: 'zh-CN',
        userAgent: 'A browser',
        network: '4g',
        density: 1.5,
        cpu: 8,
        resolution: '1920x1080',
        ip: '203.0.113.7',
        device: 'device',
        bot: true,
      },
    ]);
  });

  test('keeps its valid events if others are invalid', async () => {
    const anything = fc.oneof(
      fc.json().map(text => JSON.parse(text) as unknown),
      fc.constant(null),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(anything, fc.constant('good')), { maxLength: 12 }),
        fc.array(anything, { maxLength: 3 }),
        fc.constantFrom<0 | 1>(0, 1),
        async (sent, otherFacts, alg) => {
          const { take, stored } = await open();
          const events = sent.map(one => (one === 'good' ? newEvent() : one));
          const good = events.filter((_, n) => sent[n] === 'good') as WireEvent[];
          const answer = await take({ events, facts: [facts(), ...otherFacts], alg });
          expect(answer.accepted).toBe(good.length);
          expect(answer.refused).toHaveLength(events.length - good.length);
          expect((await stored()).map(({ id }) => id)).toEqual(good.map(({ i }) => i));
        },
      ),
      { numRuns: 100 },
    );
  });

  test.each([
    ['product_code', { events: [], meta: { product_code: 'elsewhere' } }],
    ['is_dev', { events: [], meta: { is_dev: 1 } }],
    ['body', { events: Array.from({ length: 501 }, () => 1) }],
  ])('is refused for its %s', async (field, batch) => {
    const { take } = await open(['school']);
    expect(await refusalOf(take(batch))).toMatchObject({
      refusal: 'InvalidRequest',
      detail: { data: { field } },
    });
  });

  test.each([
    '',
    '[]',
    '7',
    '{"type":0}',
    '{"alg":0,"type":1,"data":{}}',
    '\u00ff',
    '{"alg":1,"type":0,"data":7}',
  ])('that is %s is refused', async body => {
    const { collector } = await open();
    expect(await refusalOf(collector.take(Buffer.from(body, 'latin1'), '203.0.113.7'))).toMatchObject({
      refusal: 'InvalidRequest',
    });
  });

  test('that would exceed the limit is not decompressed', async () => {
    const { take } = await open();
    const bomb = { events: [newEvent({ b: { text: ' '.repeat(10_000_000) } })], alg: 1 as const };
    expect(bodyOf(bomb).length).toBeLessThan(30_000);
    expect(await refusalOf(take(bomb))).toMatchObject({ refusal: 'TooLarge' });
  });

  test('with an event nested too deeply keeps its other events', async () => {
    const { collector } = await open();
    const deep = `${'['.repeat(6000)}${']'.repeat(6000)}`;
    const body = bodyOf({ events: [newEvent({ b: { deep: 'DEEP' } }), newEvent()] }).replace('"DEEP"', deep);
    expect(await collector.take(Buffer.from(body), '203.0.113.7')).toMatchObject({
      accepted: 1,
      refused: [{ why: 'size' }],
    });
  });
});

describe('an event in the collector', () => {
  test('that is sent twice is acknowledged twice, and counted once by the event store', async () => {
    const { take, stored, collector } = await open();
    const event = newEvent();
    expect(await take({ events: [event, event] })).toMatchObject({ accepted: 2 });
    expect(await take({ events: [event, newEvent()] })).toMatchObject({ accepted: 2 });
    expect(await stored()).toHaveLength(4);
    expect(collector.counts).toEqual({ accepted: 4, refused: 0, others: 0 });
  });

  test('is not acknowledged if the event log is full or fails', async () => {
    const { take, log, stored, collector, seen } = await open();
    const event = newEvent();
    log.failure = new LogFull('full');
    expect(await refusalOf(take({ events: [event] }))).toMatchObject({
      refusal: 'TooBusy',
      detail: { data: { retry_after: 10 } },
    });
    expect(seen()).toEqual([{ product: 'school', key: null, why: 'TooBusy', batch: true }]);
    log.failure = new Error('EIO');
    await expect(take({ events: [event] })).rejects.toThrow('EIO');
    log.failure = undefined;
    await take({ events: [event] });
    expect(await stored()).toHaveLength(1);
    expect(collector.counts).toEqual({ accepted: 1, refused: 0, others: 0 });
  });

  test('that is refused is told to operators, a few of a batch', async () => {
    const { take, seen } = await open(['school']);
    await take({ events: Array.from({ length: 50 }, (_, n) => newEvent({ e: `k${n}`, d: -1 })) });
    expect(seen()).toEqual(
      [4, 3, 2, 1, 0].map(n => ({ product: 'school', key: `k${n}`, why: 'duration', batch: false })),
    );
  });

  test('is acknowledged only once it is durable', async () => {
    const { take, log } = await open();
    let kept: () => void = () => {};
    log.gate = new Promise(resolve => {
      kept = resolve;
    });
    const answer = take({ events: [newEvent()] });
    const later = new Promise(resolve => setImmediate(() => resolve('later')));
    expect(await Promise.race([answer, later])).toBe('later');
    kept();
    expect(await answer).toMatchObject({ accepted: 1 });
  });
});

test("the time of an event is the page's time, or the time of arrival", () => {
  const at = now();
  expect(eventTime(at - 5, at)).toEqual({ time: at - 5 });
  expect(eventTime(at + LONGEST_AHEAD, at)).toEqual({ time: at + LONGEST_AHEAD });
  expect(eventTime(at + LONGEST_AHEAD + 1, at)).toEqual({ time: at, moved: true });
  expect(eventTime(at - LONGEST_BEHIND, at)).toEqual({ time: at - LONGEST_BEHIND });
  expect(eventTime(0, at)).toEqual({ time: at, moved: true });
});

test('never underestimates the length of JSON', () => {
  expect(jsonLengthAtMost(-0.0000010000044755906522)).toBeGreaterThanOrEqual(25);
  fc.assert(
    fc.property(fc.json({ maxDepth: 5, stringUnit: 'binary' }), text => {
      const value = JSON.parse(text) as unknown;
      expect(jsonLengthAtMost(value)).toBeGreaterThanOrEqual(JSON.stringify(value).length);
    }),
    { numRuns: 500 },
  );
  const odd = [
    '\ud800',
    '\u0000',
    '"\\',
    '𠮷'.repeat(60),
    `${'x'.repeat(60)}\udc00`,
    1e21,
    -1.7976931348623157e308,
    5e-324,
  ];
  for (const value of odd)
    expect(jsonLengthAtMost(value)).toBeGreaterThanOrEqual(JSON.stringify(value).length);
});
