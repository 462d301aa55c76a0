import {
  calls,
  fields,
  registerByPhone,
  updateProfile,
  refreshTokens,
  getAgreements,
  loginByPhone,
} from '@rollcall/contract';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../platform/refusal.ts';
import { validateInput } from './validate.ts';

const refusalOf = (schema: v.GenericSchema, input: unknown) => {
  try {
    validateInput(schema, input);
  } catch (error) {
    if (error instanceof Refusal) return { name: error.refusal, ...error.detail };
    throw error;
  }
  return undefined;
};

const good = {
  phone_number: '13812345678',
  captcha: '123456',
  password: 'Secret!1',
  agreement_ids: [1],
  pid: 'school',
};

describe('a body', () => {
  it('passes with what the contract knows, and nothing else [5.body]', () => {
    expect(validateInput(registerByPhone.body, { ...good, admin: true })).toEqual(good);
  });

  it('gets its defaults', () => {
    const { agreement_ids: _, password: __, ...rest } = good;
    expect(validateInput(loginByPhone.body, rest)).toEqual({ ...rest, agreement_ids: [-1] });
  });

  it.each([
    [
      'phone_number',
      '12345',
      'InvalidPhoneNumber',
      'Invalid phone_number "12345", it should match the RegExp.',
    ],
    [
      'phone_number',
      13812345678,
      'InvalidPhoneNumber',
      'Invalid phone_number "13812345678", it should match the RegExp.',
    ],
    [
      'phone_number',
      { toString: 1 },
      'InvalidPhoneNumber',
      'Invalid phone_number "[object Object]", it should match the RegExp.',
    ],
    [
      'phone_number',
      undefined,
      'InvalidPhoneNumber',
      'Invalid phone_number "undefined", it should match the RegExp.',
    ],
    [
      'phone_number',
      '13812345678\u0000',
      'InvalidPhoneNumber',
      'Invalid phone_number "13812345678\u0000", it should match the RegExp.',
    ],
    ['captcha', '12345', 'InvalidCaptcha', 'Invalid captcha "12345", it should match the RegExp.'],
    ['password', 'short', 'InvalidPassword', 'Invalid password "******", it should match the RegExp.'],
    ['password', 12345678, 'InvalidPassword', 'Invalid password "******", it should match the RegExp.'],
    ['agreement_ids', [], 'EmptyAgreementIds', 'agreement_ids should not be an empty array.'],
    ['agreement_ids', 'all', 'EmptyAgreementIds', 'agreement_ids should not be an empty array.'],
    ['agreement_ids', undefined, 'EmptyAgreementIds', 'agreement_ids should not be an empty array.'],
    ['agreement_ids', ['1'], 'InvalidRequest', 'Invalid agreement_ids "1", it should match the RegExp.'],
    ['pid', 'no pid', 'IllegalPid', 'Invalid pid "no pid", it should match the RegExp.'],
  ])('with %s = %j is refused as %s: %s [5.message 5.body]', (field, value, name, message) => {
    expect(refusalOf(registerByPhone.body, { ...good, [field]: value })).toEqual({
      name,
      message,
      data: { field },
    });
  });

  it('is refused for a field without a refusal of its own as InvalidRequest, by its name [5.body]', () => {
    expect(refusalOf(updateProfile.body, { grade: 'first' })).toEqual({
      name: 'InvalidRequest',
      message: 'Invalid grade "first", it should match the RegExp.',
      data: { field: 'grade' },
    });
    expect(refusalOf(updateProfile.body, { description: 5 })).toMatchObject({
      message: fields.DESCRIPTION_MESSAGE,
    });
  });

  it('never has a refresh token repeated', () => {
    const refusal = refusalOf(refreshTokens.body, { refresh_token: 'not a token' });
    expect(refusal).toMatchObject({ name: 'InvalidRequest', data: { field: 'refresh_token' } });
    expect(JSON.stringify(refusal)).not.toContain('not a token');
  });

  it('is repeated in part where it is long', () => {
    const refusal = refusalOf(registerByPhone.body, { ...good, phone_number: '1'.repeat(60_000) });
    expect(refusal?.message?.length).toBeLessThan(400);
  });

  it.each([[[]], ['text'], [5], [true]])('that is no object (%j) is refused', body => {
    expect(refusalOf(registerByPhone.body, body)).toMatchObject({ name: 'InvalidRequest' });
  });

  it('that is absent is refused by its first field', () => {
    expect(refusalOf(registerByPhone.body, undefined)).toMatchObject({ data: { field: 'phone_number' } });
  });
});

it('a query is checked alike', () => {
  expect(validateInput(getAgreements.query, { other: '1' })).toEqual({});
  expect(refusalOf(getAgreements.query, { pid: ['a', 'b'] })).toMatchObject({ name: 'IllegalPid' });
});

it('whatever is sent, it is taken or refused, and no password comes back', () => {
  const schemas = Object.values(calls).flatMap(call =>
    'body' in call ? [call.body as v.GenericSchema] : [],
  );
  const names = fc.constantFrom(
    'phone_number',
    'password',
    'pid',
    'agreement_ids',
    'birthday',
    'nickname',
    'toString',
    'constructor',
    'hasOwnProperty',
  );
  const body = fc.dictionary(names, fc.anything({ withNullPrototype: true, maxDepth: 3 }));
  fc.assert(
    fc.property(fc.constantFrom(...schemas), fc.oneof(body, fc.jsonValue()), (schema, input) => {
      const refusal = refusalOf(schema, input);
      if (refusal) expect(refusal.message?.length ?? 0).toBeLessThan(400);
    }),
    { numRuns: 1000 },
  );
});
