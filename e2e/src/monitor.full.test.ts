/** The monitoring library in a real browser: each kind of report, captured as the beacon that leaves the page. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Beacon, type BeaconReport, beaconLength, readBeacon } from '@rollcall/contract';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';

const root = join(import.meta.dirname, '../..');
/** What a page of the example does: the library, and troubles that the test asks for. */
const PAGE = `
  import { start } from '@rollcall/monitor';
  window.monitor = start({ product: 'school', release: 'r1', random: () => 0, url: '/monitor/v1.gif' });
  window.breakScript = function broken() { setTimeout(function later() { throw new TypeError('it broke for 13800138000'); }); };
  window.breakPromise = () => { Promise.reject(new RangeError('nobody handles this')); };
`;

interface SentBeacon {
  readonly address: string;
  readonly referer: string | undefined;
}

let server: Server;
let origin: string;
let browser: Browser;
const beacons: SentBeacon[] = [];

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: join(root, 'apps/web') },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    outdir: join(root, 'nowhere'),
    entryNames: 'page',
    write: false,
    conditions: ['@rollcall/source'],
  });
  const scripts = new Map(outputFiles.map(file => [`/static/${file.path.split(/[\\/]/).at(-1)}`, file.text]));
  const html =
    '<!doctype html><title>Lesson</title><h1>Lesson</h1><script type="module" src="/static/stdin.js"></script>';
  server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '/';
    const script =
      scripts.get(path) ?? (path === '/static/stdin.js' ? scripts.get('/static/page.js') : undefined);
    const answer = (status: number, type: string, text: string | Buffer) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    if (path === '/monitor/v1.gif') {
      beacons.push({ address: request.url ?? '', referer: request.headers.referer });
      answer(
        200,
        'image/gif',
        Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      );
    } else if (script !== undefined) answer(200, 'text/javascript', script);
    else if (path.startsWith('/lesson')) answer(200, 'text/html', html);
    else if (path.startsWith('/call/')) answer(Number(path.slice(6, 9)), 'text/plain', 'answer');
    else if (path === '/cut') request.socket.destroy();
    else if (path !== '/never') answer(404, 'text/plain', '');
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

const read = (): Beacon[] =>
  beacons.map(({ address }) => {
    expect(address.length).toBeLessThan(beaconLength.sent);
    const beacon = readBeacon(address.slice(address.indexOf('?') + 1));
    if (typeof beacon === 'string') throw new Error(`${beacon}: ${address}`);
    expect(beacon.malformed, address).toBe(0);
    return beacon;
  });
const reports = (): BeaconReport[] => read().flatMap(beacon => beacon.reports);
const some = async (wanted: Partial<BeaconReport>): Promise<void> => {
  await expect.poll(reports).toContainEqual(expect.objectContaining(wanted));
};

const open = async (): Promise<Page> => {
  beacons.length = 0;
  const page = await browser.newPage();
  await page.goto(`${origin}/lesson/42?token=secret`);
  await page.waitForFunction(() => 'monitor' in globalThis);
  return page;
};

test('calls: reports answers, refusals and failures of fetch and XHR, without changing them [7.api-outcomes 8.monitor-codes 9.failures]', async () => {
  const page = await open();
  const seen = await page.evaluate(async () => {
    const streamed = await fetch('/call/200/1');
    const text = await new Response(streamed.body).text();
    const refused = (await fetch('/call/409/x', { method: 'POST', body: 'b' })).status;
    const controller = new AbortController();
    const aborted = fetch('/never', { signal: controller.signal }).catch((error: Error) => error.name);
    controller.abort();
    const late = fetch('/never', { signal: AbortSignal.timeout(50) }).catch((error: Error) => error.name);
    const cut = fetch('/cut').catch((error: Error) => error.name);
    const xhr = await new Promise(resolve => {
      const request = new XMLHttpRequest();
      request.open('GET', '/call/500/xhr');
      request.addEventListener('load', () => resolve([request.status, request.responseText]));
      request.send();
    });
    const broken = await new Promise(resolve => {
      const request = new XMLHttpRequest();
      request.open('GET', '/cut');
      request.addEventListener('error', () => resolve('error'));
      request.send();
    });
    return { text, refused, aborted: await aborted, late: await late, cut: await cut, xhr, broken };
  });
  expect(seen).toEqual({
    text: 'answer',
    refused: 409,
    aborted: 'AbortError',
    late: 'TimeoutError',
    cut: 'TypeError',
    xhr: [500, 'answer'],
    broken: 'error',
  });
  await some({ kind: 'call', path: '/call/:id/xhr', status: 500, weight: 1 });
  await some({ kind: 'call', path: '/call/:id/:id', status: 200, weight: 10 });
  await some({ kind: 'call', method: 'POST', path: '/call/:id/x', status: 409 });
  await some({ kind: 'call', path: '/never', status: 603 });
  await some({ kind: 'call', path: '/never', status: 602 });
  await some({ kind: 'call', path: '/cut', status: 604 });
  await some({ kind: 'call', path: '/cut', status: 601 });
  await page.close();
});

test('errors: reports script errors with their position, rejections, and failed resources [7.js-errors]', async () => {
  const page = await open();
  await page.evaluate(() => {
    const { breakScript, breakPromise } = globalThis as unknown as Record<
      'breakScript' | 'breakPromise',
      () => void
    >;
    breakScript();
    breakPromise();
    for (const [tag, src, mark] of [
      ['img', '/pictures/42', ''],
      ['script', '/static/12.abcdef012345.js', 'school:chunk-12'],
    ] as const) {
      const element = document.createElement(tag);
      if (mark) element.setAttribute('data-rspack', mark);
      element.src = src;
      document.body.append(element);
    }
  });
  await some({ kind: 'error', name: 'TypeError', message: 'it broke for *', origin: 'error' });
  await some({ kind: 'error', name: 'RangeError', origin: 'rejection' });
  await some({ kind: 'resource', element: 'img', address: '/pictures/:id' });
  await some({ kind: 'resource', element: 'chunk', chunk: '12', address: '/static/12.abcdef012345.js' });
  const [frame] = reports().flatMap(report =>
    report.kind === 'error' && report.name === 'TypeError' ? report.frames : [],
  );
  expect(frame).toMatchObject({ function: 'later', path: '/static/stdin.js' });
  await page.close();
});

test('performance: reports the navigation and web vitals, the last of them at page end [7.performance]', async () => {
  const page = await open();
  await some({ kind: 'performance', metric: 'loadEventEnd' });
  await some({ kind: 'performance', metric: 'TTFB' });
  await some({ kind: 'performance', metric: 'FCP' });
  await page.locator('h1').click();
  // a click is measured once its frame is drawn, and web-vitals takes it in when the page is next idle
  await page.evaluate(
    () =>
      new Promise(resolve => {
        new PerformanceObserver(() => requestIdleCallback(resolve)).observe({
          type: 'first-input',
          buffered: true,
        });
      }),
  );
  await page.goto('about:blank');
  await some({ kind: 'performance', metric: 'LCP' });
  await some({ kind: 'performance', metric: 'CLS' });
  await some({ kind: 'performance', metric: 'INP' });
  for (const { product, release, page: path } of read()) {
    expect({ product, release, path }).toEqual({ product: 'school', release: 'r1', path: '/lesson/:id' });
  }
  // Neither the page's address nor a word of its query goes along.
  expect(beacons.every(({ referer }) => referer === undefined)).toBe(true);
  expect(JSON.stringify(beacons)).not.toContain('secret');
  await page.close();
});
