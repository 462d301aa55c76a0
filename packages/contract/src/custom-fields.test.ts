/** Values of custom fields against their definitions. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  fieldKey,
  type FieldRule,
  fieldSettings,
  readFieldText,
  validateFieldValues,
} from './custom-fields.ts';

const name = { 'zh-CN': '甲', en: 'A' };
const options = [
  { value: 'red', name: { 'zh-CN': '红', en: 'Red' } },
  { value: 'blue', name: { 'zh-CN': '蓝, 深', en: 'Blue' } },
];
const checked = (rule: FieldRule, value: unknown, required = false) => {
  const { values, mistakes } = validateFieldValues([{ key: 'f', rule, required }], { f: value });
  return mistakes[0]?.why ?? { value: values['f'] };
};

test.each<readonly [FieldRule, unknown, unknown]>([
  [{ type: 'text' }, ' 三班\u0301 ', { value: '三班\u0301' }],
  [{ type: 'text' }, 'a\u0000', 'format'],
  [{ type: 'text' }, 'a\nb', 'format'],
  [{ type: 'text' }, 3, 'type'],
  [{ type: 'text' }, '龘'.repeat(501), 'length'],
  [{ type: 'text' }, '𠮷'.repeat(500), { value: '𠮷'.repeat(500) }],
  [{ type: 'text', min_length: 2, max_length: 3 }, 'a', 'length'],
  [{ type: 'text', min_length: 2, max_length: 3 }, 'abcd', 'length'],
  [{ type: 'text', format: 'digits' }, '12a', 'format'],
  [{ type: 'text', format: 'code' }, 'A12', { value: 'A12' }],
  [{ type: 'text', format: 'email' }, 'a@b', 'format'],
  [{ type: 'text', format: 'phone' }, '13800000001', { value: '13800000001' }],
  [{ type: 'text', format: 'url' }, 'http://a.example', 'format'],
  [{ type: 'text', format: 'url' }, 'https://a.example/b?c', { value: 'https://a.example/b?c' }],
  [{ type: 'number', min: 0, max: 10 }, 10, { value: 10 }],
  [{ type: 'number', min: 0, max: 10 }, 10.5, 'range'],
  [{ type: 'number' }, Number.NaN, 'type'],
  [{ type: 'number' }, Number.POSITIVE_INFINITY, 'range'],
  [{ type: 'number' }, -0, { value: 0 }],
  [{ type: 'number' }, '1', 'type'],
  [{ type: 'date', min: '2020-01-01' }, '2026-02-28', { value: '2026-02-28' }],
  [{ type: 'date', min: '2020-01-01' }, '2019-12-31', 'range'],
  [{ type: 'date' }, '2026-02-29', 'type'],
  [{ type: 'date' }, '2026-2-1', 'type'],
  [{ type: 'boolean' }, false, { value: false }],
  [{ type: 'boolean' }, 'yes', 'type'],
  [{ type: 'choice', options }, 'red', { value: 'red' }],
  [{ type: 'choice', options }, 'Red', 'option'],
  [{ type: 'choices', options }, ['blue', 'red', 'blue'], { value: ['red', 'blue'] }],
  [{ type: 'choices', options }, ['green'], 'option'],
  [{ type: 'choices', options }, 'red', 'type'],
])('%j: %j is %j', (rule, value, expected) => expect(checked(rule, value)).toEqual(expected));

test('an empty value clears, unless the field is required', () => {
  for (const empty of [null, undefined, '', '  ', []]) {
    expect(checked({ type: 'text' }, empty)).toEqual({ value: null });
    expect(checked({ type: 'choices', options }, empty, true)).toBe('required');
  }
});

test('absent values stay, and are missed only of somebody new; unknown keys are refused', () => {
  const fields = [{ key: 'f', rule: { type: 'text' } as const, required: true }];
  expect(validateFieldValues(fields, {})).toEqual({ values: {}, mistakes: [] });
  expect(validateFieldValues(fields, {}, { complete: true }).mistakes).toEqual([
    { key: 'f', why: 'required' },
  ]);
  expect(validateFieldValues(fields, { g: 1, __proto__: 1 }).mistakes).toEqual([
    { key: 'g', why: 'unknown' },
  ]);
});

test('every kind of value is read from text', () => {
  expect(readFieldText({ type: 'number' }, '-1.50')).toBe(-1.5);
  expect(readFieldText({ type: 'number' }, '1e9')).toBe('1e9');
  for (const text of ['2026-9-1', '2026/09/01', '2026年9月1日', '2026.9.1'])
    expect(readFieldText({ type: 'date' }, text)).toBe('2026-09-01');
  expect(['是', 'YES', '否', '也许'].map(text => readFieldText({ type: 'boolean' }, text))).toEqual([
    true,
    true,
    false,
    '也许',
  ]);
  expect(readFieldText({ type: 'choice', options }, '红')).toBe('red');
  expect(readFieldText({ type: 'choices', options }, '蓝, 深')).toEqual(['blue']);
  expect(readFieldText({ type: 'choices', options }, 'RED；blue')).toEqual(['red', 'blue']);
  expect(readFieldText({ type: 'text' }, '  ')).toBeNull();
});

test('definitions are refused that hold nothing, or whose key means something else', () => {
  const settings = { name, required: false, seen_by: [], changed_by: [], claim: false };
  const isRight = (rule: unknown) => v.is(fieldSettings, { ...settings, rule });
  expect(isRight({ type: 'text', min_length: 3, max_length: 2 })).toBe(false);
  expect(isRight({ type: 'number', min: 1, max: 0 })).toBe(false);
  expect(isRight({ type: 'date', min: '2026-13-01' })).toBe(false);
  expect(isRight({ type: 'choice', options: [] })).toBe(false);
  expect(isRight({ type: 'choice', options: [options[0], options[0]] })).toBe(false);
  expect(isRight({ type: 'choice', options })).toBe(true);
  for (const key of ['sub', 'pid', 'email', 'Class', '1a', 'a-b', '__proto__'])
    expect(v.is(fieldKey, key)).toBe(false);
  expect(v.is(fieldKey, 'school_class')).toBe(true);
});

test('no value takes long, whatever its length', () => {
  const rules: FieldRule[] = (['digits', 'code', 'email', 'phone', 'url'] as const).map(format => ({
    type: 'text',
    format,
  }));
  // A check that tried every way would not end.
  for (const rule of rules)
    for (const piece of ['a', 'a.', '@', 'https://', '1', ' '])
      expect(typeof checked(rule, `${piece.repeat(10_000)}!`)).toBe('string');
});
