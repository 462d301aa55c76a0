/**
 * For tests: batches generated from the contract's table of fields, with values in the bounds of each field, on them, and beyond them. Most
 * events are good, so that they reach the event store.
 */
import { type EventField, eventFields, eventKind, type FieldPart } from '@rollcall/contract';
import fc from 'fast-check';
import type { BatchForTests } from './batches.ts';
import { newEvent } from './batches.ts';

/** How often a value is in bounds, for each that is beyond them. */
const GOOD = 150;

const rows: readonly EventField[] = eventFields;
const partRows = (part: FieldPart): readonly EventField[] => rows.filter(row => row.part === part);

const text = (maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(20, Math.floor(maxLength / 8)) }),
    fc.constantFrom(
      'a',
      '/',
      "'; drop table events; --",
      '%_\\',
      '"\\"',
      '𠮷',
      '\u2028',
      'NaN',
      '-0',
      'null',
    ),
    fc.constantFrom('x'.repeat(maxLength), '𠮷'.repeat(Math.floor(maxLength / 2))),
  );
/** What no store takes, and what looks like something else. */
const badText = fc.constantFrom('', '\0', 'a\0', '\ud800', '\udc00\ud800', 'x'.repeat(2000));
const badNumber = fc.constantFrom<unknown>(
  -1,
  0.5,
  -1e300,
  1e300,
  5e-324,
  2 ** 53,
  2 ** 63,
  '1',
  null,
  true,
  [1],
);
const json: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' });
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  badText,
  badNumber,
);

/** Values in the bounds of a field and on them. */
const inBounds = ({ type, bounds = {} }: EventField): fc.Arbitrary<unknown> => {
  const { min, above, max, maxLength = 64 } = bounds;
  switch (type) {
    case 'int':
    case 'kind': {
      const [least, most] = [min ?? Number.MIN_SAFE_INTEGER, max ?? Number.MAX_SAFE_INTEGER];
      return fc.oneof(fc.constantFrom(least, most), fc.integer({ min: least, max: most }));
    }
    case 'number': {
      const [least, most] = [above ?? min ?? -Number.MAX_VALUE, max ?? Number.MAX_VALUE];
      return fc.oneof(
        fc.constantFrom(most, ...(above === undefined ? [least, -0] : [5e-324])),
        fc.double({ min: least, max: most, noNaN: true, minExcluded: above !== undefined }),
      );
    }
    case 'text':
      return text(maxLength);
    case 'flag':
      return fc.constant(1);
    case 'bool':
      return fc.boolean();
    case 'code':
      return fc.constantFrom<unknown>('school', 7, -0, Number.MAX_SAFE_INTEGER, 'x'.repeat(maxLength));
    case 'json':
      return fc.dictionary(text(16), json, { maxKeys: 4 });
    case 'uuid':
      return fc.uuid({ version: 7 });
  }
};

const valueOf = (row: EventField): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: GOOD, arbitrary: inBounds(row) }, { weight: 1, arbitrary: anything });

/** An object with the fields of a part; those that are not required may be absent. */
const objectOf = (part: FieldPart, own: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}) => {
  const values = partRows(part).map(row => [row.wire, own[row.wire] ?? valueOf(row)] as const);
  const required = partRows(part)
    .filter(row => row.required === true)
    .map(row => row.wire);
  return fc.record(Object.fromEntries(values), { requiredKeys: required });
};

const time = { min: 0, max: 8_640_000_000_000_000 };
const count = { min: 0, max: Number.MAX_SAFE_INTEGER };
const number = (bounds: { min: number; max: number }) =>
  valueOf({ part: 'event', field: '', wire: '', type: 'int', about: '', bounds });
const grant = fc.oneof(fc.tuple(text(20), number(time), number(count)), anything);
const consentData = fc.record({
  r: fc.oneof(text(128), anything),
  n: number(count),
  g: fc.dictionary(fc.constantFrom('event', 'view', 'user', 'device', 'app', 'x'), grant),
});

const anyEvent = objectOf('event', {
  // Each has its own, as a sender's have; the same ones twice are tested apart.
  i: fc.oneof({ weight: GOOD, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anything }),
  t: fc.oneof(
    { weight: GOOD / 5, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.integer(time) },
    { weight: 1, arbitrary: anything },
  ),
  e: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('a', '/', 'consent') },
    { weight: 1, arbitrary: text(128) },
  ),
  x: fc.oneof(
    { weight: GOOD, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: -1, max: 3 }) },
  ),
})
  .chain(fields => {
    const byKind =
      fields['k'] === eventKind.click
        ? objectOf('click')
        : fields['k'] === eventKind.consent
          ? consentData
          : undefined;
    return byKind ? byKind.map(b => ({ ...fields, b })) : fc.constant(fields);
  })
  .map(({ i, t, ...fields }) => ({
    ...newEvent(),
    ...fields,
    ...(i === undefined ? {} : { i }),
    ...(t === undefined ? {} : { t }),
  }));

export const generatedBatch: fc.Arbitrary<BatchForTests> = fc.record({
  events: fc.array(anyEvent, { minLength: 1, maxLength: 20 }),
  facts: fc.array(objectOf('facts'), { minLength: 1, maxLength: 3 }),
  meta: objectOf('meta').map(fields => fields as object),
  alg: fc.constantFrom<0 | 1>(0, 1),
});
