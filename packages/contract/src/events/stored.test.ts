import { expect, expectTypeOf, test } from 'vitest';
import {
  type EventKind,
  type EventRecord,
  eventKind,
  factConsents,
  kindConsents,
  recordFields,
  recordFieldsOf,
  storedColumns,
  type WireEvent,
  type WireFacts,
} from './index.ts';

test('the fields derived from the table are those of the specification', () => {
  expectTypeOf<WireEvent>().toEqualTypeOf<{
    readonly i: string;
    readonly t: number;
    readonly c: number;
    readonly n: number;
    readonly e: string;
    readonly k?: EventKind;
    readonly b?: Readonly<Record<string, unknown>>;
    readonly d?: number;
    readonly o?: 1;
    readonly x: number;
  }>();
  expectTypeOf<Pick<WireFacts, 'u' | 'dn' | 'bot'>>().toEqualTypeOf<{
    readonly u?: string;
    readonly dn?: number;
    readonly bot?: 1;
  }>();
  expectTypeOf<Pick<EventRecord, 'id' | 'kind' | 'product' | 'dev' | 'open' | 'userAgent'>>().toEqualTypeOf<{
    readonly id: string;
    readonly kind: EventKind;
    readonly product: string;
    readonly dev?: true;
    readonly open?: true;
    readonly userAgent?: string;
  }>();
});

test('the record has every fact, and loses it with its consent', () => {
  expect(factConsents.flatMap(kind => [...recordFieldsOf(kind)]).toSorted()).toEqual(
    recordFields
      .filter(({ part }) => part === 'facts')
      .map(({ record }) => record)
      .toSorted(),
  );
  expect(recordFieldsOf('app')).toEqual(['process', 'library']);
});

test('every column has a unique name, and a value from the record or from a click', () => {
  expect(new Set(storedColumns.map(({ name }) => name)).size).toBe(storedColumns.length);
  for (const { record, part, wire } of storedColumns)
    expect(record ?? wire).toMatch(part === 'click' ? /^[xywh]$/ : /^[a-z]+[A-Z]?[a-z]*$/);
});

test('events of each kind need the consents of the specification', () => {
  expect(kindConsents).toHaveLength(Object.keys(eventKind).length);
  expect(kindConsents[eventKind.click]).toEqual(['event', 'view']);
  expect(kindConsents[eventKind.consent]).toEqual([]);
});
