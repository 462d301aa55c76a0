/** A person who is signed in to the older site need not sign in again (docs/moving.md). */
import { createHmac } from 'node:crypto';
import type { Browser, Request, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { newPhone, signUp, tokensOf } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningServer, startServer } from './server.ts';

const SECRET = 'the-older-sites-own-secret';
const folder = dataFolder();
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  const env = { ROLLCALL_CONVERT_COOKIE: 'older_session', ROLLCALL_CONVERT_SECRET: SECRET };
  [server, browser] = await Promise.all([startServer(folder.path, env), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

/** The cookie as the older site sets it. */
const olderSession = (phone: string): string => {
  const payload = Buffer.from(JSON.stringify({ phone, exp: Date.now() / 1000 + 3600 })).toString('base64url');
  return `${payload}.${createHmac('sha256', SECRET).update(payload).digest('base64url')}`;
};

test('the account opens without a sign-in; a sign-out holds although the older session continues [4.conversion]', async () => {
  const phone = newPhone();
  tokensOf(await signUp(server, phone, 'Secret#1'));
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  const older = { name: 'older_session', value: olderSession(phone), url: server.url, httpOnly: true };

  const open = () => page.goto(`${server.url}/account`);
  /** Waits until the older session was tried again: by the page that is left, or by the sign-in page, to which an act leads. */
  const leadsToSignIn = (act: () => Promise<unknown>) =>
    Promise.all([
      page.waitForResponse(answer => answer.url().endsWith('/tokens/convert')),
      page.waitForURL('**/sign-in*'),
      act(),
    ]);

  // The person leaves the sign-in as it was prerendered, before its script has run.
  const holdScripts = (route: Route, request: Request) =>
    new URL(request.frame().url()).pathname === '/sign-in' ? undefined : route.continue();
  await page.route('**/*.js', holdScripts);
  await open();
  await page.waitForURL('**/sign-in?**', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await page.unroute('**/*.js', holdScripts);
  await context.addCookies([older]);
  await open();
  await page.getByLabel('Nickname').waitFor();
  expect(new URL(page.url()).pathname).toBe('/account');

  await leadsToSignIn(() => page.getByRole('button', { name: 'Sign out' }).first().click());
  await open();
  await page.waitForURL('**/sign-in?**');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('dev_refresh_token');
});

test('a bad older session is refused once on the way from the account to the sign-in, and asked for again by a reload [4.conversion]', async () => {
  const context = await browser.newContext({ locale: 'en' });
  await context.addCookies([
    { name: 'older_session', value: 'forged.session', url: server.url, httpOnly: true },
  ]);
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', request => {
    if (request.url().endsWith('/tokens/convert')) asked.push(new URL(request.frame().url()).pathname);
  });
  await page.goto(`${server.url}/account`);
  await page.waitForURL('**/sign-in?**');
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual(['/account']);
  await Promise.all([
    page.waitForResponse(answer => answer.url().endsWith('/tokens/convert')),
    page.reload(),
  ]);
  expect(asked).toEqual(['/account', '/sign-in']);
  await context.close();
});
