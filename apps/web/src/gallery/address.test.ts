import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readShown, type Shown, widths, writeShown } from './address.ts';

const first: Shown = { name: 'sign-in', state: 'empty', theme: 'light', language: 'zh-CN', width: 'full' };

test('what is written is read again', () => {
  fc.assert(
    fc.property(
      fc.record({
        name: fc.constantFrom('sign-in', 'avatar'),
        state: fc.constantFrom('error', 'code-sent'),
        theme: fc.constantFrom('light', 'dark'),
        language: fc.constantFrom('zh-CN', 'en'),
        width: fc.constantFrom(...widths),
      }),
      shown => {
        expect(readShown(writeShown(shown), first)).toEqual({ ...shown });
      },
    ),
  );
});

test('what is missing or unknown in an address is the default', () => {
  expect(readShown('', first)).toEqual(first);
  expect(readShown('#sign-up', first)).toEqual({ ...first, name: 'sign-up' });
  expect(readShown('#sign-up/error/pink/fr/9', first)).toEqual({ ...first, name: 'sign-up', state: 'error' });
});
