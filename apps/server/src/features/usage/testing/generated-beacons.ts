/** For tests: queries of the monitoring beacon, at the bounds of its format and beyond them. */
import { errorOrigins, metrics, resourceElements, resourceReasons } from '@rollcall/contract';
import fc from 'fast-check';

const odd = fc.oneof(
  fc.constantFrom('', '%00', '%ED%A0%80', '%', '1e300', '-1', "';--", 'x'.repeat(300)),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map(encodeURIComponent),
);
/** Mostly a good part, so that most reports are kept. */
const part = (...good: readonly fc.Arbitrary<string | number>[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...good).map(encodeURIComponent) },
    { weight: 1, arbitrary: odd },
  );

const path = fc.constantFrom(
  '/',
  '/lesson',
  '/users/42',
  `/${'x'.repeat(490)}`,
  'https://cdn.example/a.js',
  '/%F0%9F',
);
const milliseconds = fc.oneof(fc.constantFrom(0, 3_600_000, '0.000001', 3_600_001), fc.nat({ max: 100_000 }));
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('x'.repeat(1000), 'a\nb', '\u2028'),
);
const frame = fc.constantFrom(
  'open@/static/a.js:1:2',
  'f@/a.js:9999999:9999999',
  '@/a.js:0:0',
  'nothing',
  '',
);

const join = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map(all => all.join('!'));
const reports: Readonly<Record<string, fc.Arbitrary<string>>> = {
  t: join(
    part(fc.constantFrom(1, 10_000)),
    part(fc.constantFrom(...metrics)),
    part(milliseconds),
    part(fc.constantFrom('navigate', 'back-forward')),
  ),
  c: fc
    .tuple(
      fc.constantFrom('GET', 'POST', 'X'.repeat(16)).map(String),
      part(path),
      fc.constantFrom(100, 200, 302, 404, 500, 601, 604, 999),
      part(milliseconds),
    )
    .map(([method, to, status, ms]) => [status < 400 ? 10 : 1, method, to, status, ms].join('!')),
  e: join(
    part(fc.constantFrom(1, 999_999_999)),
    part(fc.constantFrom(...errorOrigins)),
    part(fc.constantFrom('TypeError', 'Error')),
    part(text),
    part(fc.array(frame, { maxLength: 40 }).map(frames => frames.join('\n'))),
  ),
  f: join(
    part(fc.constantFrom(1, 3)),
    part(fc.constantFrom(...resourceElements)),
    part(path),
    part(fc.constantFrom('chunk 12', 'chunk-a.b', '')),
    part(fc.constantFrom(...resourceReasons)),
  ),
};

const report = fc.oneof(
  ...Object.entries(reports).map(([kind, parts]) => parts.map(each => `${kind}=${each}`)),
);

/** A query, without `?`. */
export const generatedBeacon: fc.Arbitrary<string> = fc
  .tuple(
    part(fc.constant('school'), fc.constant('x'.repeat(64))),
    part(fc.constantFrom('1.0', 'v'.repeat(64))),
    part(path),
    part(fc.constantFrom(0, 999)),
    fc.array(report, { minLength: 1, maxLength: 6 }),
  )
  .map(([product, release, page, dropped, all]) =>
    [`p=${product}`, `v=${release}`, `u=${page}`, `d=${dropped}`, ...all].join('&'),
  );
