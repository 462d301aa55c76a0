/**
 * From Home to why a pupil can't sign in, and to what is done about it, by what stands on the screen alone: causes of docs/helping.md.
 * Steps are counted from Home on: a press, or a text that is typed.
 */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { LOCK } from '../../apps/server/src/identity/sign-in-failures.ts';
import { launch } from './browser.ts';
import { type ConsoleServer, startConsoleServer } from './console.ts';
import { asOperator } from './console-content.ts';
import { firstAdmin } from './console-page.ts';
import { dataFolder } from './data-folder.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { call, newPhone, signUp, tokensOf } from './people.ts';
import { type Steps, stepsOn } from './steps.ts';

/** Steps from Home to the sentence that says why, and to what is done about it. */
const MOST = 4;
const PASSWORD = 'Secret#1';

const folder = dataFolder();
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;

beforeAll(async () => {
  // One at the sign-up, and one more.
  const env = { ROLLCALL_CODE_DAILY_LIMIT: '2' };
  [server, browser] = await Promise.all([startConsoleServer(folder.path, env), launch()]);
  admin = await firstAdmin(browser, server);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});
afterEach(() => Promise.all(admin.pages().map(page => page.close())));

const asAdmin = (path: string, data: object) => asOperator(admin, server, ['POST', path], data);
const joined = async () => {
  const phone = newPhone();
  const signedUp = await signUp(server, phone, PASSWORD);
  const { account_id: id } = (signedUp.body.data ?? {})['auth'] as { account_id: string };
  return { id, phone, access: tokensOf(signedUp).access.token };
};
type Pupil = Awaited<ReturnType<typeof joined>>;

/** Home, in a browser that was never here. */
const atHome = async (): Promise<{ readonly page: Page; readonly steps: Steps }> => {
  const page = await admin.newPage();
  await page.goto(`${server.url}/console`);
  await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
  return { page, steps: stepsOn(page) };
};
const section = (page: Page, name: string): Locator =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name, exact: true }) });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true }).waitFor();

interface Cause {
  readonly cause: string;
  /** Brings it about. @returns what the pupil types */
  readonly bring: (pupil: Pupil) => Promise<string>;
  /** What the console calls it. */
  readonly said: string;
  /** The link beside it, and what it leads to. */
  readonly act: readonly [link: string, reached: (page: Page, pupil: Pupil) => Promise<unknown>];
}

const moved = newPhone();
const causes: readonly Cause[] = [
  {
    cause: 'the number was changed',
    bring: async ({ phone, access }) => {
      const asked = { phone_number: moved, old_phone_number: phone, pid: 'test' };
      await call(server.url, 'POST', 'captcha/phone/change', asked, access);
      const changed = { phone_number: moved, captcha: await server.code(moved) };
      expect((await call(server.url, 'PATCH', 'phone/change', changed, access)).status).toBe(200);
      return phone;
    },
    said: '已更换为别的号码或邮箱',
    act: ['查看该账号', page => page.getByText(moved).first().waitFor()],
  },
  {
    cause: 'there is no such account',
    bring: async () => newPhone(),
    said: '没有这个账号',
    act: [
      '在“人员”中查找相近的账号',
      page => page.getByRole('heading', { level: 1, name: '人员' }).waitFor(),
    ],
  },
  {
    cause: 'the account is blocked',
    bring: async ({ id, phone }) => {
      await asAdmin('person/block', { id, reason: '盗用同学账号' });
      return phone;
    },
    said: '账号已封禁',
    act: ['解封', page => dialog(page, '解封')],
  },
  {
    cause: 'a hundred wrong passwords in a row',
    bring: async ({ id, phone }) => {
      const database = await embeddedDatabase(folder.path);
      await database.pool.query(
        `insert into sign_in_failures (identity, browser, failures, consecutive, last_failed_at)
          values ($1, '', 1, $2, now())`,
        [Buffer.from(id.replaceAll('-', ''), 'hex'), LOCK],
      );
      await database.close();
      return phone;
    },
    said: '密码已连续错误 100 次',
    act: ['解除等待', page => dialog(page, '解除等待')],
  },
  {
    cause: 'the day’s codes are used up',
    bring: async ({ phone }) => {
      const asked = { phone_number: phone, pid: 'test' };
      expect((await call(server.url, 'POST', 'captcha/login/post-process', asked)).status).toBe(200);
      return phone;
    },
    said: '今天的验证码已用完',
    act: ['解除等待', page => dialog(page, '解除等待')],
  },
  {
    cause: 'the account is about to be deleted',
    bring: async ({ phone, access }) => {
      const body = { password: PASSWORD };
      expect((await call(server.url, 'POST', 'deletion', body, access)).status).toBe(200);
      return phone;
    },
    said: '账号正在注销',
    act: ['撤销注销', page => dialog(page, '撤销注销')],
  },
];

test.each(causes)('why a pupil can’t sign in, and what to do, from Home: $cause', async of => {
  const pupil = await joined();
  const typed = await of.bring(pupil);
  const { page, steps } = await atHome();
  await steps.follow('登录诊断');
  await steps.fill('对方输入的手机号、邮箱或用户名', typed);
  await steps.enter();
  const why = section(page, '当前限制');
  await why.getByText(of.said).waitFor();
  console.log(`${of.cause}: ${steps.count()} steps to why`);
  const [link, reached] = of.act;
  // one act may end several reasons
  await steps.also(() => why.getByRole('link', { name: link, exact: true }).first().click());
  await reached(page, pupil);
  console.log(`${of.cause}: ${steps.count()} steps to what is done`);
  expect(steps.count()).toBeLessThanOrEqual(MOST);
});
