import { expect, it } from 'vitest';
import { type Draw, fitting } from './fit.ts';

/** A picture of so many characters as PNG, a third as many as WebP, and by the square of its share. */
const picture =
  (size: number, webp = true): Draw =>
  (share, type) => {
    if (type === 'image/webp' && !webp) return undefined;
    return (type === 'image/png' ? 'p' : 'w').repeat(
      Math.round(size * share * share * (type === 'image/png' ? 1 : 1 / 3)),
    );
  };

it('stays a PNG where that fits, is a WebP where that does, and is drawn smaller else', () => {
  expect(fitting(picture(100), 100)).toBe('p'.repeat(100));
  expect(fitting(picture(200), 100)).toBe('w'.repeat(67));
  expect(fitting(picture(400), 100)).toBe('w'.repeat(85));
  // A browser that writes no WebP.
  expect(fitting(picture(120, false), 100)).toBe('p'.repeat(77));
  expect(fitting(picture(1_000_000), 100)).toBeUndefined();
});
