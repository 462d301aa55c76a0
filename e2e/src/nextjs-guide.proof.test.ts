/** The guide to Next.js by its own commands, which ask a registry: `npm run proofs -- first-steps`. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sample } from '../../tools/samples.mjs';
import { launch } from './browser.ts';
import { followGuide } from './first-steps.ts';
import { newPhone } from './people.ts';
import { type RunningServer, startServer, temporaryFolder } from './server.ts';

/** A port that is free now. */
const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

const folder = temporaryFolder();
let server: RunningServer;
let browser: Browser;
const open: (() => Promise<unknown> | void)[] = [];
beforeAll(async () => {
  // Tokens name their issuer, which has to be where the site looks for it.
  const port = String(await freePort());
  const env = { ROLLCALL_PORT: port, ROLLCALL_ISSUER: `http://127.0.0.1:${port}` };
  [server, browser] = await Promise.all([startServer(folder.path, env), launch()]);
});
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

/** The guide's server is on port 8080; this one is on any. */
const here = (text: string): string => text.replaceAll('http://127.0.0.1:8080', server.url);

test('a visitor is redirected to sign in, signs up, sees a server-rendered page, and signs out', async () => {
  const steps = {
    site: 'nextjs/site.sh',
    start: 'nextjs/start.sh',
    files: {
      'lib/session.js': here(sample('nextjs/lib/session.js')),
      'proxy.js': sample('nextjs/proxy.js'),
      'app/accounts.jsx': here(sample('nextjs/app/accounts.jsx')),
      'app/layout.jsx': sample('nextjs/app/layout.jsx'),
      'app/sign-in/page.jsx': sample('nextjs/app/sign-in/page.jsx'),
      'app/sign-up/page.jsx': sample('nextjs/app/sign-up/page.jsx'),
      'app/lessons/page.jsx': sample('nextjs/app/lessons/page.jsx'),
    },
    env: { PORT: String(await freePort()), ROLLCALL_ISSUER: server.url, NEXT_TELEMETRY_DISABLED: '1' },
  };
  let place = '';
  const url = await followGuide(
    steps,
    end => void open.push(end),
    made => {
      place = made;
    },
  );
  // The guide's files by the types of the Next.js that was installed; those of React are this repository's.
  const modules = join(import.meta.dirname, '../../node_modules');
  for (const name of ['@types/react', '@types/node', 'csstype', 'undici-types']) {
    mkdirSync(dirname(join(place, 'node_modules', name)), { recursive: true });
    if (!existsSync(join(place, 'node_modules', name)))
      symlinkSync(join(modules, name), join(place, 'node_modules', name));
  }
  writeFileSync(join(place, 'styles.d.ts'), "declare module '*.css';\n");
  const compilerOptions = {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    jsx: 'preserve',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    strict: true,
    noEmit: true,
    allowJs: true,
    checkJs: true,
    skipLibCheck: true,
  };
  writeFileSync(
    join(place, 'check.json'),
    JSON.stringify({ compilerOptions, files: [...Object.keys(steps.files), 'styles.d.ts'] }),
  );
  const compiler = join(modules, 'typescript7/bin/tsc');
  const checked = spawnSync(process.execPath, [compiler, '-p', 'check.json'], {
    cwd: place,
    encoding: 'utf8',
  });
  expect(checked.stdout).toBe('');
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 360, height: 740 } });
  open.push(() => context.close());
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(String(error)));

  await page.goto(`${url}lessons`);
  await page.waitForURL('**/sign-in?return=%2Flessons');
  await page.getByRole('link', { name: '注册' }).click();
  const phone = newPhone();
  await page.locator('input[autocomplete="tel-national"]').fill(phone);
  const sent = page.waitForResponse(answer => answer.url().endsWith('/register/phone/with-agreement'));
  await page.getByRole('button', { name: '获取验证码' }).click();
  expect((await sent).status()).toBe(200);
  await page.locator('input[autocomplete="one-time-code"]').fill(await server.code(phone));
  await page.locator('input[autocomplete="new-password"]').fill('Secret#1');
  await page.locator('input[type="checkbox"]').check();
  await page.locator('form button[type="submit"]').click();
  await page.waitForURL(`${url}lessons`);
  await page.getByRole('heading', { name: /^你好，学员/ }).waitFor();

  const cookies = await context.cookies();
  const held = (name: string) => cookies.find(cookie => cookie.name === name)?.value ?? '';
  /** The page as the server draws it. */
  const drawn = async (cookie: string) => {
    const answer = await fetch(`${url}lessons`, { redirect: 'manual', headers: { cookie } });
    return { status: answer.status, html: await answer.text(), set: answer.headers.getSetCookie() };
  };
  expect((await drawn(`access_token=${held('access_token')}`)).html).toContain('你好，');
  expect((await drawn(`access_token=${held('access_token').slice(0, -4)}AAAA`)).status).toBe(307);
  expect((await drawn('refresh_token=forged')).status).toBe(307);
  // Its hour is over: the proxy renews it, and the page is drawn in the same answer.
  const renewed = await drawn(`refresh_token=${held('refresh_token')}`);
  expect(renewed.html).toContain('你好，');
  expect(renewed.set.map(line => line.split('=')[0]).sort()).toEqual([
    'access_token',
    'refresh_token',
    'token_type',
  ]);

  await page.locator('button[aria-haspopup]').first().click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.waitForURL('**/sign-in');
  await page.goto(`${url}lessons`);
  await page.waitForURL('**/sign-in?return=%2Flessons');
  expect(errors).toEqual([]);
});
