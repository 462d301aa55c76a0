import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSelection, type GallerySelection, widths, writeSelection } from './address.ts';

const first: GallerySelection = {
  name: 'sign-in',
  state: 'empty',
  theme: 'light',
  language: 'zh-CN',
  width: 'full',
};

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
        expect(readSelection(writeSelection(shown), first)).toEqual({ ...shown });
      },
    ),
  );
});

test('what is missing or unknown in an address is the default', () => {
  expect(readSelection('', first)).toEqual(first);
  expect(readSelection('#sign-up', first)).toEqual({ ...first, name: 'sign-up' });
  expect(readSelection('#sign-up/error/pink/fr/9', first)).toEqual({
    ...first,
    name: 'sign-up',
    state: 'error',
  });
});
