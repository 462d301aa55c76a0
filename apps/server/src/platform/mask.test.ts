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
    ['１３８１２３４５６７８', '１３８****５６７８'],
    ['＋８６ １３８－１２３４－５６７８', '＋８６ １３８****５６７８'],
    ['138.1234.5678', '138****5678'],
    ['138_1234_5678', '138****5678'],
    ['+86-138_1234-5678', '+86-138****5678'],
    ['号码：13812345678，', '号码：138****5678，'],
    ['id 11010519491231002X.', 'id [identity number].'],
    ['id 11010519491231002x', 'id [identity number]'],
    ['110105 19491231 002X', '[identity number]'],
    ['110105.19491231.002X', '[identity number]'],
    ['１１０１０５１９４９１２３１００２Ｘ', '[identity number]'],
    ['{"card":"440524188001010014"}', '{"card":"[identity number]"}'],
    ['x-eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln.more', 'x-[token].more'],
    ['a.eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.', 'a.[token]'],
    ['Bearer abc.def-ghi', 'Bearer [token]'],
    ['got eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln here', 'got [token] here'],
  ])('%s', (text, masked) => expect(maskText(text)).toBe(masked));

  it.each([
    '1763712000000',
    '3e0f0e0a-1111-4222-8333-138123456789',
    '2026-11-21T08:00:00.000Z',
    'v1.38.12',
    '{"ms":138.12345678}',
    'monkeyJungle.school.example',
    // Another check digit, and no date.
    '110105194912310021',
    '110105194913310029',
    '1101051949123100211',
  ])('leave %s alone', text => expect(maskText(text)).toBe(text));

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
      'eyJ-'.repeat(50_000),
      `${'eyJ-'.repeat(50_000)}.x`,
      'eyJabcde.'.repeat(20_000),
      'eyJabcde..'.repeat(20_000),
      '１３８'.repeat(60_000),
      '138_1234_'.repeat(20_000),
      '110105 '.repeat(30_000),
    ])
      maskText(text);
    expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
  });
});
