import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkData,
  checkEvent,
  type EventField,
  eventFields,
  idOf,
  isFacts,
  usageLimits,
  type WireEvent,
} from './index.ts';

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

const eventRows: readonly EventField[] = eventFields.filter(row => row.part === 'event');
const factRows: readonly EventField[] = eventFields.filter(row => row.part === 'facts');

interface Sample {
  readonly value: unknown;
  readonly good: boolean;
}
/** Values inside a field's bounds, on them, beyond them, and of other types. */
const around = ({ type, bounds = {} }: EventField): fc.Arbitrary<Sample> => {
  const { min = -1e300, above, max = 1e300, minLength = 0, maxLength = 0 } = bounds;
  const good = (value: unknown): Sample => ({ value, good: true });
  const bad = (value: unknown): Sample => ({ value, good: false });
  const otherTypes = fc.constantFrom<unknown>(true, [], [1]).map(bad);
  switch (type) {
    case 'int':
    case 'kind':
      return fc.oneof(
        fc.integer({ min, max }).map(good),
        fc.constantFrom(min, max).map(good),
        fc.constantFrom(min - 1, max + 1, min + 0.5, 1e300, -1e300, `${min}`).map(bad),
        otherTypes,
      );
    case 'number':
      return fc.oneof(
        fc.double({ min: above ?? min, max, noNaN: true, minExcluded: above !== undefined }).map(good),
        fc
          .constantFrom(max * 1.001, above ?? min * 1.001, -1e300, Number.POSITIVE_INFINITY, `${max}`)
          .map(bad),
        otherTypes,
      );
    case 'text':
      return fc.oneof(
        fc
          .string({ unit: 'grapheme', minLength: Math.max(1, minLength), maxLength: maxLength / 16 })
          .map(good),
        fc.constant('x'.repeat(maxLength)).map(good),
        fc.constantFrom('x'.repeat(maxLength + 1), '\0', '\ud800', 'x\udc00', '\udc00\ud800').map(bad),
        ...(minLength > 0 ? [fc.constant(bad(''))] : []),
        fc.integer().map(bad),
        otherTypes,
      );
    case 'flag':
      return fc.oneof(fc.constant(good(1)), fc.constantFrom<unknown>(0, 2, '1', true).map(bad));
    case 'json':
      return fc.oneof(
        fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 5 }), fc.integer(), { maxKeys: 5 }).map(good),
        fc.constantFrom<unknown>(1, '{}', { a: '\0' }, { a: { '\ud800': 1 } }, ['\udfff']).map(bad),
        otherTypes,
      );
    default:
      return fc.oneof(fc.string({ maxLength: 40 }).map(bad), otherTypes);
  }
};

describe('the check of an event', () => {
  test('accepts an event with only the required fields, and one with all fields [3.event]', () => {
    expect(checkEvent(event, 1)).toBeUndefined();
    expect(
      checkEvent({ ...event, k: 0, b: { a: [1] }, d: 12, o: 1, later: 'ignored' }, [true]),
    ).toBeUndefined();
    for (const k of [1, 2, 5]) expect(checkEvent({ ...event, k, e: '/'.repeat(1024) }, 1)).toBeUndefined();
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
    ['kind', { ...event, k: 6 }],
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
    ['duration', { ...event, d: 30 * 86_400_000 + 1 }],
    ['duration', { ...event, d: Number.MAX_SAFE_INTEGER }],
    ['sequence', { ...event, n: 2 ** 53 }],
    ['key', { ...event, e: 'half \ud800 of a character' }],
    ['key', { ...event, k: 1, e: '/\0' }],
    ['biz_data', { ...event, b: { deep: [{ text: '\udc00' }] } }],
    ['biz_data', { ...event, b: { '\ud800': 1 } }],
    ['biz_data', { ...event, b: { text: 'a\0' } }],
    ['biz_data', { ...event, k: 2, b: { x: 1, y: 1e300 } }],
    ['biz_data', { ...event, k: 2, b: { x: -10_000_001 } }],
    ['biz_data', { ...event, k: 2, b: { h: Number.POSITIVE_INFINITY } }],
    ['biz_data', { ...event, k: 3, b: { r: 'r', n: 1, g: { view: ['\ud800', 1] } } }],
    ['biz_data', { ...event, k: 3, b: { r: 'r', n: 2 ** 53, g: {} } }],
    ['biz_data', { ...event, k: 3, b: { r: 'r', n: 1, g: { view: ['1', 1, -1] } } }],
  ])('refuses an invalid %s [3.event 5.event-key]', (why, wrong) => {
    expect(checkEvent(wrong, 1)).toBe(why);
  });
  test('refuses an event whose facts are malformed, and accepts the others of the batch', () => {
    expect(checkEvent(event, [false, true])).toBe('facts');
    expect(checkEvent({ ...event, x: 1 }, [false, true])).toBeUndefined();
  });
  test('measures an event as exactly 3 × its JSON length [9.sizes]', () => {
    const sized = (text: string) => ({ ...event, b: { text } });
    const room = Math.floor(usageLimits.event / 3) - JSON.stringify(sized('')).length;
    expect(checkEvent(sized('x'.repeat(room)), 1)).toBeUndefined();
    expect(checkEvent(sized('x'.repeat(room + 1)), 1)).toBe('size');
    expect(checkEvent(sized('汉'.repeat(room)), 1)).toBeUndefined();
  });
  test('accepts an event at its bounds', () => {
    const longest = { ...event, d: 30 * 86_400_000, n: Number.MAX_SAFE_INTEGER, t: 8.64e15, c: 0 };
    expect(checkEvent(longest, 1)).toBeUndefined();
    expect(checkEvent({ ...event, k: 2, b: { x: -1e7, y: 1e7, w: null } }, 1)).toBeUndefined();
    // The same numbers elsewhere are no coordinates, and characters outside the first plane are whole.
    expect(checkEvent({ ...event, e: 'a😀', b: { y: 1e300, '😀': '\\ud800' } }, 1)).toBeUndefined();
    const g = { view: ['2026-09 😀', 8.64e15, Number.MAX_SAFE_INTEGER], later: ['x', 1e300] };
    const consent = { ...event, k: 3, e: 'consent', b: { r: 'r', n: 0, g } };
    expect(checkEvent(consent, 1)).toBeUndefined();
    // A device's clock may be impossible; a consent counts nevertheless.
    const wrongClock = { ...consent, c: -1, b: { r: 'r', n: 0, g: { view: ['1', 9e15, 1] } } };
    expect(checkEvent(wrongClock, 1)).toBeUndefined();
    expect(checkEvent({ ...wrongClock, k: 2 }, 1)).toBe('device_clock');
  });
  test.each(eventRows)('checks $field by the table', row => {
    const why = row.refusal ?? row.field;
    if (row.required) expect(checkEvent({ ...event, [row.wire]: undefined }, 1)).toBe(why);
    expect(checkEvent({ ...event, [row.wire]: null }, 1)).toBe(why);
    fc.assert(
      fc.property(around(row), ({ value, good }) => {
        // An index has to be one of the facts too.
        const expected = good && (row.wire !== 'x' || value === 0) ? undefined : why;
        expect(checkEvent({ ...event, [row.wire]: value }, [true])).toBe(expected);
      }),
    );
  });
  test('skips texts of JSON without escapes, with the same result', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), value => {
        const sent = { ...event, b: { value } };
        const json = JSON.stringify(sent);
        const received: unknown = JSON.parse(json);
        expect(checkEvent(received, 1, undefined, json.includes('\\u'))).toBe(checkEvent(sent, 1));
      }),
    );
  });
  test('never throws, for any JSON', () => {
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

describe('the shared part of a batch', () => {
  test('is returned parsed [7.batch]', () => {
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
  ])('refuses an invalid %s', (name, wrong) => {
    expect(checkData(wrong)).toBe(name);
  });
  test('has facts of the right type and length [3.device]', () => {
    expect(isFacts({})).toBe(true);
    expect(isFacts({ ua: 'x'.repeat(512), u: 'x'.repeat(128), dn: 1.25, cpu: 8, bot: 1 })).toBe(true);
    for (const wrong of [null, [], { ua: 'x'.repeat(513) }, { u: 7 }, { dn: 0 }, { cpu: 1.5 }, { bot: true }])
      expect(isFacts(wrong)).toBe(false);
  });
});

test.each(factRows)('the fact $field is checked by the table', row => {
  fc.assert(
    fc.property(around(row), ({ value, good }) => {
      expect(isFacts({ [row.wire]: value })).toBe(good);
      expect(checkEvent({ ...event, x: 1 }, [true, isFacts({ [row.wire]: value })])).toBe(
        good ? undefined : 'facts',
      );
    }),
  );
});

test('a product is a whole number or a text that can be stored', () => {
  for (const code of ['\0', 'x\ud800', 1.5, 2 ** 53, ''])
    expect(checkData({ ...data, meta: { ...data.meta, product_code: code } })).toBe('product_code');
});

test('gives every short name one meaning [7.batch]', () => {
  for (const name of ['field', 'wire', 'record'] as const) {
    const names = eventFields.flatMap(row => {
      const value = (row as EventField)[name];
      // A short name belongs to its part of the batch.
      return value ? [name === 'wire' ? `${row.part} ${value}` : value] : [];
    });
    expect(new Set(names).size).toBe(names.length);
  }
});
