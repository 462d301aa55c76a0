/** Several tabs and many calls with an expired access token, in a real browser: real cookies, Web Locks and timing. */
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { call, newPhone, signUp, type Tokens, tokensOf } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningServer, startServer } from './server.ts';

const folder = dataFolder();
let server: RunningServer;
let browser: Browser;
let library: string;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(folder.path), launch()]);
  const { outputFiles } = await build({
    stdin: {
      contents: "import * as account from '@rollcall/account'; Object.assign(globalThis, { account });",
      resolveDir: join(import.meta.dirname, '../../apps/web'),
    },
    bundle: true,
    write: false,
    format: 'iife',
    conditions: ['@rollcall/source'],
  });
  library = outputFiles[0]?.text ?? '';
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

type Account = typeof import('@rollcall/account');
declare global {
  var account: Account;
  var auth: ReturnType<Account['init']>;
}

/** A tab with the library in it, on a page of the server's that runs no script of its own. */
async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.url}/agreements/1`);
  await page.addScriptTag({ content: library });
  await page.evaluate(() => {
    globalThis.auth = account.init({
      pid: 'test',
      appid: 'e2e',
      product_code: 'e2e',
      platform: 'web',
      env: 'prod',
    });
  });
  return page;
}

/** A context whose access token has expired: only the refresh cookie is left. */
async function expired(): Promise<{ context: BrowserContext; refreshes: () => number; tokens: Tokens }> {
  const tokens = tokensOf(await signUp(server, newPhone(), 'Secret#1'));
  const context = await browser.newContext({ bypassCSP: true });
  await context.addCookies([{ name: 'refresh_token', value: tokens.refresh.token, url: server.url }]);
  let count = 0;
  context.on('request', request => {
    if (request.url().endsWith('/tokens/refresh')) count++;
  });
  return { context, refreshes: () => count, tokens };
}

const tokenCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(cookie => cookie.name.includes('token')).map(cookie => cookie.name);

test('2 tabs, 40 parallel calls: one refresh, no sign-out [4.refresh 4.shared-refresh]', async () => {
  const { context, refreshes } = await expired();
  const tabs = await Promise.all([openTab(context), openTab(context)]);
  const answers = await Promise.all(
    tabs.map(tab =>
      tab.evaluate(() =>
        Promise.all(Array.from({ length: 20 }, async () => (await account.getProfile(auth)).id)),
      ),
    ),
  );
  expect(new Set(answers.flat()).size).toBe(1);
  expect(answers.flat()).toHaveLength(40);
  expect(refreshes()).toBe(1);
  expect((await tokenCookies(context)).sort()).toEqual(['access_token', 'refresh_token', 'token_type']);
  await context.close();
});

test('a rejected access token is refreshed, and the call is repeated once [4.retry]', async () => {
  const { context, refreshes } = await expired();
  await context.addCookies([
    { name: 'access_token', value: 'not.a.token', url: server.url },
    { name: 'token_type', value: 'Bearer', url: server.url },
  ]);
  const tab = await openTab(context);
  expect(await tab.evaluate(async () => (await account.getProfile(auth)).id)).toBeTruthy();
  expect(refreshes()).toBe(1);
  await context.close();
});

test('logout in one tab during a refresh in another: signed out stays signed out [4.logout]', async () => {
  const { context, tokens } = await expired();
  await context.addCookies([
    { name: 'access_token', value: tokens.access.token, url: server.url },
    { name: 'token_type', value: 'Bearer', url: server.url },
  ]);
  const [refreshing, leaving] = [await openTab(context), await openTab(context)];
  let arrived: () => void = () => {};
  let release: () => void = () => {};
  const requested = new Promise<void>(resolve => {
    arrived = resolve;
  });
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  // The server refuses the access token of this tab as invalid. The server answers the refresh that follows, and the answer
  // is held back until the other tab has signed out.
  const refusal = { code: '10000000', msg: 'Access token is invalid.' };
  await refreshing.route('**/profile', route => route.fulfill({ status: 401, json: refusal }));
  await refreshing.route('**/tokens/refresh', async route => {
    const answer = await route.fetch();
    arrived();
    await released;
    await route.fulfill({ response: answer });
  });
  const late = refreshing.evaluate(() =>
    account.getProfile(auth).then(
      () => 'signed in',
      error => String(error.name),
    ),
  );
  await requested;
  await leaving.evaluate(() => account.logout(auth));
  release();
  expect(await late).toBe('NoToken');
  expect(await tokenCookies(context)).toEqual([]);
  // Nor does the server know the session any more.
  const again = await call(server.url, 'PUT', 'tokens/refresh', { refresh_token: tokens.refresh.token });
  expect(again.body.code).toBe('10000001');
  await context.close();
});
