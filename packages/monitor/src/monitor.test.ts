import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type MonitorOptions, start, type Vitals } from './index.ts';
import { TestPage, type TestXhr } from './testing.ts';

const noVitals = async (): Promise<Vitals> => ({
  onLCP() {},
  onINP() {},
  onCLS() {},
  onTTFB() {},
  onFCP() {},
});
const run = (page: TestPage, options: Partial<MonitorOptions> = {}) =>
  start({ product: 'school', release: 'r1', vitals: noVitals, random: () => 0, ...options }, page.browser);

const stackOf = (...frames: string[]) => ['Error: x', ...frames.map(frame => `    at ${frame}`)].join('\n');
const errorWith = (message: string, ...frames: string[]) =>
  Object.assign(new TypeError(message), { stack: stackOf(...frames) });
const thrown = (page: TestPage, error: unknown) =>
  page.fire('error', {
    error,
    message: String(error),
    filename: 'https://school.example/a.js',
    lineno: 1,
    colno: 2,
  });

test('a beacon has pid and platform in its query where they are given', async () => {
  const page = new TestPage();
  run(page, { pid: 'a&b', platform: 'web' });
  thrown(page, errorWith('x', 'f (https://school.example/static/1.js:1:2)'));
  await page.pass(3000);
  expect(page.urls[0]).toContain('&pid=a%26b&platform=web&');
  expect(page.beacons()).toMatchObject([{ product: 'school', malformed: 0 }]);
});

test('a beacon names product, release and the page without its ids and query [7.beacon]', async () => {
  const page = new TestPage();
  run(page);
  thrown(page, errorWith('x', 'f (https://school.example/static/1.js:1:2)'));
  await page.pass(3000);
  expect(page.beacons()).toMatchObject([{ product: 'school', release: 'r1', page: '/lessons/:id' }]);
  expect(page.urls[0]).not.toMatch(/pid|platform|undefined/);
  expect(page.urls[0]).toMatch(/^\/monitor\/v1\.gif\?/);
  expect(page.urls.join('')).not.toMatch(/secret|42/);
});

test('fetch: the answer is unchanged, and the call is reported', async () => {
  const answer = { status: 404, body: 'not read' };
  const page = new TestPage(async () => {
    page.now += 120;
    return answer;
  });
  run(page);
  expect(await page.browser.fetch('/tiger/v3/web/accounts/login?a=1', { method: 'post' })).toBe(answer);
  await page.pass(3000);
  expect(page.reports()).toEqual([
    {
      kind: 'call',
      weight: 1,
      method: 'POST',
      path: '/tiger/v3/web/accounts/login',
      status: 404,
      duration: 120,
    },
  ]);
});

test('every failed call is reported, and one in ten successful calls [9.failures]', async () => {
  let calls = 0;
  const page = new TestPage(async () => ({ status: calls++ % 2 === 0 ? 400 + calls : 200 }));
  run(page, { random: () => 0.55 });
  for (let n = 0; n < 40; n++) {
    await page.browser.fetch('/a', {});
    await page.pass(3000);
  }
  const statuses = page
    .reports()
    .map(report => (report.kind === 'call' ? `${report.status} ${report.weight}` : ''));
  const failed = Array.from({ length: 20 }, (_, n) => `${401 + 2 * n} 1`);
  expect(statuses.filter(status => status !== '200 10')).toEqual(failed);
  expect(statuses.filter(status => status === '200 10')).toHaveLength(2);
});

test.each([
  ['AbortError', 603],
  ['TimeoutError', 602],
  ['TypeError', 604],
])(
  'fetch: %s is reported as %i, and reaches the caller unchanged [8.monitor-codes]',
  async (name, status) => {
    const error = Object.assign(new Error('x'), { name });
    const page = new TestPage(() => Promise.reject(error));
    run(page);
    await expect(page.browser.fetch('/a')).rejects.toBe(error);
    await page.pass(3000);
    expect(page.reports()).toMatchObject([{ status, weight: 1, path: '/a', method: 'GET' }]);
  },
);

test('fetch: a call aborted with a custom reason is 603; method and URL are read from a Request [8.monitor-codes]', async () => {
  const controller = new AbortController();
  const page = new TestPage(() => Promise.reject('enough'));
  run(page);
  controller.abort('enough');
  const request = new Request('https://school.example/a/7', { method: 'PUT', signal: controller.signal });
  await expect(page.browser.fetch(request)).rejects.toBe('enough');
  await page.pass(3000);
  expect(page.reports()).toMatchObject([{ status: 603, path: '/a/:id', method: 'PUT' }]);
});

test('fetch: options that throw fail the page’s call as without monitoring', async () => {
  const page = new TestPage(async () => ({ status: 500 }));
  run(page, {
    path: () => {
      throw new Error('of the site');
    },
  });
  await expect(page.browser.fetch('/a')).resolves.toEqual({ status: 500 });
  await expect(page.browser.fetch('http://[')).resolves.toEqual({ status: 500 });
});

const send = (page: TestPage, method: string, address: string): TestXhr => {
  const xhr = new (page.browser.XMLHttpRequest as unknown as new () => TestXhr)();
  xhr.open(method, address);
  xhr.send();
  return xhr;
};

test('XHR: reports load, error, timeout and abort, measured from send to end [8.monitor-codes]', async () => {
  const page = new TestPage();
  run(page);
  const requests = (['/load', '/error', '/timeout', '/abort'] as const).map(path => send(page, 'get', path));
  page.now = 250;
  requests[0]?.end('load', 503);
  requests[1]?.end('error');
  requests[2]?.end('timeout');
  requests[3]?.end('abort');
  await page.pass(3000);
  expect(page.reports()).toMatchObject([
    { path: '/load', status: 503, duration: 250, method: 'GET' },
    { path: '/error', status: 601 },
    { path: '/timeout', status: 602 },
    { path: '/abort', status: 603 },
  ]);
});

test('XHR: a reused request object is reported once for each call', async () => {
  const page = new TestPage();
  run(page);
  const xhr = send(page, 'GET', '/a');
  xhr.end('abort');
  xhr.open('GET', '/b');
  // Opened again before it was sent: the first address is not reported.
  xhr.open('POST', '/c');
  xhr.send();
  xhr.end('load', 500);
  await page.pass(3000);
  expect(page.reports()).toMatchObject([
    { path: '/a', status: 603 },
    { path: '/c', status: 500, method: 'POST' },
  ]);
  expect(page.reports()).toHaveLength(2);
});

test('calls to other sites, and answers without a status, are not reported', async () => {
  const page = new TestPage(async () => ({ status: 0 }));
  run(page, { origins: ['https://api.school.example'] });
  await page.browser.fetch('https://vendor.example/a');
  await page.browser.fetch('/opaque');
  send(page, 'GET', 'https://vendor.example/b').end('error');
  send(page, 'GET', 'https://api.school.example/c/1').end('error');
  await page.pass(3000);
  expect(page.reports()).toMatchObject([{ path: 'https://api.school.example/c/:id' }]);
});

test('stop restores the functions it wrapped, except those that another script has wrapped since', async () => {
  const page = new TestPage(async () => ({ status: 500 }));
  const { fetch, XMLHttpRequest } = page.browser;
  const { open } = XMLHttpRequest.prototype;
  run(page).stop();
  expect(page.browser.fetch).toBe(fetch);
  expect(XMLHttpRequest.prototype.open).toBe(open);
  expect([...page.listeners.values()].every(({ size }) => size === 0)).toBe(true);

  const monitor = run(page);
  const ours = page.browser.fetch;
  const theirs = ((...args: Parameters<typeof fetch>) => ours(...args)) as typeof fetch;
  page.browser.fetch = theirs;
  monitor.stop();
  expect(page.browser.fetch).toBe(theirs);
  await expect(page.browser.fetch('/a')).resolves.toEqual({ status: 500 });
  await page.pass(5000);
  expect(page.urls).toEqual([]);
});

test('repeated errors are one report with a count; a page sends 20 of a kind at most, and reports how many it dropped', async () => {
  const page = new TestPage();
  run(page);
  for (let time = 0; time < 7; time++) thrown(page, errorWith('same', 'f (https://school.example/s.js:1:2)'));
  for (let kind = 0; kind < 30; kind++)
    thrown(page, errorWith(`x${'y'.repeat(kind)}`, 'f (https://school.example/s.js:1:2)'));
  await page.pass(3000);
  const reports = page.reports();
  expect(reports).toHaveLength(20);
  expect(reports[0]).toMatchObject({ weight: 7, message: 'same' });
  expect(page.beacons().reduce((sum, { dropped }) => sum + dropped, 0)).toBe(11);
});

test('personal data is removed from a message', async () => {
  const page = new TestPage();
  run(page);
  thrown(
    page,
    errorWith(
      'no user 13800138000, anna@school.example at /login?token=abc key sk_live_0123456789abcdef012345',
    ),
  );
  await page.pass(3000);
  expect(page.reports()).toMatchObject([{ message: 'no user *, * at /login* key *', frames: [] }]);
});

test('errors of extensions, of other sites and without detail are not reported', async () => {
  const page = new TestPage();
  run(page);
  thrown(page, errorWith('x', 'f (chrome-extension://abcdef/inject.js:1:2)'));
  thrown(page, errorWith('x', 'f (https://vendor.example/v.js:1:2)'));
  page.fire('error', { message: 'Script error.', filename: '', lineno: 0, colno: 0 });
  await page.pass(3000);
  expect(page.urls).toEqual([]);
});

test('stacks of every browser are parsed, without frames of other sites', async () => {
  const page = new TestPage();
  run(page);
  const stacks = [
    stackOf(
      'new A (https://school.example/static/1.js?v=2:10:20)',
      'async b (https://vendor.example/x.js:1:1)',
      'https://school.example/static/2.js:3:4',
    ),
    'A@https://school.example/static/1.js:10:20\n@https://school.example/static/2.js:3:4\n',
  ];
  for (const stack of stacks)
    page.fire('unhandledrejection', { reason: Object.assign(new Error('s'), { stack }) });
  await page.pass(3000);
  const [chromium, firefox] = page.reports();
  expect(chromium).toMatchObject({
    origin: 'rejection',
    frames: [
      { function: 'new A', path: '/static/1.js', line: 10, column: 20 },
      { function: '', path: '/static/2.js', line: 3, column: 4 },
    ],
  });
  expect(firefox).toMatchObject({
    frames: [
      { function: 'A', path: '/static/1.js' },
      { function: '', path: '/static/2.js' },
    ],
  });
});

test.each([undefined, null, 'text', 42, {}, Object.create(null), Symbol('s')])(
  'any thrown value is reported without a further error: %s',
  async reason => {
    const page = new TestPage();
    const monitor = run(page);
    page.fire('unhandledrejection', { reason });
    monitor.error(reason);
    await page.pass(3000);
    // One that can't become text has nothing to report.
    const hasText = typeof reason !== 'object' || reason === null || 'toString' in reason;
    expect(page.reports().length > 0).toBe(hasText);
  },
);

const element = (localName: string, src: string, dataset: Record<string, string> = {}) => ({
  target: { localName, src, dataset },
});

test('the first report of an error in a page view says what the page did before, later ones do not', async () => {
  const page = new TestPage(async input => ({ status: String(input).endsWith('broken') ? 500 : 200 }));
  run(page, { random: () => 0.99 });
  page.now = 500;
  await page.browser.fetch('/grades');
  page.now = 1200;
  page.location.pathname = '/exercise/7';
  await page.browser.fetch('/broken', { method: 'post' });
  page.fire('error', element('script', 'https://school.example/a.js'));
  const fail = (message: string) =>
    page.fire('unhandledrejection', { reason: Object.assign(new Error(message), { stack: '' }) });
  page.now = 2000;
  fail('first');
  fail('first');
  await page.pass(3000);
  fail('first');
  fail('second');
  await page.pass(3000);
  const errors = page.reports().filter(report => report.kind === 'error');
  expect(errors).toMatchObject([
    {
      message: 'first',
      weight: 2,
      first: true,
      trail: [
        { page: '/lessons/:id', what: 'GET /grades 200', ago: 1500 },
        { page: '/exercise/:id', what: 'POST /broken 500', ago: 800 },
        { page: '/exercise/:id', what: 'script /a.js', ago: 800 },
      ],
    },
    { message: 'first', weight: 1, first: false, trail: [] },
    { message: 'second', first: true },
  ]);
});

test('failed resources are reported: scripts by name, chunks by number, pictures without ids', async () => {
  const page = new TestPage();
  run(page);
  page.fire(
    'error',
    element('script', 'https://school.example/static/12.abcdef012345.js?again=1', {
      rspack: 'rollcall:chunk-12',
    }),
  );
  page.fire('error', element('script', 'https://school.example/14.js', { webpack: 'my-school:chunk-14' }));
  page.fire('error', element('script', 'https://school.example/static/app.abcdef012345.js'));
  page.fire('error', element('img', 'https://school.example/avatars/42'));
  page.fire('error', element('img', 'https://vendor.example/p.png'));
  page.fire('error', element('source', ''));
  const chunkError = (text: string) =>
    Object.assign(new Error(`Loading chunk ${text}`), { name: 'ChunkLoadError', stack: '' });
  page.fire('unhandledrejection', {
    reason: chunkError('13 failed.\n(timeout: https://school.example/static/13.0f.js)'),
  });
  // Its element has reported it.
  page.fire('unhandledrejection', {
    reason: chunkError('12 failed.\n(error: https://school.example/static/12.abcdef012345.js)'),
  });
  await page.pass(3000);
  expect(page.reports()).toMatchObject([
    { element: 'chunk', chunk: '12', address: '/static/12.abcdef012345.js', reason: 'error' },
    { element: 'chunk', chunk: '14', address: '/14.js' },
    { element: 'script', chunk: '', address: '/static/app.abcdef012345.js' },
    { element: 'img', address: '/avatars/:id' },
    { element: 'chunk', chunk: '13', address: '/static/13.0f.js', reason: 'timeout' },
  ]);
});

test('metrics: measured once the page is loaded and idle; the last ones are sent at page end [7.performance]', async () => {
  const page = new TestPage();
  page.document.readyState = 'loading';
  page.navigation = [{ duration: 5, domainLookupEnd: 10, loadEventEnd: 900.123456 }];
  let tell: Parameters<Vitals['onCLS']>[0] = () => {};
  const vitals = vi.fn(async () => ({
    ...(await noVitals()),
    onCLS: (report: typeof tell) => void (tell = report),
  }));
  run(page, { vitals });
  await page.pass(5000);
  expect(vitals).not.toHaveBeenCalled();
  page.fire('load');
  expect(vitals).not.toHaveBeenCalled();
  await page.pass(3000);
  expect(vitals).toHaveBeenCalledTimes(1);
  expect(page.reports()).toMatchObject([
    { metric: 'domainLookupEnd', value: 10 },
    { metric: 'loadEventEnd', value: 900.1235 },
  ]);
  page.hide();
  tell({ name: 'CLS', value: 0.123456, navigationType: 'navigate' });
  await page.pass(0);
  expect(page.reports().slice(2)).toEqual([
    { kind: 'performance', weight: 1, metric: 'CLS', value: 0.1235, navigation: 'navigate' },
  ]);
});

test('metrics: have the speed of the network at their time, where the browser tells it', async () => {
  const page = new TestPage();
  const connection = { effectiveType: '3g' };
  const told: Parameters<Vitals['onLCP']>[0][] = [];
  const vitals = async () => ({
    ...(await noVitals()),
    onLCP: (report: (typeof told)[number]) => void told.push(report),
  });
  const lcp = { name: 'LCP', value: 900, navigationType: 'navigate' };
  for (const navigator of [{ connection }, {}, undefined])
    start({ product: 'school', release: 'r1', vitals }, { ...page.browser, navigator } as never);
  await page.pass(3000);
  for (const tell of told) tell(lcp);
  connection.effectiveType = '4g';
  told[0]?.(lcp);
  page.hide();
  const report = { kind: 'performance', weight: 1, metric: 'LCP', value: 900, navigation: 'navigate' };
  expect(page.reports()).toEqual([
    { ...report, network: '3g' },
    { ...report, network: '4g' },
    report,
    report,
  ]);
});

test('web-vitals that can’t be loaded is a chunk like any other', async () => {
  const page = new TestPage();
  const error = Object.assign(
    new Error('Loading chunk 7 failed.\n(timeout: https://school.example/static/7.js)'),
    { name: 'ChunkLoadError', stack: '' },
  );
  run(page, { vitals: () => Promise.reject(error) });
  await page.pass(5000);
  expect(page.reports()).toMatchObject([{ element: 'chunk', chunk: '7', reason: 'timeout' }]);
});

test('waiting reports are sent at page end; calls that the browser drops then are not reported', async () => {
  const page = new TestPage(() => Promise.reject(new TypeError('Failed to fetch')));
  run(page);
  const before = page.browser.fetch('/before').catch(() => {});
  await before;
  page.fire('pagehide');
  expect(page.reports()).toMatchObject([{ path: '/before' }]);
  await page.browser.fetch('/dropped').catch(() => {});
  page.fire('pageshow');
  await page.browser.fetch('/back').catch(() => {});
  await page.pass(3000);
  expect(page.reports()).toMatchObject([{ path: '/before' }, { path: '/back' }]);
});

test('without consent nothing is recorded; after a withdrawal no waiting report is sent', async () => {
  const page = new TestPage(async () => ({ status: 500 }));
  let consent = false;
  run(page, { consent: () => consent });
  await page.browser.fetch('/a');
  consent = true;
  await page.pass(5000);
  expect(page.urls).toEqual([]);
  await page.browser.fetch('/b');
  consent = false;
  await page.pass(5000);
  page.hide();
  consent = true;
  await page.pass(5000);
  expect(page.urls).toEqual([]);
  // Nor as a step before an error.
  page.fire('unhandledrejection', { reason: new Error('later') });
  await page.pass(5000);
  expect(page.reports()).toMatchObject([{ message: 'later', trail: [] }]);
});

test('on a server it does nothing', () => {
  const monitor = start({ product: 'school', release: 'r1' }, {} as never);
  expect(() => monitor.error(new Error('x'))).not.toThrow();
  expect(() => monitor.stop()).not.toThrow();
});

test('for any errors, every beacon is shorter than 2,000 characters and valid by the contract', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ unit: fc.constantFrom('题', '!', '\ud800', 'a'), maxLength: 400 }),
  );
  const frame = fc
    .tuple(fc.string({ maxLength: 80 }), fc.webPath(), fc.nat(99_999), fc.nat(99_999))
    .map(
      ([name, path, line, column]) =>
        `${name.replace(/\n/g, '')} (https://school.example${path}:${line}:${column})`,
    );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(text, text, fc.array(frame, { maxLength: 30 })), { maxLength: 10 }),
      async errors => {
        const page = new TestPage();
        run(page);
        for (const [name, message, frames] of errors) {
          thrown(
            page,
            Object.assign(new Error(message), { name: name.slice(0, 40), stack: stackOf(...frames) }),
          );
        }
        await page.pass(5000);
        for (const { malformed, reports } of page.beacons()) {
          expect(malformed).toBe(0);
          expect(reports.length).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 60 },
  );
});
