/** The console's frame: what Home says when nothing can be sent, the command palette, the keys, the rail, and acts on several people. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, sideways, startConsoleServer, violations } from './console.ts';
import { firstAdmin, openPage } from './console-page.ts';
import { dataFolder } from './data-folder.ts';
import { keyboardOn } from './keyboard.ts';
import { call, newPhone } from './people.ts';
import { stepsOn } from './steps.ts';

const folder = dataFolder();
const phone = newPhone();
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;

/** Nobody answers there. */
const DOWN = 'http://127.0.0.1:1';

const make = async (fields: object): Promise<string> => {
  const answer = await admin.request.post(`${server.url}/console/v1/people/create`, {
    headers: { origin: server.url },
    data: { pid: 'test', ...fields },
  });
  const text = await answer.text();
  if (!answer.ok()) throw new Error(text);
  return (JSON.parse(text) as { data: { id: string } }).data.id;
};

beforeAll(async () => {
  const env = {
    ROLLCALL_SENDERS: 'aliyun, tencent',
    ROLLCALL_ALIYUN_ACCESS_KEY_ID: 'key',
    ROLLCALL_ALIYUN_ACCESS_KEY_SECRET: 'secret',
    ROLLCALL_ALIYUN_SMS_SIGN: 'Rollcall',
    ROLLCALL_ALIYUN_SMS_TEMPLATES: 'SMS_1',
    ROLLCALL_ALIYUN_SMS_URL: DOWN,
    ROLLCALL_TENCENT_SECRET_ID: 'id',
    ROLLCALL_TENCENT_SECRET_KEY: 'secret',
    ROLLCALL_TENCENT_SMS_APP_ID: '1400000001',
    ROLLCALL_TENCENT_SMS_SIGN: 'Rollcall',
    ROLLCALL_TENCENT_SMS_TEMPLATES: '2026019',
    ROLLCALL_TENCENT_SMS_URL: `${DOWN}/sms.down`,
  };
  [server, browser] = await Promise.all([startConsoleServer(folder.path, env), launch()]);
  admin = await firstAdmin(browser, server);
  await make({ phone_number: phone, fullname: '王小红' });
  for (const fullname of ['李一', '李二', '李三']) await make({ phone_number: newPhone(), fullname });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

const open = (path: string) => openPage(admin, `${server.url}${path}`);
const palette = (page: Page) => page.getByRole('dialog', { name: '搜索与命令' });

test('Home says why a pupil can’t sign in when both vendors of text messages are down, and the pupil’s page too', async () => {
  const sent = await call(server.url, 'POST', 'captcha/login/silence', { phone_number: phone, pid: 'test' });
  expect(sent.status).toBeGreaterThanOrEqual(500);
  const { page, complaints } = await open('/console');
  const said = page.getByRole('status').filter({ hasText: '短信验证码无法发送' });
  await said.waitFor();
  expect(await said.textContent()).toMatch(
    /阿里云、腾讯云自 .+ 起均无法发送。需要短信验证码的学员暂时无法登录或注册/,
  );
  for (const [width, height] of [
    [1280, 800],
    [800, 800],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    // without scrolling
    const box = await said.boundingBox();
    expect((box?.y ?? height) + (box?.height ?? 0), `${width}`).toBeLessThan(height - 60);
    expect(await sideways(page), `${width}`).toBeLessThanOrEqual(0);
    expect(await violations(page), `${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  // On call: since when stands on Home; one press leads to why, and to what is left.
  const onCall = stepsOn(page);
  await onCall.also(() => said.getByRole('link').click());
  await page.getByRole('heading', { level: 1, name: '消息' }).waitFor();
  await page
    .getByRole('row', { name: /腾讯云.*失败/ })
    .first()
    .waitFor();
  await page.getByRole('heading', { level: 2, name: '剩余额度' }).waitFor();
  expect(onCall.count()).toBe(1);

  // The number is typed, and the person's page has it in a sentence.
  const finding = stepsOn(page);
  await finding.also(() => page.keyboard.press('Control+k'));
  await palette(page).getByRole('combobox').waitFor();
  await finding.also(() => page.keyboard.type(phone));
  await palette(page)
    .getByRole('option', { name: /王小红/ })
    .waitFor();
  await finding.enter();
  await page.waitForURL(/\/console\/people\/[\da-f-]{36}$/);
  expect(finding.count()).toBe(3);
  await page.getByText(/暂时无法登录：阿里云、腾讯云自 .+ 起均无法发送/).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

test('the palette finds pages and acts by the keyboard, and an act leads to its dialog', async () => {
  const { page, complaints } = await open('/console');
  await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
  await page.keyboard.press('/');
  const field = palette(page).getByRole('combobox');
  await field.waitFor();
  expect(await violations(page)).toEqual([]);
  // letters are typed, and no key of the page
  await page.keyboard.type('j?审计');
  expect(await field.inputValue()).toBe('j?审计');
  await field.fill('审计');
  await palette(page)
    .getByRole('option', { name: /审计记录/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: '审计记录' }).waitFor();

  await page.keyboard.press('Control+k');
  await field.fill('封禁 王小红');
  // Whom a name finds is written into the audit log: it is searched when that is chosen.
  await palette(page).getByRole('option', { name: '搜索人员“王小红”' }).waitFor();
  await page.keyboard.press('Enter');
  await palette(page).getByRole('option', { name: '封禁：王小红' }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '封禁' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');

  // nothing while an input method composes
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', isComposing: true, bubbles: true })),
  );
  expect(await palette(page).count()).toBe(0);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: '快捷键' });
  await keys.getByText('前往：人员').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('heading', { level: 1, name: '人员' }).waitFor();
  const links = page.locator('tbody tr a[href]');
  await expect.poll(() => links.count()).toBe(4);
  await page.keyboard.press('j');
  await keyboardOn(page).standsOn(links.nth(0));
  await page.keyboard.press('j');
  await keyboardOn(page).standsOn(links.nth(1));
  await page.keyboard.press('k');
  await keyboardOn(page).standsOn(links.nth(0));
  expect(complaints).toEqual([]);
  await page.close();
});

test('on a phone a button opens the palette, and the list has two lines a person', async () => {
  const { page } = await open('/console/people');
  await page.setViewportSize({ width: 360, height: 740 });
  const rows = page.locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(4);
  for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThan(76);
  await page.getByRole('banner').getByRole('button', { name: '搜索或跳转…' }).click();
  await palette(page).getByRole('combobox').fill('消息');
  await palette(page).getByRole('option', { name: /消息/ }).first().click();
  await page.getByRole('heading', { level: 1, name: '消息' }).waitFor();
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page.close();
});

test('on a phone the audit log has two lines an entry, the rest by a press, and filters take one line', async () => {
  const { page } = await open('/console/audit?from=2020-01-01');
  await page.setViewportSize({ width: 360, height: 740 });
  const row = page.locator('tbody tr').first();
  await row.waitFor();
  const box = await row.boundingBox();
  expect(box?.height).toBeLessThan(76);
  expect((box?.y ?? 740) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
  const address = row.getByText('127.0.0.1');
  expect(await address.isVisible()).toBe(false);
  await row.getByRole('button', { name: /^详情：/ }).click();
  await address.waitFor();
  await page.getByRole('button', { name: '筛选（1）' }).click();
  await page.getByLabel('操作员').waitFor();
  await page.getByRole('button', { name: /^移除筛选：.*2020-01-01/ }).click();
  await page.waitForURL(url => url.search === '');
  await keyboardOn(page).standsOn(page.getByRole('button', { name: '筛选', exact: true }));
  expect(await page.locator('[name=from]').inputValue()).toBe('');
  expect(await violations(page)).toEqual([]);

  await page.goto(`${server.url}/console/messages?channel=sms`);
  const channel = page.getByLabel('方式', { exact: true });
  const fold = page.getByRole('button', { name: /^筛选 · .* · 短信$/ });
  await fold.click();
  await channel.selectOption({ label: '语音' });
  await page.getByRole('button', { name: /^筛选 · .* · 语音$/ }).click();
  await channel.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await channel.waitFor();
  expect(await page.getByRole('button', { name: /^筛选/ }).count()).toBe(0);
  await page.close();
});

test('the rail folds to its marks, which is remembered, and a narrow window always has it so', async () => {
  const { page } = await open('/console/people');
  const rail = page.getByRole('complementary');
  await rail.getByRole('button', { name: '收起导航' }).click();
  await rail.waitFor({ state: 'hidden' });
  await page.reload();
  const narrow = page.getByRole('navigation', { name: '管理台导航' });
  await narrow.getByRole('button', { name: '监控' }).click();
  const drawer = page.getByRole('dialog', { name: '管理台导航' });
  await drawer.getByRole('link', { name: '警报' }).click();
  await page.getByRole('heading', { level: 1, name: '警报' }).waitFor();
  await narrow.getByRole('button', { name: '展开导航' }).click();
  await rail.getByRole('link', { name: '警报' }).waitFor();
  // whole in a low window, its last entry above the operator's name
  for (const [width, height] of [
    [1280, 800],
    [800, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const nav = page.locator(width < 960 ? 'nav[aria-label=管理台导航]:visible' : 'aside nav');
    const box = await nav.first().boundingBox();
    expect((box?.y ?? height) + (box?.height ?? 0), `${width}`).toBeLessThanOrEqual(height);
    expect(await sideways(page), `${width}`).toBeLessThanOrEqual(0);
    expect(await violations(page), `${width}`).toEqual([]);
  }
  await page.close();
});

test('several people are blocked in one act that names them first, which is undone by a press', async () => {
  const { page } = await open('/console/people?blocked=no');
  await page.getByRole('button', { name: '移除筛选：状态：未封禁' }).click();
  await page.waitForURL(url => url.search === '');
  for (const name of ['李一', '李二'])
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .check();
  const acts = page.getByRole('group', { name: '已选 2 人' });
  await acts.getByRole('button', { name: '封禁' }).click();
  const dialog = page.getByRole('dialog', { name: '封禁 2 人' });
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('textbox').fill('盗用同学账号');
  await dialog.getByRole('button', { name: '封禁' }).click();
  await page.getByText('已封禁 2 人。').waitFor();
  const blocked = page.locator('tbody tr', { hasText: '已封禁' });
  await expect.poll(() => blocked.count()).toBe(2);
  await page.getByRole('button', { name: '撤销' }).click();
  await page.getByText('已解封 2 人。').waitFor();
  await expect.poll(() => blocked.count()).toBe(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    acts.getByRole('button', { name: '下载 CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^人员-\d{4}-\d{2}-\d{2}\.csv$/);
  await page.close();
});
