/** Conditions as they are filled in: what the contract takes, or nothing. */
import { type Property, questionProperties, readQuestion } from '@rollcall/contract/console';
import { expect, test } from 'vitest';
import { conditionOf, operatorsOf } from './condition-editor.tsx';

const draft = {
  subject: undefined,
  op: 'is',
  cohort: 'in',
  one: '',
  two: '',
  event: null,
  times: '1',
  days: '',
} as const;
const taken = (condition: unknown): boolean =>
  readQuestion(JSON.stringify({ v: 1, kind: 'trend', filter: { all: [condition] } })).question !== undefined;

const properties = [...Object.keys(questionProperties), 'data.score', 'person.field.class'] as Property[];
const values = (property: Property) =>
  property === 'person.signed_up' ? ['2026-11-01', '2026-11-21'] : ['1', '2'];

test.each(properties.flatMap(property => operatorsOf(property).map(op => [property, op] as const)))(
  '%s %s is a condition of the contract',
  (property, op) => {
    const [one = '', two = ''] = values(property);
    const condition = conditionOf({ ...draft, subject: { what: 'property', property }, op, one, two });
    expect(condition).toBeDefined();
    expect(taken(condition)).toBe(true);
  },
);

test('nothing is taken of a half-filled one', () => {
  const subject = { what: 'property', property: 'event.duration' } as const;
  expect(conditionOf(draft)).toBeUndefined();
  expect(conditionOf({ ...draft, subject, op: 'gt', one: 'long' })).toBeUndefined();
  expect(conditionOf({ ...draft, subject, op: 'between', one: '1' })).toBeUndefined();
  expect(conditionOf({ ...draft, subject, op: 'in', one: ' , ' })).toBeUndefined();
  expect(conditionOf({ ...draft, subject: { what: 'did' }, times: '0' })).toBeUndefined();
  expect(conditionOf({ ...draft, subject: { what: 'did' }, days: '1.5' })).toBeUndefined();
});

test('what people did, and cohorts, are conditions of the contract', () => {
  const did = conditionOf({ ...draft, subject: { what: 'did_not' }, times: '5', days: '28' });
  expect(did).toEqual({ did_not: { event: null, times: 5, within: { days: 28 } } });
  const id = '019a0000-0000-7000-8000-000000000000';
  const cohort = conditionOf({ ...draft, cohort: 'not_in', subject: { what: 'cohort', id, name: 'A' } });
  expect(cohort).toEqual({ cohort: id, op: 'not_in' });
  expect([did, cohort].every(taken)).toBe(true);
});
