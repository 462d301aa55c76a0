import { type AlertRuleInput, alertKinds, createAlertRule, vitals } from '@rollcall/contract/console';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { newRule, poor, readRule, type TypedRule, typedOf } from './rule-fields.ts';

const whose = { product: 'school', enabled: true, channel: null };
const typed = (change: Partial<TypedRule>): TypedRule => ({
  name: 'Calls fail',
  target: '',
  percentile: '75',
  threshold: '5',
  window: '5',
  least: '50',
  hourFrom: '',
  hourTo: '',
  ...change,
});

test('sends a typed percentage as a share, and an empty target as all', () => {
  expect(readRule('failed-share', typed({}), whose)).toEqual({
    rule: {
      ...whose,
      name: 'Calls fail',
      kind: 'failed-share',
      target: '*',
      percentile: 0.75,
      threshold: 0.05,
      window: 5,
      least: 50,
      hours: null,
    },
  });
});

test('a new rule has no threshold where the server names none', () => {
  expect(newRule('error-rate', undefined)).toMatchObject({ threshold: '', window: '5' });
  expect(newRule('vital', undefined)).toMatchObject({ target: 'LCP', threshold: '4000' });
  expect(poor('CLS')).toEqual({ target: 'CLS', threshold: '0.25' });
});

test.each([
  ['failed-share', { threshold: '100' }, ['threshold']],
  ['failed-share', { target: 'post /path' }, ['target']],
  ['error-rate', { target: 'POST /path' }, ['target']],
  ['vital', { target: '*' }, ['target']],
  ['vital', { target: 'LCP', percentile: '40' }, ['percentile']],
  ['call-latency', { threshold: '-1', window: '1.5', least: '0' }, ['threshold', 'window', 'least']],
  ['no-events', { threshold: '4' }, ['threshold']],
  ['no-events', { threshold: '900', hourFrom: '7', hourTo: '22' }, ['threshold']],
  ['no-events', { threshold: '10', hourFrom: '24', hourTo: '0' }, ['hourFrom', 'hourTo']],
  ['no-events', { threshold: '10', hourFrom: '7' }, ['hourFrom', 'hourTo']],
  ['no-events', { threshold: '10', hourFrom: '7', hourTo: '7' }, ['hourFrom', 'hourTo']],
  ['no-sign-ins', { target: 'lesson', threshold: '10', hourTo: '25' }, ['target', 'hourFrom', 'hourTo']],
  ['call-latency', { name: '  ', window: '1441', threshold: '' }, ['name', 'threshold', 'window']],
] as const)('%s with %j names its wrong fields', (kind, change, wrong) => {
  expect(readRule(kind, typed(change), whose)).toEqual({ wrong });
});

test('the server accepts the form’s values, and shows the same again', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.integer({ min: -1, max: 2_000_000 }).map(String),
    fc.constantFrom('*', 'POST /path', 'a'.repeat(32), ...vitals),
  );
  const any = fc.record<TypedRule>({
    name: text,
    target: fc.oneof(fc.constantFrom('', '*', ...vitals), text),
    percentile: fc.constantFrom('50', '75', '90', '95', '99', '12', ''),
    threshold: fc.oneof(
      fc.integer({ min: 0, max: 9_999 }).map(at => String(at / 100)),
      text,
    ),
    window: fc.oneof(fc.integer({ min: 1, max: 1440 }).map(String), text),
    least: fc.oneof(fc.integer({ min: 1, max: 1_000_000 }).map(String), text),
    hourFrom: fc.constantFrom('', '7', '24', '25', 'x'),
    hourTo: fc.constantFrom('', '0', '22', '24', '-1'),
  });
  let taken = 0;
  fc.assert(
    fc.property(fc.constantFrom(...alertKinds), any, (kind, given) => {
      const found = readRule(kind, given, whose);
      if ('wrong' in found) {
        expect(found.wrong).not.toEqual([]);
        return;
      }
      taken++;
      const parsed: AlertRuleInput = v.parse(createAlertRule.body, found.rule);
      expect(parsed).toEqual(found.rule);
      expect(readRule(kind, typedOf(parsed), whose)).toEqual(found);
    }),
    { seed: 7, numRuns: 2_000 },
  );
  expect(taken).toBeGreaterThan(50);
});

const defaults = {
  'error-rate': 7,
  'failed-share': 0.07,
  'call-latency': 1500,
  'no-events': 45,
  'no-sign-ins': 899,
};
test.each(alertKinds)('a new rule of %s lacks nothing but its name', kind => {
  const typed = newRule(kind, defaults);
  expect(readRule(kind, typed, whose)).toEqual({ wrong: ['name'] });
  expect(readRule(kind, { ...typed, name: 'n' }, whose)).toMatchObject({
    rule: { kind, threshold: { ...defaults, vital: 4000 }[kind] },
  });
});
