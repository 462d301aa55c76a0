/** A school behind a proxy that writes the port of each connection into X-Forwarded-For, as Azure's and some of nginx's do. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beforeFailures } from './human-verification.ts';
import { call, newPhone, signUp } from './people.ts';
import { serverAndBrowser } from './server-and-browser.ts';

const PASSWORD = 'Tree-house9';
/** More than the wrong passwords from one address that a school may have before a challenge is required. */
const GUESSES = 80;

const started = serverAndBrowser({ ROLLCALL_TRUST_PROXY: 'loopback' });
let proxy: Server;
let school = '';
beforeAll(async () => {
  let port = 20_000;
  proxy = createServer((incoming, response) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': `203.0.113.8:${(port += 1)}` };
    const { method, url: path = '/' } = incoming;
    const passed = request(new URL(path, started.server.url), { method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  school = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => {
  proxy?.closeAllConnections();
  proxy?.close();
});

test('guesses meet a challenge, which a pupil of the same address passes', async () => {
  const phone = newPhone();
  await signUp(started.server, phone, PASSWORD);
  await beforeFailures();
  const codes = new Map<string | undefined, number>();
  for (let guess = 0; guess < GUESSES; guess += 1) {
    const body = {
      identity: `nobody_${guess}`,
      password: 'Summer-2026',
      pid: 'rollcall',
      agreement_ids: [-1],
    };
    const { code } = (await call(school, 'POST', 'login', body)).body;
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  // GCAP_1: a challenge is required.
  expect(codes.get('GCAP_1')).toBeGreaterThan(0);

  const context = await started.browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await page.goto(`${school}/sign-in`);
  await page.getByRole('radio', { name: 'By password' }).click();
  await page.getByLabel('Mobile number, e-mail or username').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const rule = page.waitForResponse(
    async answer =>
      answer.url().endsWith('/captcha/rule/v3') &&
      ((await answer.json()) as { data: { rule: string } }).data.rule === 'ALTCHA',
  );
  await page.locator('form button[type=submit]').click();
  await rule;
  await page.getByLabel('Nickname').waitFor();
  await context.close();
});
