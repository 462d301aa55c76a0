/** A pupil under 14 and a parent, each on a phone of their own: from the sign-up to the withdrawal of the consent. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sideways, violations } from './axe.ts';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, publish, startConsoleServer } from './console.ts';
import { cutText } from './cut-text.ts';
import { dataFolder } from './data-folder.ts';
import { newPhone } from './people.ts';
import { stepsOn, took } from './steps.ts';

const folder = dataFolder();
let server: ConsoleServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([
    startConsoleServer(folder.path, { ROLLCALL_MINORS: 'pages', ROLLCALL_CODE_RETRY_SECONDS: '0' }),
    launch(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

const onPhone = async (locale: 'zh-CN' | 'en'): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await browser.newContext({ locale, viewport: { width: 360, height: 740 } });
  return { context, page: await context.newPage() };
};
const looksRight = async (page: Page) => {
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
};
/** Signs up on the hosted page. */
const signUp = async (page: Page, phone: string, send: string) => {
  await page.goto(`${server.url}/sign-up`);
  await page.locator('input[autocomplete="tel-national"]').fill(phone);
  await page.getByRole('button', { name: send }).click();
  await page.getByText(/\*{4}/).first().waitFor();
  await page.locator('input[autocomplete="one-time-code"]').fill(await server.code(phone));
  await page.locator('input[autocomplete="new-password"]').fill('Tree-house9');
  await page.locator('input[type="checkbox"]').first().check();
  await page.locator('form button[type="submit"]').click();
};
/** The link of the newest message to a guardian. */
const linkTo = async (phone: string): Promise<string> => {
  const read = async () => {
    const answer = await fetch(`${server.url}/dev/notices.json?to=${phone}`);
    const [message] = (await answer.json()) as { text: string }[];
    return /\/guardian\/[\w-]{16}/.exec(message?.text ?? '')?.[0];
  };
  await expect.poll(read).toBeDefined();
  return server.url + (await read());
};

/** Opens the page of a guardian by a code to the number. */
const openByNumber = async (page: Page, phone: string, steps = stepsOn(page)) => {
  await steps.visit(`${server.url}/guardian`);
  await steps.also(() => page.locator('input[autocomplete="tel-national"]').fill(phone));
  const sent = page.waitForResponse(answer => answer.url().endsWith('/guardian/captcha') && answer.ok());
  await steps.press('获取验证码');
  await sent;
  const code = await server.code(phone);
  await steps.also(() => page.locator('input[autocomplete="one-time-code"]').fill(code));
};

/** The kinds of usage that this browser records. */
const grantedOn = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find(name => name.endsWith('consent'));
    const text = key === undefined ? null : localStorage.getItem(key);
    const { g } = JSON.parse(decodeURIComponent(text ?? '') || '{}') as { g?: Record<string, unknown> };
    return Object.entries(g ?? {}).flatMap(([kind, grant]) => (grant ? kind : []));
  });

test('a pupil waits, a parent consents by the link, sees and corrects what is kept, and withdraws', async () => {
  const { context, page } = await onPhone('zh-CN');
  const [pupil, parent] = [newPhone(), newPhone()];
  const steps = stepsOn(page);
  await page.goto(`${server.url}/`);
  await page.getByRole('button', { name: '同意', exact: true }).click();
  await signUp(page, pupil, '获取验证码');
  await page.waitForURL('**/age?*');
  await page.getByRole('heading', { name: '出生年份' }).waitFor();
  await looksRight(page);
  const born = String(new Date().getFullYear() - 9);
  await steps.also(async () => void (await page.getByLabel('出生年份').selectOption(born)));
  await steps.press(/^确认，我出生于/);
  await page.getByRole('heading', { name: '需要监护人同意' }).waitFor();
  await looksRight(page);
  await page.locator('input[autocomplete="tel-national"]').fill(pupil);
  await page.getByRole('button', { name: '发送链接' }).click();
  await page.getByText('请填写监护人的手机号，不要填写自己的。').waitFor();
  await steps.also(() => page.locator('input[autocomplete="tel-national"]').fill(parent));
  await steps.press('发送链接');
  await page.getByRole('heading', { name: '等待监护人同意' }).waitFor();
  await looksRight(page);
  const code = (await page.locator('output').first().textContent()) ?? '';
  expect(code).toMatch(/^\d{6}$/);
  // Nothing of the pupil's use is recorded any more.
  const front = await context.newPage();
  await front.goto(`${server.url}/`);
  await front.waitForFunction(() => localStorage.getItem('rollcall.usage_guardian') !== null);
  expect(await front.locator('#reporting [data-consent], #reporting button[aria-expanded]').count()).toBe(0);
  await expect.poll(() => grantedOn(front)).toEqual([]);
  await front.close();
  // The account leads back here, and shows nothing.
  const other = await context.newPage();
  await other.goto(`${server.url}/account`);
  await other.getByRole('heading', { name: '等待监护人同意' }).waitFor();
  await other.goto(`${server.url}/account/data`);
  await other.getByRole('button', { name: '查看我的数据' }).click();
  await other.getByRole('heading', { name: '等待监护人同意' }).waitFor();
  await other.close();

  const guardian = await onPhone('zh-CN');
  const consenting = stepsOn(guardian.page);
  await consenting.visit(await linkTo(parent));
  await guardian.page.getByRole('heading', { name: '家长（监护人）中心' }).waitFor();
  expect(await guardian.page.locator('main').textContent()).not.toContain('学员np');
  await looksRight(guardian.page);
  await consenting.also(() => guardian.page.locator('input[autocomplete="one-time-code"]').fill(code));
  await guardian.page.getByText('等待您同意').waitFor();
  await looksRight(guardian.page);
  const consent = guardian.page.getByRole('button', { name: '我是监护人，我同意' });
  // Unticked it asks; Back closes the question, and the page stays.
  await consent.click();
  await guardian.page.getByRole('dialog').getByRole('button', { name: '同意并继续' }).waitFor();
  await guardian.page.goBack();
  await guardian.page.getByRole('dialog').waitFor({ state: 'detached' });
  await guardian.page.getByText('等待您同意').waitFor();
  await consenting.also(() => guardian.page.locator('input[type="checkbox"]').check());
  await consenting.also(() => consent.click());
  await guardian.page.getByText(/^您已于.*同意/).waitFor();
  await page.waitForURL('**/account');
  took('Have a guardian consent', steps.count() + consenting.count());

  // Later, without an account, by a code to the number.
  const reading = stepsOn(guardian.page);
  await openByNumber(guardian.page, parent, reading);
  await reading.press('查看保存的全部信息');
  await guardian.page.getByText('登录方式：手机号').waitFor();
  await guardian.page.getByText('全部明细').click();
  await guardian.page.getByRole('heading', { name: '年龄与监护人' }).waitFor();
  await guardian.page.getByText(pupil).first().waitFor();
  // At a desk each value has room beside its name.
  await guardian.page.setViewportSize({ width: 1280, height: 800 });
  const values = guardian.page.locator('dd');
  expect(await values.count()).toBeGreaterThan(0);
  const narrow = (all: Element[]) => all.filter(one => one.clientWidth < 100).map(one => one.textContent);
  expect(await values.evaluateAll(narrow)).toEqual([]);
  await guardian.page.setViewportSize({ width: 360, height: 740 });
  // The guardian decides what is recorded of the pupil's use.
  await guardian.page.getByRole('heading', { name: '使用记录' }).first().waitFor();
  await looksRight(guardian.page);
  await guardian.page.getByLabel('浏览', { exact: true }).check();
  await guardian.page.getByRole('button', { name: '保存选择' }).click();
  await guardian.page.getByText('已保存您的选择。').waitFor();
  await page.evaluate(() => localStorage.removeItem('rollcall.usage_guardian'));
  await page.goto(`${server.url}/account/privacy`);
  await page.getByText('是否保存使用记录由家长（监护人）').waitFor();
  await page.getByText('打开了哪些页面').waitFor();
  expect(await page.getByRole('link', { name: '家长（监护人）中心' }).getAttribute('href')).toBe('/guardian');
  expect(await page.locator('input[type=checkbox]').count()).toBe(0);
  await expect.poll(() => grantedOn(page)).toEqual(['view']);
  await looksRight(page);
  const file = guardian.page.waitForEvent('download');
  await reading.press('下载文件（JSON）');
  expect((await file).suggestedFilename()).toMatch(/^rollcall-.*\.json$/);
  took('As a parent, read and save what is kept of the pupil', reading.count());
  await guardian.page.locator('input[name=fullname]').fill('W'.repeat(30));
  await guardian.page.getByRole('button', { name: '保存', exact: true }).click();
  await guardian.page.getByText('已保存。').waitFor();
  await guardian.page.getByRole('heading', { name: 'W'.repeat(30) }).waitFor();
  expect(await cutText(guardian.page)).toEqual([]);
  await looksRight(guardian.page);
  await guardian.page.getByRole('button', { name: '撤回同意' }).click();
  await guardian.page.getByRole('button', { name: '确定' }).click();
  await guardian.page.getByText('等待您同意').waitFor();
  await page.goto(`${server.url}/account/devices`);
  await page.waitForURL('**/age?*');
  // The pupil reads who withdrew, and asks the same guardian again.
  await page.getByRole('heading', { name: '监护人已撤回同意' }).waitFor();
  await page
    .getByText(`${parent.slice(0, 3)}****${parent.slice(-4)}`)
    .first()
    .waitFor();
  await looksRight(page);
  await page.getByRole('button', { name: '再次请监护人同意' }).click();
  expect(await page.locator('output').first().textContent()).toMatch(/^\d{6}$/);
  await context.close();
  await guardian.context.close();
});

test('a parent mistypes the code once, consents to a new version later, and asks for deletion, of which the pupil is told', async () => {
  const { context, page } = await onPhone('zh-CN');
  const [pupil, parent] = [newPhone(), newPhone()];
  await signUp(page, pupil, '获取验证码');
  await page.getByLabel('出生年份').selectOption(String(new Date().getFullYear() - 9));
  await page.getByRole('button', { name: /^确认，我出生于/ }).click();
  await page.locator('input[autocomplete="tel-national"]').fill(parent);
  await page.getByRole('button', { name: '发送链接' }).click();
  const code = (await page.locator('output').first().textContent()) ?? '';

  const guardian = await onPhone('zh-CN');
  await guardian.page.goto(await linkTo(parent));
  const slots = guardian.page.locator('input[autocomplete="one-time-code"]');
  await slots.fill(code === '111111' ? '222222' : '111111');
  await guardian.page.locator('[role="alert"]:not(:empty)').first().waitFor();
  expect(await guardian.page.locator('main').textContent()).not.toContain('等待您同意');
  await looksRight(guardian.page);
  await slots.fill(code);
  await guardian.page.getByText('等待您同意').waitFor();
  await guardian.page.locator('input[type="checkbox"]').check();
  await guardian.page.getByRole('button', { name: '我是监护人，我同意' }).click();
  await page.waitForURL('**/account');

  const staff = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1280, height: 800 } });
  const desk = await staff.newPage();
  await desk.goto(server.url + server.firstRun);
  await enter(desk, '林老师');
  await desk.getByRole('heading', { level: 1, name: '概览' }).waitFor();
  await publish(
    desk,
    { url: server.url, code: 'user-agreement' },
    { 中文: '新用户协议', English: 'New terms' },
  );
  await staff.close();

  await openByNumber(guardian.page, parent);
  await guardian.page.getByRole('heading', { name: '协议有新版本' }).waitFor();
  await looksRight(guardian.page);
  const consent = guardian.page.getByRole('button', { name: '同意新版本' });
  // Without the tick the button asks, and agreeing there consents.
  await consent.click();
  await guardian.page.getByRole('dialog').getByRole('button', { name: '同意并继续' }).click();
  await guardian.page.getByRole('heading', { name: '协议有新版本' }).waitFor({ state: 'hidden' });

  await guardian.page.getByRole('button', { name: '注销孩子的账号' }).click();
  await looksRight(guardian.page);
  await guardian.page.getByRole('button', { name: '确定' }).click();
  await guardian.page.getByRole('button', { name: '取消注销' }).waitFor();
  const told = async () => (await fetch(`${server.url}/dev/notices.json?to=${pupil}`)).text();
  await expect.poll(told).toContain('监护人申请注销您的账号');
  await page.goto(`${server.url}/account`);
  await page.getByText('这是家长（监护人）申请的，只有家长（监护人）可以取消。').waitFor();
  expect(await page.getByRole('button', { name: '保留账号' }).count()).toBe(0);
  await looksRight(page);
  await guardian.page.getByRole('button', { name: '取消注销' }).click();
  await guardian.page.getByText('账号已保留。').waitFor();
  await context.close();
  await guardian.context.close();
});

test('a person of age gives the year and continues; a wrong code and a used link show a message', async () => {
  const { context, page } = await onPhone('en');
  await signUp(page, newPhone(), 'Send code');
  await page.getByRole('heading', { name: 'Your year of birth' }).waitFor();
  await page.getByLabel('Year of birth').selectOption('1990');
  await page.getByRole('button', { name: 'Yes, I was born in 1990' }).click();
  await page.waitForURL('**/account');
  await page.goto(`${server.url}/guardian/AAAAAAAAAAAAAAAA`);
  await page.locator('input[autocomplete="one-time-code"]').fill('123456');
  await page.getByText(/This link is no longer valid/).waitFor();
  await looksRight(page);
  await context.close();
});
