import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cookieValue, readSigned } from './older-site.ts';
import { signedSession } from '../testing.ts';

const secret = 'a secret of an older site';
const at = Date.parse('2026-11-21T08:00:00Z');
const exp = at / 1000 + 1;

describe('a signed session', () => {
  test.each([
    [{ sub: 'id' }, { kind: 'account', value: 'id', since: null }],
    [{ phone: '13800000000' }, { kind: 'phone', value: '13800000000', since: null }],
    [{ username: 'ann' }, { kind: 'username', value: 'ann', since: null }],
    [{ email: 'a@b.example' }, { kind: 'email', value: 'a@b.example', since: null }],
    [
      { sub: 'id', iat: at / 1000 - 1 },
      { kind: 'account', value: 'id', since: at - 1000 },
    ],
    [
      { sub: 'id', iat: at / 1000 + 30 },
      { kind: 'account', value: 'id', since: at },
    ],
    [
      { sub: 'id', iat: at / 1000 + 61 },
      { kind: 'account', value: 'id', since: null },
    ],
    [
      { sub: 'id', iat: at },
      { kind: 'account', value: 'id', since: null },
    ],
    [
      { sub: 'id', iat: '1' },
      { kind: 'account', value: 'id', since: null },
    ],
  ])('%j', (claims, user) => {
    expect(readSigned(signedSession({ ...claims, exp }, secret), secret, at)).toEqual(user);
  });

  test.each([
    ['over', { phone: '13800000000', exp: at / 1000 }],
    ['without an end', { phone: '13800000000' }],
    ['with an end that is no number', { phone: '13800000000', exp: '9999999999' }],
    ['of nobody', { exp }],
    ['of something that is no text', { phone: 13_800_000_000, exp }],
  ])('%s', (_, claims) => {
    expect(readSigned(signedSession(claims, secret), secret, at)).toBeUndefined();
  });

  test('a session with another secret or any changed byte is refused', () => {
    const good = signedSession({ phone: '13800000000', exp }, secret);
    expect(readSigned(signedSession({ phone: '13800000000', exp }, 'another'), secret, at)).toBeUndefined();
    // The last character of 43 carries two bits that say nothing.
    fc.assert(
      fc.property(fc.nat(good.length - 2), fc.stringMatching(/^[\w.-]$/), (place, other) => {
        fc.pre(good[place] !== other);
        const forged = good.slice(0, place) + other + good.slice(place + 1);
        expect(readSigned(forged, secret, at)).toBeUndefined();
      }),
    );
    fc.assert(fc.property(fc.string(), text => readSigned(text, secret, at) === undefined));
  });
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['a=1; sid=abc; b=2', 'abc'],
  ['xsid=1; sid="abc"', 'abc'],
  ['sid=a=b', 'a=b'],
  ['sid=', undefined],
  ['sid', undefined],
])('the cookie of %j is %j', (header, value) => {
  expect(cookieValue(header, 'sid')).toBe(value);
});
