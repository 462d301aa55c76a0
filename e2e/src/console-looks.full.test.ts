/** Every state of the console's views, with the sample data of a school. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readQuestion } from '../../packages/contract/src/console/index.ts';
import { looks } from './browser.ts';
import { type ConsoleServer, outOfSight, sideways, violations } from './console.ts';
import { type FilledConsole, startFilledConsole } from './console-filled.ts';
import { openState, states } from './console-views.ts';
import { narrowChoices } from './cut-text.ts';
import { beyondKeys } from './keyboard.ts';
import { unclearInForcedColours } from './forced-colours.ts';
import { listen, openGroup, openPage } from './console-page.ts';
const pictures = process.env['ROLLCALL_SCREENSHOTS'];

let filled: FilledConsole;
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;

beforeAll(async () => {
  filled = await startFilledConsole();
  ({ server, browser, admin } = filled);
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(() => filled?.stop());

/** Opens a page, and collects its violations of the content security policy and its script errors. */
const open = (context: BrowserContext, path: string) => openPage(context, `${server.url}${path}`);

const asked = (question: object, as: 'chart' | 'table' = 'chart') =>
  `/console/ask?as=${as}&q=${encodeURIComponent(JSON.stringify({ v: 1, ...question }))}`;
/** The question in an address. */
const questionIn = (address: string | URL, name = 'q') =>
  readQuestion(new URL(address).searchParams.get(name) ?? '').question;
const isAsked = (address: string) => address.includes('/usage/question?');

test('bots are left out, which the views say; a switch includes them, and the URL has it', async () => {
  const { page } = await open(admin, asked({ kind: 'trend' }, 'table'));
  const bots = page.getByRole('combobox', { name: '爬虫' });
  const total = async () => {
    // the first table: below it stands that of the totals
    const shown = page.getByRole('region', { name: '结果' }).getByRole('table').first();
    const cells = await shown.locator('tbody tr td:last-child').allTextContents();
    return cells.reduce((sum, cell) => sum + Number(cell.replaceAll(',', '')), 0);
  };
  const choose = async (name: string, value: string) => {
    const answered = page.waitForResponse(
      answer => isAsked(answer.url()) && questionIn(answer.url(), 'question')?.population.bots === value,
    );
    await bots.selectOption({ label: name });
    await answered;
    await page.locator('[aria-busy=false] [data-answer]').waitFor();
    expect(questionIn(page.url())?.population.bots).toBe(value);
  };
  await page.locator('tbody tr').first().waitFor();
  await page.getByText('更多设置').click();
  expect(await bots.locator('option:checked').textContent()).toBe('排除');
  const people = await total();
  await choose('仅此类', 'only');
  await expect.poll(total).toBeLessThan(people);
  const crawlers = await total();
  expect(crawlers).toBeGreaterThan(0);
  await choose('包含', 'with');
  await expect.poll(total).toBe(people + crawlers);
  await page.reload();
  await page.locator('tbody tr').first().waitFor();
  expect(await total()).toBe(people + crawlers);
  for (const view of ['live', 'clicks']) {
    await page.goto(`${server.url}/console/usage/${view}`);
    expect(await bots.locator('option:checked').textContent(), view).toBe('排除');
  }
  await page.close();
});

test('filters stay from view to view, and a question says what its choice leaves out where nothing is left', async () => {
  const { page } = await open(admin, '/console/usage/clicks?page=%2F&period=7&bots=with');
  const rail = page.getByRole('navigation', { name: '管理台导航' }).first();
  const filters = () => [...new URL(page.url()).searchParams].map(pair => pair.join('=')).sort();
  await page.getByRole('heading', { name: '点击热图', level: 1 }).waitFor();
  await rail.getByRole('link', { name: '实时', exact: true }).click();
  await page.getByRole('heading', { name: '实时', level: 1 }).waitFor();
  expect(filters().filter(pair => !pair.startsWith('period'))).toEqual(['bots=with']);
  await openGroup(page, '人员与协议');
  await rail.getByRole('link', { name: '人员', exact: true }).click();
  await page.getByRole('heading', { name: '人员', level: 1 }).waitFor();
  await openGroup(page, '使用分析');
  await rail.getByRole('link', { name: '点击热图', exact: true }).click();
  await page.getByRole('heading', { name: '点击热图', level: 1 }).waitFor();
  expect(filters()).toEqual(['bots=with', 'period=7']);
  const hidden = page.getByText('个事件被筛选条件排除');
  // What never happened is not left out by them.
  const never = { kind: 'custom', key: 'never.happened' };
  const [counted] = await Promise.all([
    page.waitForResponse(
      answer => isAsked(answer.url()) && questionIn(answer.url(), 'question')?.population.bots === 'with',
    ),
    page.goto(server.url + asked({ kind: 'time', series: [{ event: never }] })),
  ]);
  await counted.finished();
  await page.waitForLoadState('networkidle');
  expect(await hidden.count()).toBe(0);
  await page.goto(server.url + asked({ kind: 'time', population: { bots: 'with', dev: 'only' } }));
  await hidden.waitFor();
  await page.getByRole('button', { name: '包含这些事件' }).click();
  await page.locator('main [role=img]').first().waitFor();
  expect(questionIn(page.url())?.population).toMatchObject({ bots: 'with', dev: 'with', sample: 'with' });
  await page.close();
});

test('a funnel is built by the keyboard alone, and the URL has it', async () => {
  const { page } = await open(admin, asked({ kind: 'funnel', series: [{}, {}] }));
  for (const [at, letters] of ['lesson.open', 'lesson.done'].entries()) {
    await page.getByRole('combobox', { name: `事件或页面 ${at + 1}` }).focus();
    await page.keyboard.type(letters);
    await page.getByRole('option', { name: letters }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(url => questionIn(url)?.series[at]?.event?.key === letters);
  }
  const steps = ['lesson.open', 'lesson.done'].map(key => ({ event: { kind: 'custom', key } }));
  expect(questionIn(page.url())?.series).toMatchObject(steps);
  await page.locator('main [role=img]').first().waitFor();
  await page.reload();
  await page.locator('main [role=img]').first().waitFor();
  await page.close();
});

/** The look in which Tab goes over every state: it has the most controls. */
const WALKED = '1280-light-zh-CN';
const two = looks.filter(({ name }) => name === WALKED || name === '360-dark-en');
describe.each(pictures ? looks : two)('$name', ({ name: look, options }) => {
  // one page goes through all views: each is loaded by its address, the browser has the files already
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    context = await browser.newContext({
      ...options,
      reducedMotion: 'reduce',
      storageState: await admin.storageState(),
    });
    page = await context.newPage();
    listen(page, complaints);
  });
  afterAll(() => context?.close());

  test.each(states)('$name', async state => {
    const { name } = state;
    complaints.length = 0;
    await openState(page, server.url, state, filled.values);
    if (pictures)
      await page.screenshot({ path: join(pictures, `console-${name}-${look}.png`), fullPage: true });
    // a dialog's button, and where one is in the navigation, however long they are
    const needed = 'dialog[open] [type=submit], body:not(:has(dialog[open])) aside nav [aria-current=page]';
    expect(await outOfSight(page, needed)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(await page.title()).toMatch(/ · (?:点名册|Rollcall)$/);
    expect(await sideways(page), 'sideways scrolling').toBeLessThanOrEqual(0);
    expect(await narrowChoices(page), 'narrow choices').toEqual([]);
    expect(await unclearInForcedColours(page), 'forced colours').toEqual([]);
    // Last, since what a stop opens stays open.
    if (look === WALKED) expect(await beyondKeys(page), 'keyboard').toEqual([]);
    expect(complaints).toEqual([]);
  });
});
