import { fields } from '@rollcall/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readIdentifier, readIdentity, usernameValue } from './identifier.ts';

describe('an identity [3.identifiers]', () => {
  test.each([
    ['13812345678', 'phone', '13812345678'],
    [' １３８１２３４５６７８ ', 'phone', '13812345678'],
    ['Anna@Example.com', 'email', 'anna@example.com'],
    ['Anna_Lee', 'username', 'anna_lee'],
    ['12812345678', 'username', '12812345678'],
  ])('%s is a %s', (typed, kind, value) => {
    expect(readIdentity(typed)).toEqual({ kind, value });
  });

  test('every username is found as it is kept, in whatever case it is typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(fields.USERNAME), fc.boolean(), (username, upper) => {
        const typed = upper ? username.toUpperCase() : username;
        expect(readIdentity(typed)).toEqual({ kind: 'username', value: usernameValue(username) });
      }),
    );
  });

  test('is the same however often it is read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), typed => {
        const once = readIdentity(typed);
        expect(readIdentity(once.value)).toEqual(once);
      }),
    );
  });
});

test('a field sets the kind of what it holds; only an identity is read by its form', () => {
  expect(readIdentifier('phone_number', '13812345678')).toEqual({ kind: 'phone', value: '13812345678' });
  expect(readIdentifier('email', 'Anna@Example.com')).toEqual({ kind: 'email', value: 'anna@example.com' });
  expect(readIdentifier('username', 'Anna_Lee')).toEqual({ kind: 'username', value: 'anna_lee' });
  expect(readIdentifier('identity', ' Anna@Example.com')).toEqual({
    kind: 'email',
    value: 'anna@example.com',
  });
});
