import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identityFrom, phoneNumberFrom } from '@rollcall/contract';
import { identityKind, isPhone } from './phone.ts';

const phone = fc
  .tuple(fc.constantFrom('13', '15', '18', '19'), fc.stringMatching(/^\d{9}$/))
  .map(parts => parts.join(''));

test('all spellings of a number give the same number', () => {
  fc.assert(
    fc.property(
      phone,
      fc.constantFrom('', '+86', '+86 ', '0086', '+86-', '86', ' ', '\u202d'),
      fc.constantFrom('', ' ', '-', '\u3000', '\u2011', '\u200b'),
      fc.boolean(),
      (number, before, between, wide) => {
        const cut = [number.slice(0, 3), number.slice(3, 7), number.slice(7)].join(between);
        const digits = wide ? cut.replace(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))) : cut;
        expect(phoneNumberFrom(before + digits)).toBe(number);
        expect(identityFrom(before + digits)).toBe(number);
        expect(isPhone(phoneNumberFrom(before + digits))).toBe(true);
        expect(identityKind(before + digits)).toBe('phone');
      },
    ),
  );
});

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['1', 'phone'],
  ['138 00', 'phone'],
  ['mia@', 'email'],
  ['1@qq.com', 'email'],
  ['mia＠', 'email'],
  ['电话：138 0013 8000', 'phone'],
  ['m', 'username'],
  ['lin_xiaoman', 'username'],
])('%j seems to be %s', (typed, kind) => {
  expect(identityKind(typed)).toBe(kind);
});

test('an e-mail address or a username stays as it is', () => {
  expect(identityFrom(' a.b-c@school.cn ')).toBe('a.b-c@school.cn');
});
