/**
 * A site behind Apache with mod_auth_openidc, as Debian packages them, signs people in and is told of the end of their sessions.
 * ROLLCALL_APACHE: a folder with the packages' files; unset: they are installed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, startConsoleServer } from './console.ts';
import { chinese, firstAdmin } from './console-page.ts';
import { dataFolder } from './data-folder.ts';
import { freePort } from './free-port.ts';
import { enterPassword, newPhone, signUp } from './people.ts';
import { temporaryFolder } from './server.ts';

const folder = dataFolder();
const own = temporaryFolder();
const files = process.env['ROLLCALL_APACHE'] ?? '';
const PASSWORD = 'Tree-house9';
let server: ConsoleServer;
let browser: Browser;
let apache: ChildProcess;
let site: string;

/** The configuration of docs/oidc.md. */
const configuration = (at: string, port: number, client: { id: string; secret: string }): string => `
ServerRoot "${at}"
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile "${at}/pid"
ErrorLog "${at}/error.log"
User www-data
Group www-data
${['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'auth_openidc']
  .map(name => `LoadModule ${name}_module ${files}/usr/lib/apache2/modules/mod_${name}.so`)
  .join('\n')}
DocumentRoot "${at}/site"
OIDCProviderMetadataURL ${server.url}/.well-known/openid-configuration
OIDCClientID ${client.id}
OIDCClientSecret ${client.secret}
OIDCRedirectURI http://127.0.0.1:${port}/redirect_uri
OIDCCryptoPassphrase a-passphrase-of-this-proof
OIDCPKCEMethod S256
OIDCScope "openid profile"
OIDCSessionInactivityTimeout 3600
OIDCHTTPTimeoutShort 300
<Location />
  AuthType openid-connect
  Require valid-user
</Location>
`;

/** Connects the site by the console's template, as an admin does. */
const connect = async (): Promise<{ id: string; secret: string }> => {
  const context = await firstAdmin(browser, server);
  const page = await context.newPage();
  await page.goto(`${server.url}/console/openid`);
  await page.getByRole('button', { name: '接入应用' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('软件', { exact: true }).selectOption('mod_auth_openidc');
  await dialog.getByLabel('软件地址').fill(site);
  await dialog.getByRole('button', { name: '填写' }).click();
  await dialog.getByRole('button', { name: '接入应用' }).click();
  const shown = page.getByRole('dialog', { name: '请立即复制密钥，它只显示这一次。' });
  await shown.waitFor();
  const [, id = '', secret = ''] = await shown.locator('dd code').allTextContents();
  await context.close();
  return { id, secret };
};

beforeAll(async () => {
  const port = await freePort();
  site = `http://127.0.0.1:${port}`;
  const ofServer = String(await freePort());
  [server, browser] = await Promise.all([
    startConsoleServer(folder.path, { ROLLCALL_PORT: ofServer }),
    launch(),
  ]);
  const client = await connect();
  // Apache gives up its rights before it reads the site.
  chmodSync(own.path, 0o755);
  const at = own.path;
  mkdirSync(join(at, 'site'));
  writeFileSync(join(at, 'site/index.html'), '<!doctype html><meta charset="utf-8"><h1>校内网站</h1>');
  writeFileSync(join(at, 'apache.conf'), configuration(at, port, client));
  apache = spawn(`${files}/usr/sbin/apache2`, ['-X', '-f', join(at, 'apache.conf')], {
    env: { ...process.env, ...(files ? { LD_LIBRARY_PATH: `${files}/usr/lib/x86_64-linux-gnu` } : {}) },
    stdio: 'inherit',
  });
  // It listens a moment after it is started.
  for (;;) {
    const status = await fetch(site, { redirect: 'manual' }).then(
      answer => answer.status,
      () => undefined,
    );
    if (status !== undefined) break;
    if (apache.exitCode !== null) throw new Error('Apache ended.');
    await setTimeout(50);
  }
});
afterAll(async () => {
  await browser?.close();
  if (apache?.exitCode === null) {
    apache.kill('SIGTERM');
    await once(apache, 'exit');
  }
  await server?.stop();
  folder.remove();
  own.remove();
});

test('a person signs in at the site, and is signed out there by the end of the session here', async () => {
  const phone = newPhone();
  await signUp(server, phone, PASSWORD);
  const context = await browser.newContext(chinese);
  const page = await context.newPage();
  await page.goto(site);
  await page.waitForURL(/\/sign-in\?return=/);
  await enterPassword(page, phone, PASSWORD);
  await page.getByRole('heading', { name: '校内网站' }).waitFor();
  // Its own session goes on without us.
  expect((await page.goto(site))?.url()).toBe(`${site}/`);
  await page.goto(`${server.url}/account`);
  await page.getByRole('button', { name: '退出登录' }).first().click();
  await page.waitForURL(/\/sign-in/);
  await expect
    .poll(async () => {
      const cookies = (await context.cookies(site)).map(({ name, value }) => `${name}=${value}`).join('; ');
      return (await fetch(site, { redirect: 'manual', headers: { cookie: cookies } })).status;
    })
    // Apache leads a person to the sign-in, and refuses a program.
    .toBe(401);
  await page.goto(site);
  await page.waitForURL(/\/sign-in\?return=/);
  await context.close();
});
