/** One person in the console's figures: a visitor who agrees to reporting, signs up and goes on, on the product's own pages. */
import { readQuestion } from '@rollcall/contract/console';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, startConsoleServer } from './console.ts';
import { dataFolder } from './data-folder.ts';
import { newPhone } from './people.ts';
import { stepsOn, took } from './steps.ts';
import { storedOf } from './usage-data.ts';

const folder = dataFolder();
let server: ConsoleServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startConsoleServer(folder.path), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

/** A person's browser: an automated one is left out of the figures as a bot. */
const newContext = async (): Promise<BrowserContext> => {
  const context = await browser.newContext({
    locale: 'en',
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`,
    viewport: { width: 1280, height: 800 },
  });
  await context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
  return context;
};

/** Reloads until the view's text matches: what was reported is loaded into the store a moment later. */
const shown = (page: Page, text: RegExp): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.reload();
        await page.locator('h1').waitFor();
        return page.locator('main').innerText();
      },
      { interval: 500 },
    )
    .toMatch(text);

const signUp = async (page: Page, phone: string): Promise<void> => {
  await page.goto(`${server.url}/sign-up`);
  await page.locator('input[autocomplete="tel-national"]').fill(phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(/\*{4}/).first().waitFor();
  await page.locator('input[autocomplete="one-time-code"]').fill(await server.code(phone));
  await page.locator('input[autocomplete="new-password"]').fill('Secret#1');
  await page.locator('form input[type="checkbox"]').first().check();
  await page.locator('form button[type="submit"]').click();
  await page.waitForURL(`${server.url}/account`);
};

/** The series of the question in an address. */
const seriesIn = (url: URL) => readQuestion(url.searchParams.get('q') ?? '').question?.series;

test('a visitor who signs up is one person in the funnel and among unique users', async () => {
  const context = await newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}/sign-in`);
  const agree = page.locator('#reporting').getByRole('button', { name: 'Agree', exact: true });
  const sent = page.waitForResponse(/\/usage\/v1\/events(?:\?|$)/);
  await agree.click();
  await sent;
  await page.reload();
  const phone = newPhone();
  const viewed = page.waitForResponse(
    answer =>
      answer.url().includes('/usage/v1/events') && !!answer.request().postData()?.includes('"e":"/account"'),
  );
  await signUp(page, phone);
  await viewed;
  await page.close();

  const operator = await newContext();
  const view = await operator.newPage();
  await view.goto(`${server.url}${server.firstRun}`);
  await view.locator('[name=again]').waitFor();
  await enter(view, 'lin');
  await view.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const ask = (question: object) =>
    `${server.url}/console/ask?${new URLSearchParams({ q: JSON.stringify({ v: 1, ...question }), as: 'table' })}`;
  const series = ['/sign-in', '/sign-up', '/account'].map(key => ({ event: { kind: 'view', key } }));
  await view.goto(ask({ kind: 'funnel', series }));
  await shown(view, /\/sign-in\s+1\s+100%[^]*\/sign-up\s+1\s+100%\s+100%[^]*\/account\s+1\s+100%\s+100%/);

  const building = stepsOn(view);
  await building.visit(`${server.url}/console/ask`);
  await building.also(async () => {
    await view.getByRole('combobox', { name: 'Question' }).selectOption({ label: 'Funnel' });
  });
  for (const [at, key] of ['/sign-up', '/account'].entries()) {
    await building.also(() => view.getByRole('combobox', { name: `Event or page ${at + 1}` }).fill(key));
    await building.also(() => view.getByRole('option', { name: key }).first().click());
    await view.waitForURL(url => seriesIn(url)?.[at]?.event?.key === key);
  }
  await view.getByRole('img').first().waitFor();
  expect(seriesIn(new URL(view.url()))?.map(({ event }) => event?.kind)).toEqual(['view', 'view']);
  took('See how many visitors sign up, as a funnel', building.count());

  await view.goto(ask({ kind: 'trend', series: [{ measure: 'people' }] }));
  await shown(view, /Any activity · People\s+1\s/);

  // The account's own export holds what bears its id, not what the device did before.
  const pages = (await storedOf(server, { id: '', phone })).flatMap(({ key }) => key ?? []);
  expect(pages).toContain('/account');
  expect(pages).not.toContain('/sign-in');
  await operator.close();
  await context.close();
});
