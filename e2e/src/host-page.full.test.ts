/** What the published components do to the page of a site, and what @rollcall/testing gives to that site's tests. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sample } from '../../tools/samples.mjs';
import { launch } from './browser.ts';
import { dataFolder } from './data-folder.ts';
import { collectErrors } from './page-errors.ts';
import { newPhone } from './people.ts';
import { type RunningServer, startServer } from './server.ts';
import { makeSite, type Served, type Site } from './sites.ts';

const folder = dataFolder();
let server: RunningServer;
let browser: Browser;
let site: Site;
let served: Served;
let page: Page;
const errors: string[] = [];

/** A page with the sign-in, and nothing else: its calls are answered by the test's own client. */
const MAIN = `import '@rollcall/react/style.css';
import { RollcallProvider, SignIn, zhCN } from '@rollcall/react';
import { fakeAuth } from '@rollcall/testing';
import { createRoot } from 'react-dom/client';

const fake = fakeAuth();
Object.assign(window, { fake });
createRoot(document.getElementById('root')).render(
  <RollcallProvider auth={fake.auth} phrases={zhCN}><SignIn signUp="/sign-up" /></RollcallProvider>,
);`;

beforeAll(async () => {
  site = makeSite(
    {
      'index.html': sample('first-steps/index.html'),
      'main.tsx': MAIN,
      'verify-token.mjs': sample('tokens/verify-token.mjs'),
    },
    ['react', 'react-dom', 'jose'],
  );
  [server, browser, served] = await Promise.all([startServer(folder.path), launch(), site.develop()]);
});
afterEach(() => page?.context().close());
afterAll(async () => {
  await served?.close();
  site?.remove();
  await browser?.close();
  await server?.stop();
  folder.remove();
});

async function open(options: BrowserContextOptions, css = ''): Promise<void> {
  const context = await browser.newContext({ locale: 'zh-CN', ...options });
  page = await context.newPage();
  errors.length = 0;
  collectErrors(page, errors);
  await page.goto(served.url);
  await page.locator('form button[type="submit"]').waitFor();
  if (css !== '') await page.addStyleTag({ content: css });
}
const style = (selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
const INK = { light: 'rgb(29, 36, 51)', dark: 'rgb(233, 239, 233)' };
const FORM = 'form[class*="rollcall-"], form [class*="rollcall-"]';
/** The colour of the components' text. */
const ink = (): Promise<string> =>
  page
    .locator(FORM)
    .first()
    .evaluate(element => {
      const text = element.appendChild(document.createElement('i'));
      text.style.color = 'var(--rollcall-ink)';
      const { color } = getComputedStyle(text);
      text.remove();
      return color;
    });

test('the style sheet changes nothing of the page around the components', async () => {
  await open({ colorScheme: 'dark' });
  for (const element of ['html', 'body']) {
    expect(await style(element, 'color-scheme'), element).toBe('normal');
    expect(await style(element, 'color'), element).toBe('rgb(0, 0, 0)');
    expect(await style(element, 'background-color'), element).toBe('rgba(0, 0, 0, 0)');
    for (const property of ['--rc-ink', '--rc-seal', '--rollcall-ink'])
      expect(await style(element, property), `${property} of ${element}`).toBe('');
  }
  expect(errors).toEqual([]);
});

test.each([
  ['a page that says nothing is light', '', 'dark', 'light'],
  ['a page for both follows a dark system', ':root { color-scheme: light dark }', 'dark', 'dark'],
  ['a page for both follows a light system', ':root { color-scheme: light dark }', 'light', 'light'],
  ['a dark page on a light system', ':root { color-scheme: dark }', 'light', 'dark'],
  [
    'a light part of a dark page',
    ':root { color-scheme: dark } #root { color-scheme: light }',
    'dark',
    'light',
  ],
] as const)(
  'the components have the colour scheme of the host: %s',
  async (_, css, colorScheme, expected) => {
    await open({ colorScheme }, css);
    expect(await ink()).toBe(INK[expected]);
  },
);

test('data-theme on <html> decides for the components too, and what a site sets is stronger than all', async () => {
  // without the transition of the button's colour
  const options = { colorScheme: 'light', reducedMotion: 'reduce' } as const;
  await open(options, ':root { --rc-seal: rgb(1, 2, 3) } #root { --rc-radius: 9px }');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  expect(await ink()).toBe(INK.dark);
  expect(await style(FORM, 'color-scheme')).toBe('dark');
  expect(await style('form button[type="submit"]', 'background-color')).toBe('rgb(1, 2, 3)');
  expect(await style('form button[type="submit"]', 'border-radius')).toBe('9px');
});

test('a page with fakeAuth of @rollcall/testing signs in without a server', async () => {
  await open({ viewport: { width: 360, height: 740 } });
  await page.locator('input[name="way"][value="password"]').check({ force: true });
  await page.locator('input[autocomplete^="username"]').fill('13800000000');
  await page.locator('input[autocomplete="current-password"]').fill('Secret#1');
  await page.locator('form button[type="submit"]').click();
  await page.locator('[data-here]').waitFor();
  const calls = await page.evaluate(() =>
    (window as unknown as { fake: { calls: { name: string }[] } }).fake.calls.map(({ name }) => name),
  );
  expect(calls).toContain('loginByAccount');
  expect(errors).toEqual([]);
});

/** A module of the packed packages, as a site's test imports it. */
const packed = <T>(path: string): Promise<T> =>
  import(
    /* @vite-ignore */ pathToFileURL(join(site.folder, 'node_modules/@rollcall', path)).href
  ) as Promise<T>;

test("lastCode of @rollcall/testing gives a site's browser test the code that the server sent", async () => {
  const { lastCode } =
    await packed<typeof import('../../packages/testing/src/index.ts')>('testing/dist/index.mjs');
  const context = await browser.newContext({ locale: 'zh-CN' });
  page = await context.newPage();
  await page.goto(`${server.url}/sign-up`);
  const phone = newPhone();
  await page.locator('input[autocomplete="tel-national"]').fill(phone);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.locator('input[autocomplete="one-time-code"]').fill(await lastCode(phone, { host: server.url }));
  await page.locator('input[autocomplete="new-password"]').fill('Secret#1');
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await page.locator('form button[type="submit"]').click();
  await page.waitForURL(url => url.pathname !== '/sign-up');
});

test("a signer of @rollcall/testing makes tokens that the guide's service takes, and that it refuses", async () => {
  const { testSigner } =
    await packed<typeof import('../../packages/testing/src/tokens.ts')>('testing/dist/tokens.mjs');
  const signer = testSigner();
  const { url, close } = await signer.serve();
  vi.stubEnv('ROLLCALL_ISSUER', url);
  const { verifyToken } = (await import(
    /* @vite-ignore */ pathToFileURL(join(site.folder, 'verify-token.mjs')).href
  )) as { verifyToken: (authorization: string) => Promise<{ account: string }> };
  vi.unstubAllEnvs();
  expect(await verifyToken(`Bearer ${signer.token({ sub: '42' })}`)).toMatchObject({ account: '42' });
  await expect(verifyToken(`Bearer ${signer.token({ exp: 1 })}`)).rejects.toThrow();
  await expect(verifyToken(`Bearer ${testSigner().token({ iss: url })}`)).rejects.toThrow();
  await close();
});
