/**
 * From Home to why a pupil can't sign in, and to what is wrong when an operator is called at night, by what stands on the screen
 * alone: the eight causes of docs/helping.md, and four tasks on call. Steps are counted from Home on: a press, or a text that is
 * typed.
 */
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LOCK } from '../../apps/server/src/identity/sign-in-failures.ts';
import { simulatedMessages } from '../../tools/simulated.mjs';
import { until } from '../../tools/testing/until.ts';
import { launch } from './browser.ts';
import {
  type ConsoleServer,
  reportFailures,
  SAMPLE,
  sample,
  startConsoleServer,
  violations,
} from './console.ts';
import { asOperator } from './console-content.ts';
import { firstAdmin } from './console-page.ts';
import { dataFolder } from './data-folder.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { call, newPhone, signUp, tokensOf } from './people.ts';
import { type RunningSimulators, startSimulators } from './simulators.ts';
import { type Steps, stepsOn } from './steps.ts';

/** Steps from Home to the sentence that says why: the view, what the pupil types, Enter. */
const TO_WHY = 3;
/** Steps from Home to what is done about it. */
const TO_ACT = TO_WHY + 1;
const PASSWORD = 'Secret#1';
const HOUR = 3_600_000;

const folder = dataFolder();
let simulators: RunningSimulators;
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;

beforeAll(async () => {
  simulators = await startSimulators();
  const env = {
    ...simulators.humanVerification,
    ...simulatedMessages(simulators.url),
    ROLLCALL_CAPTCHA_VENDORS: 'netease',
    // One at the sign-up, and one more.
    ROLLCALL_CODE_DAILY_LIMIT: '2',
  };
  [server, browser] = await Promise.all([startConsoleServer(folder.path, env), launch()]);
  admin = await firstAdmin(browser, server);
  await asAdmin('PUT', 'captcha/rule', { scene: 'security', ask: 'always', providers: null, limits: {} });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await simulators?.stop();
  folder.remove();
});
afterEach(() => Promise.all(admin.pages().map(page => page.close())));

const asAdmin = (method: 'POST' | 'PUT', path: string, data: object) =>
  asOperator(admin, server, [method, path], data);
/** The newest code that a vendor delivered to a number. */
const code = async (to: string): Promise<string> => {
  const answer = await fetch(`${simulators.url}/control/messages?to=${to}`);
  const [newest] = (await answer.json()) as { params: Record<string, string> }[];
  const found = Object.values(newest?.params ?? {}).find(value => /^\d{6}$/.test(value));
  if (found === undefined) throw new Error(`No code was sent to ${to}.`);
  return found;
};
const joined = async () => {
  const phone = newPhone();
  const signedUp = await signUp({ url: server.url, code }, phone, PASSWORD);
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
  /** The link beside it, and what it leads to. @default nothing is to be done */
  readonly act?: readonly [link: string, reached: (page: Page, pupil: Pupil) => Promise<unknown>];
}

const moved = newPhone();
const causes: readonly Cause[] = [
  {
    cause: 'the number was changed',
    bring: async ({ phone, access }) => {
      const asked = { phone_number: moved, old_phone_number: phone, pid: 'test' };
      await call(server.url, 'POST', 'captcha/phone/change', asked, access);
      const changed = { phone_number: moved, captcha: await code(moved) };
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
      await asAdmin('POST', 'person/block', { id, reason: '盗用同学账号' });
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
      // a vendor sends one a minute to a number
      await simulators.set('aliyun-sms', 'down');
      expect((await call(server.url, 'POST', 'captcha/login/post-process', asked)).status).toBe(200);
      await simulators.set('aliyun-sms', 'pass');
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
  {
    cause: 'the human verification’s vendor does not answer',
    bring: async ({ phone }) => {
      await simulators.set('captcha-netease', 'down');
      let challenge: { attempt?: string; appid?: string } = {};
      // a server reads the rules again after some seconds, and limits how often it is asked
      await expect
        .poll(
          async () => {
            const asked = { identity: phone, scene: 'security', pid: 'test', timestamp: 1 };
            const { body } = await call(server.url, 'POST', '/captcha/rule/v3', asked);
            challenge = body.data ?? {};
            return body.data?.['rule'];
          },
          { interval: 2_000 },
        )
        .toBe('NETEASE');
      const { attempt, appid } = challenge;
      const answered = { validate: 'answer', appid, attempt };
      const { body } = await call(server.url, 'POST', '/captcha/netease', answered);
      expect(body.code).toBe('10017003');
      return phone;
    },
    said: '安全验证未通过',
    act: ['发送密码重设链接', page => dialog(page, '发送密码重设链接')],
  },
  {
    cause: 'agreements are unsigned',
    bring: async ({ phone }) => {
      const words = { 'zh-CN': '课堂守则', en: 'Classroom rules' };
      await asAdmin('POST', 'agreements/publish', {
        code: 'classroom-rules',
        pid: 'test',
        needs_signature: true,
        title: words,
        body: words,
        base_version: 0,
      });
      return phone;
    },
    said: '有新的协议尚未同意',
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
  expect(steps.count()).toBe(TO_WHY);
  if (!of.act) return;
  const [link, reached] = of.act;
  // one act may end several reasons
  await steps.also(() => why.getByRole('link', { name: link, exact: true }).first().click());
  await reached(page, pupil);
  expect(steps.count()).toBe(TO_ACT);
});

test('a number typed into the search of Home leads to why its pupil can’t sign in, and to the act', async () => {
  const { id, phone } = await joined();
  await asAdmin('POST', 'person/block', { id, reason: '盗用同学账号' });
  const { page, steps } = await atHome();
  await steps.also(() => page.getByRole('button', { name: '搜索或跳转…' }).first().click());
  const palette = page.getByRole('dialog', { name: '搜索与命令' });
  await steps.also(() => palette.getByRole('combobox').fill(phone));
  await palette.getByRole('group', { name: '人员' }).getByRole('option').waitFor();
  await steps.enter();
  const state = page.locator('[data-state]');
  await state.getByText('暂时无法登录：账号已封禁。').waitFor();
  expect(steps.count()).toBe(TO_WHY);
  await steps.also(() => state.getByRole('link', { name: '解封' }).click());
  await dialog(page, '解封');
  expect(steps.count()).toBe(TO_ACT);
});

/** What the console's server answers. */
async function read<T>(path: string): Promise<T> {
  const answer = await admin.request.get(`${server.url}/console/v1/${path}`);
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}

describe('on call', () => {
  // The product of the sample has the most reports, and is the one whose errors Home tells of.
  beforeAll(async () => {
    await sample(server, folder.path);
    await reportFailures(server);
    // reports are kept a moment after they were taken
    await until(async () => {
      const { items } = await read<{ items: unknown[] }>(`monitor/errors?product=${SAMPLE}`);
      return items.length > 1;
    });
  });

  test('why no text message is sent, and since when', async () => {
    await simulators.set('aliyun-sms', 'down');
    await simulators.set('tencent-sms', 'down');
    const asked = { phone_number: newPhone(), pid: 'test' };
    const sent = await call(server.url, 'POST', 'captcha/login/silence', asked);
    expect(sent.status).toBeGreaterThanOrEqual(500);
    const { page, steps } = await atHome();
    const said = page.getByRole('status').filter({ hasText: '短信验证码无法发送' });
    await said.getByText(/阿里云、腾讯云自 .+ 起均无法发送/).waitFor();
    await steps.also(() => said.getByRole('link').click());
    await page.getByRole('heading', { level: 1, name: '消息' }).waitFor();
    for (const vendor of ['阿里云', '腾讯云'])
      await page
        .getByRole('row', { name: new RegExp(`${vendor}.*失败`) })
        .first()
        .waitFor();
    expect(steps.count()).toBe(1);
  });

  test('which release broke it, and where', async () => {
    const { page, steps } = await atHome();
    const news = section(page, '版本 2026.11-ab12cd 的新错误');
    await steps.also(() => news.getByRole('link', { name: /^TypeError: Cannot read properties/ }).click());
    await page.getByRole('heading', { level: 1, name: 'TypeError' }).waitFor();
    await page.locator('ol li', { hasText: 'openLesson' }).first().waitFor();
    await page.getByRole('row', { name: /2026\.11-ab12cd/ }).waitFor();
    expect(steps.count()).toBe(1);
  });

  test('which alert fires, since when, and what it measures', async () => {
    const name = '脚本错误过多';
    await asAdmin('POST', 'monitor/rules', {
      name,
      product: SAMPLE,
      kind: 'error-rate',
      target: '*',
      percentile: 0.75,
      threshold: 0,
      window: 60,
      least: 1,
      hours: null,
      channel: null,
      enabled: true,
    });
    // rules are looked at once a minute
    await until(async () => {
      const { rules } = await read<{ rules: { name: string; firing_since: number | null }[] }>(
        'monitor/rules',
      );
      return rules.some(rule => rule.name === name && rule.firing_since !== null);
    }, 1_000);
    const { page, steps } = await atHome();
    const firing = section(page, '正在触发的警报');
    await firing.getByText(name).waitFor();
    await firing.getByText(/开始于/).waitFor();
    expect(await violations(page)).toEqual([]);
    await steps.also(() => firing.getByRole('link', { name: '查看脚本错误' }).click());
    await page.getByRole('heading', { level: 1, name: '脚本错误' }).waitFor();
    await steps.also(() => page.getByRole('link', { name: /^TypeError: .*'answers'/ }).click());
    await page.getByRole('heading', { level: 1, name: 'TypeError' }).waitFor();
    expect(steps.count()).toBe(2);
  });

  test('that no backup was made, and since when: on Home itself', async () => {
    const mark = join(folder.path, 'last-backup');
    writeFileSync(mark, '');
    const fresh = await atHome();
    const backup = (page: Page) =>
      section(page, '学校状态').getByRole('listitem').filter({ hasText: '备份' });
    await backup(fresh.page)
      .getByText(/ 正常$/)
      .waitFor();
    const before = new Date(Date.now() - 48 * HOUR);
    utimesSync(mark, before, before);
    const { page } = await atHome();
    await backup(page)
      .getByText(/^超过 36 小时没有备份，请检查备份任务。 ?自 .+ 起。$/)
      .waitFor();
  });
});
