import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskEmail, maskPhone, maskText } from './mask.ts';

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map(list => list.join(''));
const phone = fc
  .tuple(fc.integer({ min: 3, max: 9 }), digits(9))
  .map(([second, rest]) => `1${second}${rest}`);

it('shows the ends of a number and no more', () => {
  expect(maskPhone('13812345678')).toBe('138****5678');
  expect(maskPhone('+8613812345678')).toBe('****');
  expect(maskPhone('')).toBe('****');
});

it('shows the first character of an address and its host', () => {
  expect(maskEmail('alice@example.com')).toBe('a***@example.com');
  expect(maskEmail('𠮷田@example.com')).toBe('𠮷***@example.com');
  expect(maskEmail('nobody')).toBe('***');
});

describe('texts', () => {
  it.each([
    ['GET /phone/check?phone_number=13812345678&x=1', 'GET /phone/check?phone_number=138****5678&x=1'],
    ['call +8613812345678 now', 'call +86138****5678 now'],
    ['138 1234 5678', '138****5678'],
    ['?email=alice%40example.com', '?email=a***%40example.com'],
    ['{"to":"alice.b@mail.example.com"}', '{"to":"a***@mail.example.com"}'],
    [
      'Key (kind, value)=(phone, 13812345678) already exists',
      'Key (kind, value)=(phone, 138****5678) already exists',
    ],
    ['Bearer abc.def-ghi', 'Bearer [token]'],
    ['got eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln here', 'got [token] here'],
  ])('%s', (text, masked) => expect(maskText(text)).toBe(masked));

  it.each(['1763712000000', '3e0f0e0a-1111-4222-8333-138123456789', '2026-11-21T08:00:00.000Z', 'v1.38.12'])(
    'leave %s alone',
    text => expect(maskText(text)).toBe(text),
  );

  it('never keep a number that stands between other characters than letters and digits', () => {
    const edge = fc.constantFrom('', ' ', '"', '=', '&', '/', '中', '\n', ',', '(', '_');
    fc.assert(
      fc.property(edge, phone, edge, (before, number, after) => {
        expect(maskText(before + number + after)).not.toContain(number);
      }),
    );
  });

  it('take time that grows with the text alone', () => {
    // Of this process alone: others may have the processor meanwhile.
    const began = process.cpuUsage();
    for (const text of [
      'a'.repeat(200_000),
      '1'.repeat(200_000),
      '@'.repeat(200_000),
      'a@'.repeat(100_000),
      'a.'.repeat(100_000),
    ])
      maskText(text);
    expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
  });
});
