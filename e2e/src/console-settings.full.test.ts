/** Settings in the console: found, changed, and in force on the pages without a restart. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, sideways, startConsoleServer, violations } from './console.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();
let server: ConsoleServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const env = { ROLLCALL_CODE_DAILY_LIMIT: '9' };
  [server, browser] = await Promise.all([startConsoleServer(folder.path, env), launch()]);
  const context = await browser.newContext({
    locale: 'zh-CN',
    extraHTTPHeaders: { 'Accept-Language': 'zh-CN' },
    viewport: { width: 1280, height: 800 },
  });
  page = await context.newPage();
  await page.goto(`${server.url}${server.firstRun}`);
  await enter(page, '林老师');
  await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

const row = (name: string) => page.locator('tbody tr', { hasText: name });
/** Finds a setting as an operator does. */
const find = async (word: string) => {
  await page.goto(`${server.url}/console/settings`);
  await page.getByLabel('查找设置').fill(word);
  await page.getByRole('button', { name: '查找', exact: true }).click();
};
const change = async (title: string, value: string) => {
  await page.getByRole('button', { name: `修改：${title}` }).click();
  await page.getByRole('dialog').locator('[name=value]').fill(value);
};
const submit = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' });

test('every setting is shown with its source, and fits a phone', async () => {
  await page.goto(`${server.url}/console/settings`);
  await row('ROLLCALL_NAME_EN').waitFor();
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(150);
  expect(await row('ROLLCALL_CODE_DAILY_LIMIT').textContent()).toContain('9○环境变量');
  expect(await row('ROLLCALL_CODE_DAILY_LIMIT').getByRole('button').count()).toBe(0);
  expect(await row('ROLLCALL_SECRET_PREVIOUS').textContent()).toContain('无○默认');
  // The rows are alike, and axe looks at each for long.
  await page.goto(`${server.url}/console/settings?from=console`);
  await page.getByText('没有符合条件的设置').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.goto(`${server.url}/console/settings?find=ROLLCALL_NAME`);
  await row('ROLLCALL_NAME_EN').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('name and colour are previewed, checked, and on the sign-in page afterwards', async () => {
  await find('学校名称');
  await change('学校名称', '星野网校');
  await page.getByRole('dialog').getByText('登录页效果').waitFor();
  expect(await page.getByRole('dialog').locator('figure').textContent()).toContain('星野网校');
  await submit('保存');
  await closed();
  await row('ROLLCALL_NAME').getByText('控制台').first().waitFor();

  await find('ROLLCALL_COLOUR');
  await change('按钮颜色', '#ffd400');
  await submit('保存');
  await page.getByRole('dialog').getByText('请选择更深的颜色').waitFor();
  await page.getByRole('dialog').locator('[name=value]').fill('#1f4b8f');
  expect(await violations(page)).toEqual([]);
  await submit('保存');
  await closed();

  await page.goto(`${server.url}/sign-in`);
  expect(await page.title()).toContain('星野网校');
  const button = page.locator('main button[type=submit]').first();
  expect(await button.evaluate(one => getComputedStyle(one).backgroundColor)).toBe('rgb(31, 75, 143)');
});

test('a mark is drawn small by the browser, whatever it is, and stands on the pages', async () => {
  await find('ROLLCALL_MARK');
  await page.getByRole('button', { name: '修改：学校标志' }).click();
  const file = page.getByRole('dialog').locator('input[type=file]');
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByRole('dialog').getByText('这不是可用的图片').waitFor();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="1000" onload="alert(1)"><rect width="3000" height="1000" fill="#1f4b8f"/><script>alert(1)</script></svg>';
  await file.setInputFiles({ name: 'mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
  await page.getByRole('dialog').locator('figure img[src^="/pictures/"]').waitFor();
  // Noise, of which no PNG of this size is small.
  const noise = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [480, 96];
    const pixels = new Uint8ClampedArray(480 * 96 * 4);
    crypto.getRandomValues(new Uint8Array(pixels.buffer, 0, 65_536));
    for (let at = 65_536; at < pixels.length; at += 1) pixels[at] = (pixels[at - 65_536] ?? 0) ^ (at >> 8);
    canvas.getContext('2d')?.putImageData(new ImageData(pixels, 480, 96), 0, 0);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  expect(noise.length).toBeGreaterThan(60_000);
  const before = await page.getByRole('dialog').locator('[name=value]').inputValue();
  await file.setInputFiles({
    name: 'noise.png',
    mimeType: 'image/png',
    buffer: Buffer.from(noise, 'base64'),
  });
  await page.getByRole('dialog').locator(`figure img:not([src="${before}"])`).waitFor();
  await file.setInputFiles({ name: 'mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
  const second = await page.getByRole('dialog').locator('figure img').getAttribute('src');
  await page.getByRole('dialog').locator(`figure img:not([src="${second}"])`).waitFor();
  await submit('保存');
  await closed();
  await page.goto(`${server.url}/sign-in`);
  const mark = page.locator('[data-brand] img').first();
  expect(await mark.getAttribute('src')).toMatch(/^\/pictures\/[\da-f]{32}\.webp$/);
  expect(await mark.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight])).toEqual([
    288, 96,
  ]);
});

test('phrases are written into the pages, and one that the pages do not have is refused', async () => {
  await find('ROLLCALL_PHRASES');
  await change('自定义文字', '{"zh-CN": {"signIn.nothing": "没有"}}');
  await submit('保存');
  await page.getByRole('dialog').getByText('signIn.nothing').waitFor();
  await page.getByRole('dialog').locator('[name=value]').fill('{"zh-CN": {"signIn.title": "回到星野"}}');
  await submit('保存');
  await closed();
  await page.goto(`${server.url}/sign-in`);
  await page.getByText('回到星野').waitFor();
});

test('what a budget would bring is said before, and what the server refuses is said in the field', async () => {
  await find('ROLLCALL_MESSAGES_PER_HOUR');
  await change('每小时的消息', '0');
  await page.getByRole('dialog').getByText('0 表示不限').waitFor();
  await page.getByRole('dialog').locator('[name=value]').fill('5');
  await page.getByRole('dialog').getByText('这么少的消息很快就会用完').waitFor();
  await submit('取消');
  await find('ROLLCALL_SIGN_IN_WAYS');
  await change('登录方式及顺序', 'password,fingerprint');
  await submit('保存');
  await page.getByRole('dialog').getByText('这个值不能使用').waitFor();
  await page.getByRole('dialog').locator('[name=value]').fill('password,code');
  await submit('保存');
  await closed();
  await find('ROLLCALL_SHARED_NETWORKS');
  await change('共用电脑的地址', '10.8.0.0/16,'.repeat(1_251));
  await submit('保存');
  await page.getByRole('dialog').getByText('最多 15,000 个字符').waitFor();
  await page.goto(`${server.url}/console/audit?act=settings.change`);
  await page.getByText('ROLLCALL_SIGN_IN_WAYS').first().waitFor();
});

test('who changes what somebody else changed since is shown that, and saves over it', async () => {
  await find('ROLLCALL_CODE_RETRY_SECONDS');
  await change('两次验证码的间隔秒数', '31');
  const other = await page.context().newPage();
  await other.goto(`${server.url}/console/settings?find=ROLLCALL_CODE_RETRY_SECONDS`);
  await other.getByRole('button', { name: '修改：两次验证码的间隔秒数' }).click();
  await other.getByRole('dialog').locator('[name=value]').fill('32');
  await other.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await other.getByRole('dialog').waitFor({ state: 'detached' });
  await other.close();
  await submit('保存');
  await page.getByRole('dialog').getByText('已将其改为：32').waitFor();
  expect(await page.getByRole('dialog').locator('[name=value]').inputValue()).toBe('31');
  await submit('保存');
  await closed();
  await row('ROLLCALL_CODE_RETRY_SECONDS').getByText('31').waitFor();
});

test('each guide that the settings name is served, with its place', async () => {
  await page.goto(`${server.url}/console/settings`);
  await row('ROLLCALL_NAME_EN').waitFor();
  const links = await page
    .locator('main a[href^="/guides/"]')
    .evaluateAll(all => [...new Set(all.map(link => link.getAttribute('href') ?? ''))]);
  expect(links.length).toBeGreaterThan(15);
  const documents = new Map<string, string>();
  for (const link of links) {
    const [path = '', anchor] = link.split('#');
    if (!documents.has(path)) {
      const answer = await page.request.get(server.url + path);
      expect(answer.status(), link).toBe(200);
      documents.set(path, await answer.text());
    }
    if (anchor) expect(documents.get(path), link).toContain(` id="${anchor}"`);
  }
  await page.goto(`${server.url}/guides/configuration`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('keys of vendors are tried, and what is not in use says so', async () => {
  await page.goto(`${server.url}/console/settings?find=ROLLCALL_SMTP_URL`);
  await page.getByRole('button', { name: '测试密钥' }).click();
  await page.getByText('未启用：ROLLCALL_SENDERS').waitFor();
  expect(await violations(page)).toEqual([]);
});
