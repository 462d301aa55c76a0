/** The guide to usage and monitoring: its own files in an empty folder, a person who agrees, and the console afterwards. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bodyOf, newEvent } from '../../apps/server/src/features/usage/testing/batches.ts';
import { sample } from '../../tools/samples.mjs';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, startConsoleServer } from './console.ts';
import { byCommands, followGuide } from './first-steps.ts';
import { newPhone, signUp, tokensOf } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { startServer } from './server.ts';
import { makeSite } from './sites.ts';
import { storedOf } from './usage-data.ts';

const folder = dataFolder();
let server: ConsoleServer;
let browser: Browser;
const open: (() => Promise<unknown> | void)[] = [];
beforeAll(async () => {
  [server, browser] = await Promise.all([startConsoleServer(folder.path), launch()]);
});
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

/** The guide's server is on port 8080; this one is on any. */
const here = (text: string): string => text.replaceAll('http://127.0.0.1:8080', server.url);

/** A person's browser: an automated one is left out of the figures as a bot. */
const newContext = async (): Promise<BrowserContext> => {
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ locale: 'en', userAgent: agent, viewport });
  await context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
  open.push(() => context.close());
  return context;
};

/** By the guide's own commands, or with the packed packages and this repository's vite. @returns its address */
const startSite = async (files: Readonly<Record<string, string>>): Promise<string> => {
  if (byCommands) {
    const steps = { site: 'usage/site.sh', start: 'usage/start.sh', files };
    return followGuide(steps, end => void open.push(end));
  }
  const site = makeSite(files, []);
  open.push(site.remove);
  const { url, close } = await site.develop();
  open.push(close);
  return url;
};

/** Reloads until the page has it: what was reported is loaded into the store a moment later. */
const shown = (page: Page, text: string): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.reload();
        await page.locator('h1').waitFor();
        return page.locator('main').innerText();
      },
      { interval: 500 },
    )
    .toContain(text);

test("the guide's site reports only after consent, and the console shows it", async () => {
  const url = await startSite({
    'index.html': sample('usage/index.html'),
    'report.js': here(sample('usage/report.js')),
    'consent.js': sample('usage/consent.js'),
    'user.js': sample('usage/user.js'),
    'lesson.js': sample('usage/lesson.js'),
  });

  const phone = newPhone();
  const { refresh } = tokensOf(await signUp(server, phone, 'Secret#1'));
  const context = await newContext();
  const page = await context.newPage();
  const sent: string[] = [];
  context.on('request', request => {
    if (/\/usage\/v1\/|\/monitor\/v1\.gif/.test(request.url())) sent.push(request.url());
  });

  // Before the answer nothing is asked of the collector, and nothing is stored.
  await page.goto(url);
  await page.getByText('May we record how you use these pages?').waitFor();
  await page.getByRole('button', { name: 'I am done' }).click();
  await expect.poll(() => sent.some(url => url.includes('/monitor/v1.gif'))).toBe(true);
  expect(sent.filter(url => url.includes('/usage/v1/'))).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

  // Signed in, whose hour is over: the token is refreshed first.
  await context.addCookies([{ name: 'refresh_token', value: refresh.token, url: url }]);
  const refreshed = page.waitForResponse(answer => answer.url().endsWith('/tokens/refresh'));
  await page.reload();
  expect((await refreshed).status()).toBe(200);
  const taken = page.waitForResponse(
    answer =>
      answer.url().includes('/usage/v1/events') && !!answer.request().postData()?.includes('lesson.done'),
  );
  await page.getByRole('button', { name: 'Agree' }).click();
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'I am done' }).click();
  expect(await (await taken).json()).toMatchObject({ data: { refused: [] } });
  await page.reload();
  expect(await page.getByText('May we record').isVisible()).toBe(false);

  const admin = await newContext();
  const view = await admin.newPage();
  await view.goto(`${server.url}${server.firstRun}`);
  await view.locator('[name=again]').waitFor();
  await enter(view, 'lin');
  await view.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await view.goto(`${server.url}/console/usage/live?product=my-school`);
  for (const text of ['lesson.done', 'video', 'Page view']) await shown(view, text);
  const q = JSON.stringify({ v: 1, kind: 'time', population: { product: 'my-school' } });
  await view.goto(`${server.url}/console/ask?${new URLSearchParams({ q, as: 'table' })}`);
  await shown(view, 'video');
  await view.goto(`${server.url}/console/usage/clicks?product=my-school&page=%2F`);
  // The press on Agree came before the consent.
  await shown(view, '2 clicks');
  await view.goto(`${server.url}/console/monitor/errors?product=my-school`);
  await shown(view, 'SyntaxError');

  // Whose it was: the account that the page named.
  const events = await storedOf(server, { id: '', phone });
  expect(events.find(({ data }) => data?.['lesson'] === 7)).toBeDefined();

  // Taken back: nothing more.
  await page.getByRole('button', { name: 'What may be recorded' }).click();
  // The withdrawal itself is reported; a reload before its answer would have the next page send it again.
  const withdrawn = page.waitForResponse(
    answer =>
      answer.url().includes('/usage/v1/events') && !!answer.request().postData()?.includes('"e":"consent"'),
  );
  await page.getByRole('button', { name: 'Decline' }).click();
  await withdrawn;
  sent.length = 0;
  await page.reload();
  const failed = page.waitForRequest(request => request.url().includes('/monitor/v1.gif'));
  await page.getByRole('button', { name: 'I am done' }).click();
  await failed;
  expect(sent.filter(url => url.includes('/usage/v1/events'))).toEqual([]);
});

test("a server with the guide's variables accepts only that origin and that product", async () => {
  const lines = sample('usage/rollcall.env').trim().split('\n');
  const data = dataFolder();
  open.push(data.remove);
  const server = await startServer(
    data.path,
    Object.fromEntries(lines.map(line => line.split('=') as [string, string])),
  );
  open.push(server.stop);
  const report = async (origin: string, product_code: string) => {
    const answer = await fetch(`${server.url}/usage/v1/events`, {
      method: 'POST',
      headers: { origin, 'content-type': 'text/plain' },
      body: bodyOf({ events: [newEvent({ t: Date.now(), c: Date.now() })], meta: { product_code } }),
    });
    const { data: taken } = (await answer.json()) as { data?: { accepted: number } };
    return [answer.headers.get('access-control-allow-origin'), taken?.accepted ?? 0];
  };
  expect(await report('https://www.school.example', 'my-school')).toEqual(['https://www.school.example', 1]);
  expect(await report('https://www.school.example', 'another')).toEqual(['https://www.school.example', 0]);
  expect((await report('https://a.school.example', 'my-school'))[0]).toBeNull();
});
