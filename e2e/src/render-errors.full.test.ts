/** A render error shows an error in place of the part, leaves the rest, and is reported with source positions. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, startConsoleServer } from './console.ts';
import { newPhone, signUp, tokensOf } from './people.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();
let server: ConsoleServer;
let browser: Browser;
let view: Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([startConsoleServer(folder.path), launch()]);
  const admin = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } });
  view = await admin.newPage();
  await view.goto(`${server.url}${server.firstRun}`);
  await enter(view, 'lin');
  await view.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

/** The group of errors with these words is there, once, and its stack names this source. */
async function readBack(words: string, source: string): Promise<void> {
  const link = view.getByRole('link', { name: new RegExp(words) });
  await expect
    .poll(
      async () => {
        await view.goto(`${server.url}/console/monitor/errors?q=${encodeURIComponent(words)}`);
        await view.locator('h1[data-title]').waitFor();
        return link.count();
      },
      { interval: 500 },
    )
    .toBe(1);
  await link.click();
  await view.locator('ol li', { hasText: source }).first().waitFor();
}

test('an error while an account section renders before monitoring has started is reported', async () => {
  const { refresh } = tokensOf(await signUp(server, newPhone(), 'Secret#1'));
  const context = await browser.newContext({ locale: 'en' });
  await context.addCookies([{ name: 'dev_refresh_token', value: refresh.token, url: server.url }]);
  const page = await context.newPage();
  await page.route('**/accounts/devices', async route => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: object[] };
    await route.fulfill({
      response: answer,
      json: { data: data.map(one => ({ ...one, created_at: 'soon' })) },
    });
  });
  // answered, not only sent: closing the page would cancel it
  const beacon = page.waitForResponse(response => /\/monitor\/v1\.gif\?.*RangeError/.test(response.url()));
  await page.goto(`${server.url}/account/devices`);
  await page.getByText('This part did not load. Please check your network and try again.').waitFor();
  // the rest of the page stands
  await page.getByRole('link', { name: 'Security' }).waitFor();
  await beacon;
  await context.close();
  await readBack('Invalid time value', 'packages/react/src/devices/devices.tsx:');
});

test('an error while a console view renders is reported, and a refusal is not', async () => {
  const page = await view.context().newPage();
  const beacons: string[] = [];
  page.on('request', request => {
    if (request.url().includes('/monitor/v1.gif')) beacons.push(decodeURIComponent(request.url()));
  });
  const watching = page.waitForRequest(/\/monitor\/v1\.gif\?/);
  await page.goto(`${server.url}/console/people/nobody`);
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await watching;
  await page.route('**/console/v1/people*', route =>
    route.fulfill({ json: { data: { items: [{ id: 'one', nickname: { given: 'Lin' } }], next: null } } }),
  );
  const beacon = page.waitForResponse(response => /\/monitor\/v1\.gif\?.*Minified/.test(response.url()));
  await page.getByRole('link', { name: 'People' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Loading failed' }).waitFor();
  await beacon;
  expect(beacons.filter(address => address.includes('NotFound'))).toEqual([]);
  await page.close();
});
