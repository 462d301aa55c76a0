import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkData,
  checkEvent,
  eventNames,
  factNames,
  idOf,
  isFacts,
  usageLimits,
  type WireEvent,
} from './events.ts';

const event: WireEvent = {
  i: '019a0000-0000-7000-8000-000000000000',
  t: 1_700_000_000_000,
  c: 1_700_000_000_000,
  n: 0,
  e: 'lesson.open',
  x: 0,
};
const data = {
  meta: { device_type: 1, product_code: 'school', is_dev: false, heatmap: false },
  ext: [{}],
  body: [event],
};

describe('an event', () => {
  test('with no more than it must have, and with everything', () => {
    expect(checkEvent(event, 1)).toBeUndefined();
    expect(
      checkEvent({ ...event, k: 0, b: { a: [1] }, d: 12, o: 1, later: 'ignored' }, [true]),
    ).toBeUndefined();
    expect(checkEvent({ ...event, k: 1, e: '/'.repeat(1024) }, 1)).toBeUndefined();
  });
  test.each([
    ['form', null],
    ['form', []],
    ['form', 'text'],
    ['id', { ...event, i: undefined }],
    ['id', { ...event, i: '019a0000-0000-4000-8000-000000000000' }],
    ['id', { ...event, i: '019A0000-0000-7000-8000-00000000000F' }],
    ['timestamp', { ...event, t: 1.5 }],
    ['timestamp', { ...event, t: 8_640_000_000_000_001 }],
    ['device_clock', { ...event, c: -1 }],
    ['sequence', { ...event, n: '0' }],
    ['kind', { ...event, k: 5 }],
    ['key', { ...event, e: '' }],
    ['key', { ...event, e: undefined }],
    ['key', { ...event, e: 'x'.repeat(129) }],
    ['key', { ...event, k: 2, e: 'x'.repeat(1025) }],
    ['biz_data', { ...event, b: [] }],
    ['biz_data', { ...event, b: null }],
    ['duration', { ...event, d: -1 }],
    ['open', { ...event, o: true }],
    ['facts', { ...event, x: 1 }],
    ['facts', { ...event, x: -1 }],
    ['size', { ...event, b: { text: 'x'.repeat(1600) } }],
  ])('is refused for its %s', (why, wrong) => {
    expect(checkEvent(wrong, 1)).toBe(why);
  });
  test('whose facts are not well formed is refused, the others of the batch are not', () => {
    expect(checkEvent(event, [false, true])).toBe('facts');
    expect(checkEvent({ ...event, x: 1 }, [false, true])).toBeUndefined();
  });
  test('is measured as 3 × JSON length, exactly', () => {
    const sized = (text: string) => ({ ...event, b: { text } });
    const room = Math.floor(usageLimits.event / 3) - JSON.stringify(sized('')).length;
    expect(checkEvent(sized('x'.repeat(room)), 1)).toBeUndefined();
    expect(checkEvent(sized('x'.repeat(room + 1)), 1)).toBe('size');
    expect(checkEvent(sized('汉'.repeat(room)), 1)).toBeUndefined();
  });
  test('nothing that JSON can hold makes the checks throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, facts) => {
        checkEvent(value, facts);
        checkEvent({ ...event, ...(value as object) }, facts);
        isFacts(value);
        checkData(value);
        expect(idOf(value).length).toBeLessThanOrEqual(64);
      }),
    );
  });
});

describe('what the events of a batch share', () => {
  test('is given back opened', () => {
    expect(checkData(data)).toEqual({ meta: data.meta, ext: data.ext, body: data.body });
    expect(checkData({ ...data, meta: { ...data.meta, product_code: 0 } })).not.toBeTypeOf('string');
  });
  test.each([
    ['data', []],
    ['meta', { ...data, meta: undefined }],
    ['meta', { ...data, meta: { ...data.meta, device_type: 2 } }],
    ['product_code', { ...data, meta: { ...data.meta, product_code: '' } }],
    ['product_code', { ...data, meta: { ...data.meta, product_code: 'x'.repeat(65) } }],
    ['is_dev', { ...data, meta: { ...data.meta, is_dev: 0 } }],
    ['heatmap', { ...data, meta: { ...data.meta, heatmap: null } }],
    ['ext', { ...data, ext: {} }],
    ['body', { ...data, body: undefined }],
  ])('is refused for its %s', (name, wrong) => {
    expect(checkData(wrong)).toBe(name);
  });
  test('facts: each of its type and length', () => {
    expect(isFacts({})).toBe(true);
    expect(isFacts({ ua: 'x'.repeat(512), u: 'x'.repeat(128), dn: 1.25, cpu: 8, bot: 1 })).toBe(true);
    for (const wrong of [null, [], { ua: 'x'.repeat(513) }, { u: 7 }, { dn: 0 }, { cpu: 1.5 }, { bot: true }])
      expect(isFacts(wrong)).toBe(false);
  });
});

test('every short name stands for one thing', () => {
  for (const names of [eventNames, { ...factNames.app, ...factNames.user, ...factNames.device }]) {
    const long = Object.values(names);
    expect(new Set(long).size).toBe(long.length);
  }
});
