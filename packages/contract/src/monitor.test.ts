import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Beacon, pathTemplate } from './monitor.ts';
import { readBeacon } from './read-beacon.ts';

const read = (more: string): Beacon => {
  const beacon = readBeacon(`p=school&v=2026.11-ab12&u=%2Fsign-in${more}`);
  if (typeof beacon === 'string') throw new Error(beacon);
  return beacon;
};

test.each([
  ['/users/42', '/users/:id'],
  [
    '/tiger/v3/web/accounts/captcha/register/phone/with-agreement?x=1',
    '/tiger/v3/web/accounts/captcha/register/phone/with-agreement',
  ],
  ['/lessons/0198c2f2-7d4e-7a11-9a70-0242ac120002/notes', '/lessons/:id/notes'],
  ['/people/%E5%BC%A0%E4%B8%89', '/people/:id'],
  ['/people/anna@school.example#top', '/people/:id'],
  ['/files/aGVsbG8gd29ybGQgMTIzNDU2', '/files/:id'],
  ['/oauth/wechat', '/oauth/wechat'],
  ['/', '/'],
  ['/\n\n', '/:id'],
])('the template of %s is %s', (path, template) => {
  expect(pathTemplate(path)).toBe(template);
});

test('makes a plain, short and idempotent template', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), parts => {
      const template = pathTemplate(`/${parts.join('/')}`);
      expect(pathTemplate(template)).toBe(template);
      expect(template).toMatch(/^[\w.~:/-]{1,410}$/);
    }),
  );
});

test('reads a report of each kind [7.js-errors]', () => {
  const { reports, malformed, page, dropped } = read(
    '&d=7&t=1!CLS!0.0312!back-forward' +
      '&c=10!POST!%2Ftiger%2Fv3%2Fweb%2Faccounts%2Flogin!200!132&c=1!GET!%2Fa!603!5' +
      '&e=3!rejection!TypeError!x%20is%20not%20a%20function%21!f%40%2Fstatic%2F1.js%3A1%3A20%0A%40%2Fstatic%2F2.js%3A3%3A4' +
      '&f=1!script!%2Fstatic%2F12.abc.js!rollcall%3Achunk-12&f=2!chunk!%2Fstatic%2F13.js!Loading%20chunk%2013%20failed.!timeout',
  );
  expect({ malformed, page, dropped }).toEqual({ malformed: 0, page: '/sign-in', dropped: 7 });
  expect(reports).toEqual([
    { kind: 'performance', weight: 1, metric: 'CLS', value: 0.0312, navigation: 'back-forward' },
    {
      kind: 'call',
      weight: 10,
      method: 'POST',
      path: '/tiger/v3/web/accounts/login',
      status: 200,
      duration: 132,
    },
    { kind: 'call', weight: 1, method: 'GET', path: '/a', status: 603, duration: 5 },
    {
      kind: 'error',
      weight: 3,
      origin: 'rejection',
      name: 'TypeError',
      message: 'x is not a function!',
      frames: [
        { function: 'f', path: '/static/1.js', line: 1, column: 20 },
        { function: '', path: '/static/2.js', line: 3, column: 4 },
      ],
      first: false,
      trail: [],
    },
    {
      kind: 'resource',
      weight: 1,
      element: 'chunk',
      address: '/static/12.abc.js',
      chunk: '12',
      reason: 'error',
    },
    {
      kind: 'resource',
      weight: 2,
      element: 'chunk',
      address: '/static/13.js',
      chunk: '13',
      reason: 'timeout',
    },
  ]);
});

test('performance has a network where the page tells one of known name', () => {
  const networkOf = (parts: string) => {
    const { reports, malformed } = read(`&t=1!LCP!5!${parts}`);
    expect(malformed).toBe(0);
    return reports;
  };
  const report = { kind: 'performance', weight: 1, metric: 'LCP', value: 5, navigation: 'navigate' };
  expect(networkOf('navigate!slow-2g')).toEqual([{ ...report, network: 'slow-2g' }]);
  for (const parts of ['navigate', 'navigate!', 'navigate!5g', 'navigate!wifi!more', 'navigate!toString'])
    expect(networkOf(parts)).toEqual([report]);
});

test.each([
  'c=10!GET!%2Fa!500!5', // a failure stands for itself
  'c=1!GET!%2Fa!200!5', // a success for ten
  'c=1000000!GET!%2Fa!200!5',
  'c=1!get!%2Fa!500!5',
  'c=1!GET!a!500!5',
  'c=1!GET!%2Fa!605!5',
  'c=1!GET!%2Fa!99!5',
  'c=1!GET!%2Fa!500!-5',
  'c=1!GET!%2Fa!500!1e9',
  't=1!FID!5!',
  't=1!LCP!!',
  't=1!LCP!99999999!',
  'e=0!error!Error!x!',
  'e=1!guess!Error!x!',
  'e=1!error!%!x!',
  'f=1!<script>!%2Fa!!',
  'f=1!script!javascript%3A1!!',
  'f=1!script!%2Fa!!boredom',
])('leaves out and counts malformed reports: %s', field => {
  expect(read(`&${field}`)).toMatchObject({ reports: [], malformed: 1 });
});

test.each([
  ['', 'product'],
  ['p=%20&v=1&u=%2F', 'product'],
  ['p=a&u=%2F', 'release'],
  ['p=a&v=1&u=x', 'page'],
  ['p=a&v=1&u=%E4', 'page'],
  ['p=a&v=1&u=%2F&d=-1', 'dropped'],
])('names the field for which a beacon is refused: %s', (query, field) => {
  expect(readBeacon(query)).toBe(field);
});

test('accepts a truncated last frame, and removes text that a database refuses', () => {
  const { reports } = read('&e=1!error!Error!a%00b%0Ac!f%40%2F1.js%3A1%3A2%0Ag%40%2F1.j');
  expect(reports).toMatchObject([{ message: 'a b c', frames: [{ function: 'f' }] }]);
});

const trailOf = (trail: string) => {
  const [report] = read(`&e=1!error!Error!broken!!${encodeURIComponent(trail)}`).reports;
  return report?.kind === 'error' ? { first: report.first, steps: report.trail } : undefined;
};

test('reads what a page did before an error, oldest first, and leaves out a line that was cut', () => {
  const error = '9000,/lesson/:id,error,TypeError,broken\n';
  const call = '8200,/lesson/:id,POST,/grades,500\n';
  expect(trailOf(`${error}${call}1500,/,script,/a.js,\n900,/,GET,/les`)).toEqual({
    first: true,
    steps: [
      { page: '/', what: 'script /a.js', ago: 7500 },
      { page: '/lesson/:id', what: 'POST /grades 500', ago: 800 },
    ],
  });
  expect(trailOf('')).toEqual({ first: true, steps: [] });
  expect(trailOf(`nonsense\n${call}`)).toEqual({ first: true, steps: [] });
  expect(trailOf(`${error}nonsense\n9001,/,GET,/later,200\n8000,no path,GET,/,200\n`)?.steps).toEqual([]);
  expect(trailOf(error + call.repeat(50))?.steps).toHaveLength(8);
  // A message of several lines takes no step away.
  expect(trailOf(`${error}in a\nin b\nin c\n${call.repeat(9)}`)?.steps).toHaveLength(8);
  expect(trailOf(`${error}1,/lesson/42,GET\0,/a,200\n`)?.steps).toMatchObject([
    { page: '/lesson/:id', what: 'GET  /a 200' },
  ]);
});

const errorOf = (message: string) => `&e=2!rejection!TypeError!${encodeURIComponent(message)}!`;
test.each([
  [
    'Failed to fetch dynamically imported module: https://school.example/assets/Lesson-Dk3aB8xQ.js?t=1',
    '/assets/Lesson-Dk3aB8xQ.js',
    'Lesson-Dk3aB8xQ',
  ],
  ['error loading dynamically imported module: https://cdn.example/a/12.js', '/a/12.js', '12'],
  ['Importing a module script failed.', '/', ''],
  ['Unable to preload CSS for /assets/Lesson.css', '/assets/Lesson.css', 'Lesson'],
  ['Loading chunk 12 failed.\n(error: https://school.example/static/12.abc.js)', '/static/12.abc.js', '12'],
  ['Loading CSS chunk lesson failed.\n(/static/lesson.css)', '/static/lesson.css', 'lesson'],
])('counts a module that did not load as a failed chunk: %s', (message, address, chunk) => {
  expect(read(errorOf(message)).reports).toEqual([
    { kind: 'resource', weight: 2, element: 'chunk', address, chunk, reason: 'error' },
  ]);
});

test('keeps the errors of other modules, and reads the reason of a chunk', () => {
  const extension = 'Failed to fetch dynamically imported module: chrome-extension://abc/a.js';
  expect(read(errorOf(extension)).reports).toMatchObject([{ kind: 'error', message: extension }]);
  expect(read(errorOf('Loading of chunk 3 failed')).reports).toMatchObject([{ kind: 'error' }]);
  expect(read(errorOf('Loading chunk 3 failed.\n(timeout: /3.js)')).reports).toMatchObject([
    { reason: 'timeout', address: '/3.js' },
  ]);
});

test('counts a chunk once whose preloading element failed too', () => {
  const module = errorOf('Failed to fetch dynamically imported module: https://school.example/a/b.js');
  expect(read(`&f=1!link!%2Fa%2Fb.js&f=1!link!%2Fa%2Fc.css${module}`).reports).toMatchObject([
    { element: 'link', address: '/a/c.css' },
    { element: 'chunk', address: '/a/b.js', chunk: 'b' },
  ]);
  // The element that a bundler marked is exact; the error's text has lost digits.
  const masked = errorOf('Loading chunk 12 failed.\n(error: https://school.example/12.ab*.js)');
  expect(read(`${masked}&f=1!script!%2F12.ab1234567.js!school%3Achunk-12`).reports).toEqual([
    {
      kind: 'resource',
      weight: 1,
      element: 'chunk',
      address: '/12.ab1234567.js',
      chunk: '12',
      reason: 'error',
    },
  ]);
});

test('truncates a name to well-formed text', () => {
  const long = encodeURIComponent(`${'x'.repeat(99)}😀`);
  const { reports } = read(`&e=1!error!${long}!m!${long}%40%2F1.js%3A1%3A2`);
  const cut = `${'x'.repeat(99)} `;
  expect(reports).toMatchObject([{ name: cut, frames: [{ function: cut }] }]);
});

test('reads any query as a beacon or names a field, and caps the weight at 10,000', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }).map(text => encodeURIComponent(text.replace(/\p{Cs}/gu, ''))),
    fc.string(),
    fc.nat().map(String),
  );
  const field = fc
    .tuple(
      fc.constantFrom('t', 'c', 'e', 'f', 'd', 'u', '__proto__', 'constructor'),
      fc.array(part, { maxLength: 6 }),
    )
    .map(([name, parts]) => `${name}=${parts.join('!')}`);
  fc.assert(
    fc.property(fc.array(field), fields => {
      const beacon = readBeacon(`p=a&v=1&u=%2F&${fields.join('&')}`);
      if (typeof beacon === 'string') return;
      for (const { weight } of beacon.reports) {
        expect(weight).toBeGreaterThan(0);
        expect(weight).toBeLessThanOrEqual(10_000);
      }
      expect(JSON.stringify(beacon)).not.toMatch(/\\u(?:0000|d[89a-f])/);
    }),
  );
});
