/** The choice of a product in the console, among 5,000 that reported. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readQuestion } from '../../packages/contract/src/console/index.ts';
import { until } from '../../tools/testing/until.ts';
import { bodyOf, newEvent } from '../../apps/server/src/features/usage/testing/batches.ts';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, sideways, startConsoleServer, violations } from './console.ts';
import { dataFolder } from './data-folder.ts';

const PRODUCTS = ['other', ...Array.from({ length: 4999 }, (_, n) => `school-${String(n).padStart(4, '0')}`)];
/** Concurrent requests. */
const AT_ONCE = 16;

const folder = dataFolder();
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;
let page: Page;

const report = async (product: string): Promise<void> => {
  const answer = await fetch(`${server.url}/usage/v1/events`, {
    method: 'POST',
    body: bodyOf({ events: [newEvent({ t: Date.now(), c: Date.now() })], meta: { product_code: product } }),
    headers: { 'content-type': 'text/plain' },
  });
  if (!answer.ok) throw new Error(`${product}: ${answer.status} ${await answer.text()}`);
};

beforeAll(async () => {
  const env = { ROLLCALL_PRODUCTS: PRODUCTS.join(','), ROLLCALL_USAGE_ADDRESS_RATE: '0' };
  [server, browser] = await Promise.all([startConsoleServer(folder.path, env), launch()]);
  admin = await browser.newContext({ locale: 'zh-CN', viewport: { width: 360, height: 740 } });
  page = await admin.newPage();
  await page.goto(`${server.url}${server.firstRun}`);
  await enter(page, '林老师');
  await page.waitForURL(/\/console\/?$/);
  const left = [...PRODUCTS];
  const work = async () => {
    for (let product = left.pop(); product !== undefined; product = left.pop()) await report(product);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const loaded = async () => {
    const answer = await admin.request.get(`${server.url}/console/v1/usage/scope`);
    const { data } = (await answer.json()) as { data: { events: number } };
    if (data.events < PRODUCTS.length) throw new Error(`${data.events} events are loaded`);
  };
  await until(loaded);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

const picker = () => page.getByRole('combobox', { name: '产品' });
// without those of native fields
const options = () => page.locator('[role=option]').allTextContents();
const chosen = () => new URL(page.url()).searchParams.get('product');

describe.each(['usage/live', 'monitor'])('in the views of %s', group => {
  test('a product is found by the beginning of its code, with the keyboard alone', async () => {
    await page.goto(`${server.url}/console/${group}`);
    // The group's address leads to its first view, whose field is another one.
    await page.getByRole('heading', { level: 1 }).waitFor();
    await picker().focus();
    await page.getByRole('option', { name: 'school-0001' }).waitFor();
    expect((await options()).length).toBeLessThanOrEqual(51);
    await page.keyboard.type('school-493');
    await expect.poll(options).toEqual(PRODUCTS.filter(code => code.startsWith('school-493')));
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    const second = page.getByRole('option', { name: 'school-4931', selected: true });
    // In the views of usage the first option is selected from the start.
    for (let presses = 0; presses < 2 && (await second.count()) === 0; presses++)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(chosen).toBe('school-4931');
    await expect.poll(() => picker().inputValue()).toBe('school-4931');
  });

  test('“other” is explained in the list and when it is selected', async () => {
    await page.goto(`${server.url}/console/${group}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await picker().fill('oth');
    await page.getByRole('option', { name: 'other 多个产品合计' }).click();
    await expect.poll(chosen).toBe('other');
    await page.getByText('其余计入“other”').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  });
});

test('while a view waits for the answer to a new filter, its filters stay and keep the focus', async () => {
  await page.goto(`${server.url}/console/monitor/vitals?product=school-0007`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.clock.install();
  const beacon = page.waitForRequest(/monitor\/vitals\?.*school-0008/);
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route(/monitor\/vitals\?.*school-0008/, async route => {
    await held;
    await route.continue();
  });
  await picker().fill('school-0008');
  await page.keyboard.press('Enter');
  await beacon;
  await page.clock.runFor(5_000);
  await page.locator('main[aria-busy=true]').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  expect(await picker().evaluate(field => field === document.activeElement)).toBe(true);
  answer();
  await page.locator('main[aria-busy=false]').waitFor();
  await expect.poll(() => picker().inputValue()).toBe('school-0008');
  await page.unroute(/monitor\/vitals/);
  await page.clock.resume();
});

test('in the views of usage an empty field means all products, and a code without events shows no data', async () => {
  await page.goto(`${server.url}/console/usage/live?product=school-0007`);
  await picker().fill('unlisted');
  await page.getByText('没有找到').waitFor();
  await page.keyboard.press('Enter');
  expect(chosen()).toBe('school-0007');
  await picker().fill('');
  await expect.poll(chosen).toBeNull();
});

test('in the views of monitoring any code can be typed, and an unknown one is marked as unknown', async () => {
  await page.goto(`${server.url}/console/monitor/vitals`);
  await picker().fill('unlisted');
  await page.keyboard.press('Enter');
  await expect.poll(chosen).toBe('unlisted');
  await page.getByText('没有收到过产品“unlisted”的上报').waitFor();
  // also the beginning of codes that are listed
  await picker().fill('school-493');
  await page.getByRole('option', { name: 'school-4930' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(chosen).toBe('school-493');
});

test('a product that is chosen once stays in the address from view to view, and pushes nothing down', async () => {
  await page.goto(`${server.url}/console/usage/live`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const top = async () => (await page.locator('main h1').boundingBox())?.y ?? Number.NaN;
  const before = await top();
  await picker().fill('school-0007');
  await page.getByRole('option', { name: 'school-0007' }).click();
  await expect.poll(chosen).toBe('school-0007');
  expect(await top()).toBe(before);
  await page.getByRole('link', { name: '人员', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '人员' }).waitFor();
  expect(chosen()).toBe('school-0007');
  await page.reload();
  await page.getByRole('link', { name: '分析', exact: true }).click();
  await page.locator('main [role=img]').first().waitFor();
  expect(chosen()).toBe('school-0007');
  expect(await picker().inputValue()).toBe('school-0007');
});

test('a link to a question that names another product sets it, and the chooser changes it after that', async () => {
  const question = { v: 1, kind: 'trend', population: { product: 'school-0008' } };
  await page.goto(
    `${server.url}/console/ask?product=school-0007&q=${encodeURIComponent(JSON.stringify(question))}`,
  );
  await expect.poll(chosen).toBe('school-0008');
  const { question: kept } = readQuestion(new URL(page.url()).searchParams.get('q') ?? '');
  expect(kept?.population.product).toBeUndefined();
  await expect.poll(() => picker().inputValue()).toBe('school-0008');
  const asked = page.waitForRequest(request => {
    const question = new URL(request.url()).searchParams.get('question') ?? '';
    return question !== '' && readQuestion(question).question?.population.product === 'school-0009';
  });
  await picker().fill('school-0009');
  await page.getByRole('option', { name: 'school-0009' }).click();
  await asked;
  await expect.poll(chosen).toBe('school-0009');
});

test('the site of the list of people is chosen at the top too', async () => {
  await page.goto(`${server.url}/console/people?pid=test`);
  await expect.poll(() => new URL(page.url()).searchParams.get('site')).toBe('test');
  const site = page.getByRole('combobox', { name: '站点' });
  await expect.poll(() => site.inputValue()).toBe('test');
  const asked = page.waitForRequest(
    request => request.url().includes('/console/v1/people?') && request.url().includes('pid=club'),
  );
  await site.fill('club');
  await page.keyboard.press('Enter');
  await asked;
  await expect.poll(() => new URL(page.url()).searchParams.get('site')).toBe('club');
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
});
