import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { AnswerOf, BodyOf, Call, CheckedBodyOf } from '../call.ts';
import { refusals } from '../refusals.ts';
import { calls } from './index.ts';

const rows = Object.entries<Call>(calls);

test('no two calls share a method and path', () => {
  const places = rows.map(([, call]) => `${call.method} ${call.path}`);
  expect(new Set(places).size).toBe(places.length);
});

describe.each(rows)('%s', (_name, call) => {
  test('names refusals of the catalogue, each once', () => {
    expect(call.refusals.every(name => name in refusals)).toBe(true);
    expect(new Set(call.refusals).size).toBe(call.refusals.length);
  });
  test('a call with a token can refuse the token', () => {
    expect(call.refusals.includes('TokenInvalid')).toBe(call.token !== 'none');
  });
  test('a call that sends a code can refuse to', () => {
    const may = call.refusals.includes('CaptchaTooFrequent') && call.refusals.includes('CaptchaLimitReached');
    expect(may).toBe(call.sends !== undefined);
  });
  test('a GET has no body', () => {
    if (call.method === 'GET') expect(call.body).toBeUndefined();
  });
  test('an unknown field is ignored', () => {
    if (call.body && 'entries' in call.body) {
      const issues = v.safeParse(call.body, { nonsense: 1 }).issues ?? [];
      expect(issues.map(issue => v.getDotPath(issue))).not.toContain('nonsense');
    }
  });
});

test('agreement_ids is [-1] where the caller names none', () => {
  const body = { phone_number: '13800000000', captcha: '123456', pid: 'p' };
  expect(v.parse(calls.loginByPhone.body, body).agreement_ids).toEqual([-1]);
});

test('types: what a caller may leave out, what a handler gets, what comes back', () => {
  expectTypeOf<BodyOf<typeof calls.loginByPhone>>().toEqualTypeOf<{
    phone_number: string;
    captcha: string;
    pid: string;
    agreement_ids?: number[] | undefined;
  }>();
  expectTypeOf<CheckedBodyOf<typeof calls.loginByPhone>['agreement_ids']>().toEqualTypeOf<number[]>();
  expectTypeOf<
    AnswerOf<typeof calls.registerByPhone>['auth']['token']['access']['expires_in']
  >().toEqualTypeOf<number>();
});
