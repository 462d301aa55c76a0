/** The hosted pages with a school's own pid, product, name, phrases, host and cookie domain, as docs/production.md sets them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventKind } from '@rollcall/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { call, newPhone } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningServer, startServer } from './server.ts';
import { storedOf } from './usage-data.ts';

const folder = dataFolder();
const phrases = join(folder.path, 'phrases.json');
let server: RunningServer;
let browser: Browser;
let site: string;
beforeAll(async () => {
  writeFileSync(
    phrases,
    JSON.stringify({
      'zh-CN': {
        'signIn.title': '到校签到',
        'pages.shared.offer': '这是机房电脑？',
        'served.foot.support': '找老师',
        'messages.sms': '{purpose}验证码 {code}，{minutes} 分钟内有效。',
      },
      en: {
        'signIn.title': 'Come in',
        'fields.sentTo': 'Look for a message to {masked} <now>',
        'pages.titles.sign-in': 'Come in · Rollcall',
        'pages.shared.offer': 'A computer of the library?',
        'served.foot.support': 'Ask <us>',
        'served.endSessions.over': 'This <link> is over.',
      },
    }),
  );
  [server, browser] = await Promise.all([
    startServer(folder.path, {
      ROLLCALL_PIDS: 'my-school',
      ROLLCALL_PRODUCTS: 'my-school',
      ROLLCALL_ISSUER: 'http://accounts.school.localhost',
      ROLLCALL_COOKIE_DOMAIN: '.school.localhost',
      ROLLCALL_ORIGINS: 'http://a.school.localhost',
      ROLLCALL_NAME: '星野网校',
      ROLLCALL_NAME_EN: 'Starfield',
      ROLLCALL_COLOUR: '#1f4b8f',
      ROLLCALL_CODE_RETRY_SECONDS: '0',
      ROLLCALL_PAGE_CHANNELS: 'sms',
      ROLLCALL_SUPPORT: 'mailto:help@school.example',
      ROLLCALL_ICP: '京ICP备12345678号-1',
      ROLLCALL_POLICE_RECORD: '京公网安备11010502030000号',
      ROLLCALL_CLICK_MAP: 'on',
      ROLLCALL_PHRASES: phrases,
    }),
    launch(),
  ]);
  site = `http://accounts.school.localhost:${new URL(server.url).port}`;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

async function withCode(page: Page, phone: string): Promise<void> {
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(/\*{4}/).first().waitFor();
  await page.locator('input[autocomplete="one-time-code"]').fill(await server.code(phone));
}

test.each([
  ['zh-CN', '到校签到', '这是机房电脑？', '注册', '登录 · 星野网校'],
  ['en', 'Come in', 'A computer of the library?', 'Sign up', 'Come in · Starfield'],
] as const)(
  'the school’s own phrases stand in the page (%s) before and after its script',
  async (locale, heading, late, usual, title) => {
    // as the server renders it
    const context = await browser.newContext({ locale, javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${site}/sign-in`);
    expect(await plain.locator('h1').textContent()).toBe(heading);
    expect(await plain.title()).toBe(title);
    // the other language's phrases are not sent
    expect(await plain.content()).not.toContain(locale === 'en' ? '到校签到' : 'Come in');
    await context.close();

    const live = await browser.newContext({ locale });
    const page = await live.newPage();
    const errors: string[] = [];
    page.on('pageerror', error => errors.push(String(error)));
    page.on('console', message => {
      if (/hydrat|Content Security/i.test(message.text())) errors.push(message.text());
    });
    await page.goto(`${site}/sign-in`);
    // loaded later than the page
    await page.getByText(late).waitFor();
    expect(await page.locator('h1').textContent()).toBe(heading);
    expect(await page.locator('form a', { hasText: usual }).count()).toBe(1);
    if (locale === 'en') {
      const phone = newPhone();
      await page.locator('input[autocomplete^="username"], input[autocomplete^="tel"]').first().fill(phone);
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.getByText(`Look for a message to ${phone.slice(0, 3)}****${phone.slice(7)} <now>`).waitFor();
    }
    expect(errors).toEqual([]);
    await live.close();
  },
);

/** Every page for people, those of errors and those that the server renders itself included. */
const everyPage = [
  '/',
  '/sign-in',
  '/sign-in/email',
  '/sign-up',
  '/reset',
  '/oauth/wechat',
  '/account',
  '/account/security',
  '/account/devices',
  '/account/privacy',
  '/account/data',
  '/age',
  '/guardian',
  '/guardian/some-token',
  '/nope',
  '/agreements',
  '/agreements/1',
  '/agreements/999',
  '/bind-email/no-such-link',
  '/end/no-such-link',
  '/take-back/no-such-link',
];

test.each([
  ['zh-CN', '星野网校', '用户协议与隐私政策', '找老师'],
  ['en', 'Starfield', 'Terms and privacy', 'Ask <us>'],
] as const)(
  'every page has its foot without a script (%s): the school, its agreements, help and records',
  async (locale, school, terms, help) => {
    const context = await browser.newContext({ locale, javaScriptEnabled: false });
    const page = await context.newPage();
    for (const path of everyPage) {
      await page.goto(site + path);
      const foot = page.locator('footer');
      expect(await foot.count(), path).toBe(1);
      expect(
        (await foot.innerText()).split(/\n+/).map(line => line.trim()),
        path,
      ).toEqual([school, terms, help, '京ICP备12345678号-1', '京公网安备11010502030000号']);
      const links = await foot.locator('a').evaluateAll(all => all.map(link => link.getAttribute('href')));
      expect(links, path).toEqual([
        '/agreements',
        'mailto:help@school.example',
        'https://beian.miit.gov.cn/',
        expect.stringMatching(/^https:\/\/beian\.mps\.gov\.cn\/.*11010502030000$/),
      ]);
    }
    await page.goto(`${site}/end/no-such-link`);
    expect((await page.locator('main').innerText()).includes('This <link> is over.')).toBe(locale === 'en');
    const to = newPhone();
    const asked = { phone_number: to, pid: 'my-school' };
    const headers = { 'accept-language': locale };
    await call(server.url, 'POST', 'captcha/login/silence', asked, undefined, headers);
    const kept = await fetch(`${server.url}/dev/messages.json?to=${to}`);
    const [message] = (await kept.json()) as { text: string }[];
    expect(message?.text).toMatch(
      locale === 'en'
        ? /^【Starfield】Code \d{6} to sign in\./
        : /^【星野网校】登录验证码 \d{6}，10 分钟内有效。$/,
    );
    await page.goto(`${site}/agreements`);
    expect(await page.locator('h1').innerText()).toBe(terms);
    await page.locator('main a').first().click();
    await page.locator('main small').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/agreements\/\d+$/);
    await context.close();
  },
);

test('sign up, sign in and reset work, events are accepted, and the person is signed in on the domain', async () => {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(String(error)));
  page.on('console', message => {
    if (/hydrat|Content Security/i.test(message.text())) errors.push(message.text());
  });
  const phone = newPhone();
  // left by a version without a domain
  await context.addCookies([{ name: 'dev_refresh_token', value: 'left-over', url: site }]);

  await page.goto(`${site}/sign-up`);
  expect(await page.title()).toBe('Sign up · Starfield');
  await page.locator('header').getByText('Starfield').waitFor();
  await page.getByRole('button', { name: 'Agree', exact: true }).click();
  await page.getByRole('link', { name: 'Ask <us>' }).waitFor();
  const recordLink = (name: string) => page.getByRole('link', { name }).getAttribute('href');
  expect(await recordLink('京ICP备12345678号-1')).toBe('https://beian.miit.gov.cn/');
  expect(await recordLink('京公网安备11010502030000号')).toMatch(
    /^https:\/\/beian\.mps\.gov\.cn\/.*11010502030000$/,
  );
  // mail is not offered, though it could be sent
  expect(await page.getByRole('button', { name: /e-mail/ }).count()).toBe(0);
  await page.locator('input[autocomplete="tel-national"]').fill(phone);
  await withCode(page, phone);
  await page.locator('input[autocomplete="new-password"]').fill('Secret#1');
  await page.locator('input[type="checkbox"]').first().check();
  await page.locator('form button[type="submit"]').click();
  await page.waitForURL(`${site}/account`);
  const cookies = await context.cookies();
  expect(cookies.filter(({ name }) => name === 'dev_refresh_token').map(({ domain }) => domain)).toEqual([
    '.school.localhost',
  ]);

  // the account page would lead to the sign-in by itself
  await page.goto('about:blank');
  await context.clearCookies({ name: /^dev_/ });
  await context.route('http://a.school.localhost/**', route => route.fulfill({ body: 'A lesson' }));
  const back = 'http://a.school.localhost/lesson?number=1';
  await page.goto(`${site}/sign-in?return=${encodeURIComponent(back)}`);
  await page.getByRole('radio', { name: 'By password' }).check();
  await page.locator('input[autocomplete^="username"]').fill(phone);
  await page.locator('input[autocomplete="current-password"]').fill('Secret#1');
  await page.locator('form button[type="submit"]').click();
  await page.waitForURL(back);

  await context.clearCookies({ name: /^dev_/ });
  await page.goto(`${site}/reset?return=${encodeURIComponent('https://evil.example/')}`);
  await page.locator('input[autocomplete="tel-national"]').fill(phone);
  // the last figure of the code sends it
  await withCode(page, phone);
  await page.getByLabel('New password', { exact: true }).fill('Another#2');
  await page.getByLabel('Confirm new password').fill('Another#2');
  // the view of the account page, with the person's id
  const reported = page.waitForResponse(
    answer =>
      answer.url().includes('/usage/v1/events') && answer.request().frame().url() === `${site}/account`,
  );
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await page.waitForURL(`${site}/account`);
  expect((await reported).status()).toBe(200);
  // the click map is on
  const clicked = page.waitForResponse(
    answer =>
      answer.url().includes('/usage/v1/events') &&
      /\\?"x\\?":\d+,\\?"y\\?":\d+/.test(answer.request().postData() ?? ''),
  );
  await page.locator('h1').first().click();
  expect((await clicked).status()).toBe(200);
  const events = await storedOf(server, { id: '', phone }, { pid: 'my-school', password: 'Another#2' });
  expect(new Set(events.map(event => event['product']))).toEqual(new Set(['my-school']));
  expect(events.filter(({ kind }) => kind === 'click' || kind === eventKind.click)).not.toEqual([]);
  expect(errors).toEqual([]);
});
