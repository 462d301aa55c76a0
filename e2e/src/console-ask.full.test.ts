/** An analyst asks, keeps and shares a question in the console, over the sample data of a school. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readQuestion } from '../../packages/contract/src/console/index.ts';
import { launch } from './browser.ts';
import { type ConsoleServer, sample, sideways, startConsoleServer, violations } from './console.ts';
import { firstAdmin, openPage } from './console-page.ts';
import { dataFolder } from './data-folder.ts';

const pictures = process.env['ROLLCALL_SCREENSHOTS'];
const folder = dataFolder();
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;

beforeAll(async () => {
  [server, browser] = await Promise.all([startConsoleServer(folder.path), launch()]);
  admin = await firstAdmin(browser, server);
  await sample(server, folder.path);
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
};

/** Chooses an item that a combobox found by its first letters. */
const find = async (page: Page, field: string, typed: string, item: string) => {
  const box = page.getByRole('combobox', { name: field, exact: true });
  await box.fill(typed);
  await page.getByRole('option').filter({ hasText: item }).first().click();
};
const asked = (page: Page) => readQuestion(new URL(page.url()).searchParams.get('q') ?? '').question;
const answered = (page: Page) => page.locator('[aria-busy=false] [data-answer]').waitFor();

test('a funnel with a breakdown is asked by controls, saved, put on a dashboard and opened there', async () => {
  const { page, complaints } = await openPage(admin, `${server.url}/console/ask`);
  await page.getByRole('img').first().waitFor();
  await page.getByRole('combobox', { name: '问题类型' }).selectOption({ label: '漏斗' });
  await find(page, '事件或页面 1', '/cour', '/courses');
  await find(page, '事件或页面 2', 'lesson.o', 'lesson.open');
  await find(page, '分组', '平台', '平台');
  await expect
    .poll(() => asked(page))
    .toMatchObject({
      kind: 'funnel',
      series: [
        { event: { kind: 'view', key: '/courses' } },
        { event: { kind: 'custom', key: 'lesson.open' } },
      ],
      breakdowns: ['device.platform'],
    });
  await answered(page);
  const groups = page.getByRole('region', { name: '分组结果' });
  await groups.waitFor();
  const [everybody] = await groups.locator('tbody tr').allTextContents();
  expect(everybody).toMatch(/^全部\d+/);
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);

  // The address alone asks the same.
  await page.reload();
  await groups.waitFor();
  expect((await groups.locator('tbody tr').allTextContents())[0]).toBe(everybody);

  await page.getByRole('button', { name: '保存', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('从课程到上课');
  await dialog.getByLabel('加到看板').selectOption({ label: '学校' });
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByRole('heading', { name: '从课程到上课', level: 1 }).waitFor();

  await page.goto(`${server.url}/console/dashboards`);
  await page.getByRole('link', { name: '学校' }).click();
  const tile = page.getByRole('article', { name: '从课程到上课' });
  await tile.getByRole('img').waitFor();
  expect(await violations(page)).toEqual([]);

  // Arranged by the keyboard, and kept.
  await page.getByRole('button', { name: '调整' }).click();
  const earlier = page.getByRole('button', { name: '将“从课程到上课”前移' });
  await earlier.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '将“从课程到上课”加宽' }).click();
  const kept = page.waitForResponse(answer => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  expect((await kept).status()).toBe(200);
  await page.reload();
  await tile.getByRole('img').waitFor();
  const names = await page
    .locator('[data-tile]')
    .evaluateAll(all => all.map(each => each.getAttribute('aria-label')));
  expect(names.indexOf('从课程到上课')).toBe(names.length - 2);
  expect(await tile.getAttribute('data-width')).toBe('3');
  expect(complaints).toEqual([]);
  await page.close();
});

test('the people behind a number are listed, and kept as a cohort', async () => {
  const { page, complaints } = await openPage(admin, `${server.url}/console/ask`);
  await page
    .getByRole('button', { name: /^查看这些人：/ })
    .first()
    .click();
  await expect.poll(() => asked(page)?.kind).toBe('people');
  await answered(page);
  await page.getByRole('button', { name: '保存为人群' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('活跃学员');
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByText('人群已保存').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

const asking = (question: object): string =>
  `/console/ask?q=${encodeURIComponent(JSON.stringify({ v: 1, ...question }))}`;
const opened = { event: { kind: 'custom', key: 'lesson.open' } };
const left = { event: { kind: 'leave' } };
/** The other kinds of answers. */
const kinds: readonly (readonly [name: string, path: string])[] = [
  ['retention', asking({ kind: 'retention', grain: 'week', series: [{}, opened] })],
  ['paths', asking({ kind: 'paths', series: [{ event: { kind: 'view' } }], page: { from: '/' } })],
  ['time', asking({ kind: 'time', series: [left], breakdowns: ['event.page'] })],
  ['stickiness', asking({ kind: 'stickiness' })],
  ['people', asking({ kind: 'people', series: [opened] })],
];
const funnel = asking({ kind: 'funnel', series: [{ event: { kind: 'view', key: '/' } }, opened] });

test.each([
  ['small', { width: 360, height: 740 }],
  ['large', { width: 1280, height: 800 }],
] as const)('question and answer are on the first screen: %s', async (size, viewport) => {
  const { page } = await openPage(admin, `${server.url}/console/ask`);
  await page.setViewportSize(viewport);
  const inSight = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    return box !== null && box.y >= 0 && box.y + Math.min(box.height, 160) <= viewport.height;
  };
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [name, path] of [
      ['ask', '/console/ask'],
      ['funnel', funnel],
      ['dashboards', '/console/dashboards'],
      ['overview', '/console'],
    ] as const) {
      await page.goto(server.url + path);
      await page
        .locator(path.includes('ask') ? '[role=img]' : 'main h1')
        .first()
        .waitFor();
      await page.waitForLoadState('networkidle');
      if (path.includes('ask')) {
        expect(await inSight('main [role=img]'), name).toBe(true);
        expect(await inSight('main select'), name).toBe(true);
      }
      expect(await sideways(page), name).toBe(0);
      await picture(page, `${name}-${size}-${scheme}`);
    }
    for (const [name, path] of kinds) {
      await page.goto(server.url + path);
      await answered(page);
      expect(await sideways(page), name).toBe(0);
      await picture(page, `${name}-${size}-${scheme}`);
    }
  }
  await page.close();
});
