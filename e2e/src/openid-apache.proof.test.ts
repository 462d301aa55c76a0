/**
 * In production, a site behind Apache with mod_auth_openidc, as Debian packages them, signs people in and is told of the end of their
 * sessions. ROLLCALL_APACHE: a folder with the packages' files; unset: they are installed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect as connectTo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpCodeAt } from '../../apps/server/src/identity/second-factor/testing.ts';
import { apacheProgram } from '../../tools/system-programs.mjs';
import { chinese } from './console-page.ts';
import { freePort } from './free-port.ts';
import { call, inForce, newPhone, tokensOf } from './people.ts';
import { firstOperator, newDevice, PASSWORD, signIn } from './production/people.ts';
import { accounts, type School, startSchool } from './production/school.ts';
import { temporaryFolder } from './server.ts';

const own = temporaryFolder();
const files = process.env['ROLLCALL_APACHE'] ?? '';
let school: School;
let apache: ChildProcess;
let proxy: Server;
let site: string;
let clientId: string;

/** nginx's host of the site. */
const host = (port: number): string => `
server {
  listen 127.0.0.1:PORT ssl;
  server_name wiki.school.test;
  location / {
    proxy_pass http://127.0.0.1:${port};
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-Proto https;
  }
}`;

/** The configuration of docs/oidc.md, behind a proxy. @param outgoing the port by which it finds the school's hosts */
const configuration = (
  at: string,
  port: number,
  client: { id: string; secret: string },
  outgoing: number,
): string => `
ServerRoot "${at}"
ServerName wiki.school.test
Listen 127.0.0.1:${port}
PidFile "${at}/pid"
ErrorLog "${at}/error.log"
User www-data
Group www-data
${['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'headers', 'auth_openidc']
  .map(name => `LoadModule ${name}_module ${files}/usr/lib/apache2/modules/mod_${name}.so`)
  .join('\n')}
DocumentRoot "${at}/site"
OIDCProviderMetadataURL ${accounts}/.well-known/openid-configuration
OIDCClientID ${client.id}
OIDCClientSecret ${client.secret}
OIDCRedirectURI ${site}/redirect_uri
OIDCCryptoPassphrase a-passphrase-of-this-proof
OIDCPKCEMethod S256
OIDCScope "openid profile"
OIDCSessionInactivityTimeout 3600
OIDCHTTPTimeoutShort 300
OIDCXForwardedHeaders X-Forwarded-Proto
OIDCCABundlePath "${at}/ca.pem"
OIDCOutgoingProxy 127.0.0.1:${outgoing}
# What the site learns.
Header always set x-sub "%{OIDC_CLAIM_sub}e"
Header always set x-name "%{OIDC_CLAIM_name}e"
Header always set x-acr "%{OIDC_CLAIM_acr}e"
<Location />
  AuthType openid-connect
  Require valid-user
</Location>
`;

/** Connects the site by the console's template, as an admin does. */
const connect = async (): Promise<{ id: string; secret: string }> => {
  const { context, page } = await newDevice(school);
  await firstOperator(page, school);
  await page.goto(`${accounts}/console/openid`);
  await page.getByRole('button', { name: 'Connect an app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Software', { exact: true }).selectOption('mod_auth_openidc');
  await dialog.getByLabel('Its address').fill(site);
  await dialog.getByRole('button', { name: 'Fill in' }).click();
  await dialog.getByRole('button', { name: 'Connect an app' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy the secret now: it is shown this once.' });
  await shown.waitFor();
  const [, id = '', secret = ''] = await shown.locator('dd code').allTextContents();
  await context.close();
  return { id, secret };
};

/** Leads programs to the school's hosts, which have no name in this machine's DNS. @returns its port */
const startProxy = async (): Promise<number> => {
  proxy = createServer().on('connect', (_, socket) => {
    const to = connectTo(school.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      to.pipe(socket).pipe(to);
    });
    for (const end of [to, socket]) end.on('error', () => end.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return (proxy.address() as AddressInfo).port;
};

beforeAll(async () => {
  if (!files) apacheProgram();
  const port = await freePort();
  school = await startSchool({
    hosts: host(port),
    // More people of one network sign up than usual.
    env: {
      ROLLCALL_MINORS: 'pages',
      ROLLCALL_CODE_NAMED_LIMIT: '0',
      ROLLCALL_ALIYUN_SMS_NOTICE_TEMPLATES: 'SMS_20260300, en=SMS_20260400',
    },
  });
  site = `https://wiki.school.test:${school.port}`;
  const [client, outgoing] = [await connect(), await startProxy()];
  clientId = client.id;
  // Apache gives up its rights before it reads the site.
  chmodSync(own.path, 0o755);
  const at = own.path;
  mkdirSync(join(at, 'site'));
  writeFileSync(join(at, 'site/index.html'), '<!doctype html><meta charset="utf-8"><h1>校内网站</h1>');
  writeFileSync(join(at, 'ca.pem'), school.ca);
  writeFileSync(join(at, 'apache.conf'), configuration(at, port, client, outgoing));
  apache = spawn(`${files}/usr/sbin/apache2`, ['-X', '-f', join(at, 'apache.conf')], {
    env: { ...process.env, ...(files ? { LD_LIBRARY_PATH: `${files}/usr/lib/x86_64-linux-gnu` } : {}) },
    stdio: 'inherit',
  });
  // It listens a moment after it is started.
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${port}`, { redirect: 'manual' }).then(
      answer => answer.status,
      () => undefined,
    );
    if (status !== undefined) break;
    if (apache.exitCode !== null) throw new Error('Apache ended.');
    await setTimeout(50);
  }
});
afterAll(async () => {
  if (apache?.exitCode === null) {
    apache.kill('SIGTERM');
    await once(apache, 'exit');
  }
  proxy?.close();
  await school?.stop();
  own.remove();
});

/** Somebody who is so many years old. */
const person = async (years = 30) => {
  const phone = newPhone();
  const { url } = school.server;
  const fields = { phone_number: phone, pid: 'my-school' };
  await call(url, 'POST', 'captcha/register/phone/with-agreement', fields);
  const signUp = {
    ...fields,
    captcha: await school.code(phone),
    password: PASSWORD,
    agreement_ids: await inForce(url, 'my-school'),
  };
  const { access } = tokensOf(await call(url, 'POST', 'register/phone/with-agreement', signUp));
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(url, method, path, body, access.token);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body.data ?? {};
  };
  await ask('POST', 'age', { birth_year: new Date().getUTCFullYear() - years });
  return { phone, ask };
};
/** Signs in on our page, to which the site has led. @returns what the site learnt */
const enterSite = async (page: Page, phone: string, pass = async () => {}) => {
  await page.waitForURL(/\/sign-in\?return=/);
  // The last answer of the site is its page.
  const learnt: Record<string, string>[] = [];
  page.on('response', answer => {
    if (answer.url() === `${site}/` && answer.status() === 200) learnt.push(answer.headers());
  });
  await signIn(page, phone);
  await pass();
  await page.getByRole('heading', { name: '校内网站' }).waitFor();
  const { 'x-sub': sub, 'x-name': name, 'x-acr': acr } = learnt.at(-1) ?? {};
  return { sub, name, acr };
};
/** Opens the site until its own session has ended: it leads to us then. */
const endedAtSite = (page: Page) =>
  expect
    .poll(async () => {
      await page.goto(site);
      return new URL(page.url()).origin;
    })
    .toBe(accounts);

test('a person signs in at the site, and is signed out there by the end of the session here', async () => {
  const { phone } = await person();
  const { context, page, errors } = await newDevice(school, chinese);
  await page.goto(site);
  const { name, acr } = await enterSite(page, phone);
  expect(name).not.toBe('(null)');
  expect(acr).toBe('urn:rollcall:one-factor');
  // Its own session goes on without us.
  expect((await page.goto(site))?.url()).toBe(`${site}/`);
  await page.goto(`${accounts}/account`);
  await page.getByRole('button', { name: '退出登录' }).first().click();
  await page.waitForURL(/\/sign-in/);
  await endedAtSite(page);
  await page.waitForURL(/\/sign-in\?return=/);
  expect(errors).toEqual([]);
  await context.close();
});

test('whoever has a second step passes it first, and the site is told', async () => {
  const { phone } = await person();
  const { context, page, errors } = await newDevice(school, chinese);
  await page.goto(`${accounts}/sign-in?return=/account/security`);
  await signIn(page, phone);
  const factors = page.getByRole('region', { name: '两步验证与通行密钥' });
  await factors.getByRole('button', { name: '添加验证器应用' }).click();
  await factors.getByRole('img', { name: '密钥的二维码' }).waitFor();
  const secret = (await factors.locator('code').innerText()).trim();
  await factors.locator('[name=captcha]').fill(totpCodeAt(secret, Date.now()));
  const codes = (await factors.locator('[data-recovery-codes]').innerText()).trim().split(/\s+/);
  expect(errors).toEqual([]);
  await context.close();

  const { context: other, page: opened } = await newDevice(school, chinese);
  await opened.goto(site);
  const { acr } = await enterSite(opened, phone, async () => {
    const step = opened.getByRole('dialog', { name: '两步验证' });
    await step.getByRole('radio', { name: '恢复码' }).check();
    // Nothing of the site is open before.
    expect(await opened.getByRole('heading', { name: '校内网站' }).count()).toBe(0);
    await step.locator('[name=proof]').fill(codes[0] ?? '');
    await opened.keyboard.press('Enter');
  });
  expect(acr).toBe('urn:rollcall:two-factors');
  await other.close();
});

interface Child {
  readonly account_id: string;
  readonly agreements: readonly { readonly id: number }[];
}
test('of a pupil under 14 the site learns who is the same, and more once the guardian allows it', async () => {
  const { phone, ask } = await person(9);
  const guardian = newPhone();
  const { context, page, errors } = await newDevice(school, chinese);
  // Waiting, the pupil gets no further than our page.
  await page.goto(site);
  await page.waitForURL(/\/sign-in\?return=/);
  await signIn(page, phone);
  await page.getByRole('heading', { name: '需要监护人同意' }).waitFor();
  const state = (await ask('POST', 'guardian', { phone_number: guardian })) as { guardian: { code: string } };
  const linkOf = async () => /\/guardian\/([\w-]{16})/.exec(await school.message(guardian))?.[1];
  await expect.poll(linkOf).toBeDefined();
  const token = await linkOf();
  const guarded = async (path: string, body: object) => {
    const answer = await call(school.server.url, 'POST', `guardian/${path}`, body);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body.data as { ticket: string; children: Child[] };
  };
  const { ticket, children } = await guarded('link', { token, captcha: state.guardian.code });
  const { account_id, agreements } = children[0] as Child;
  const agreement_ids = agreements.map(({ id }) => id);
  const ofChild = { ticket, account_id };
  await guarded('decision', { ...ofChild, decision: 'consent', agreement_ids });
  expect(errors).toEqual([]);
  await context.close();

  const enter = async () => {
    const device = await newDevice(school, chinese);
    await device.page.goto(site);
    const learnt = await enterSite(device.page, phone);
    await device.context.close();
    return learnt;
  };
  expect(await enter()).toMatchObject({ sub: account_id, name: '(null)' });
  // Until the guardian allows it to this site.
  const client = { id: clientId, scopes: ['profile'] };
  await guarded('decision', { ...ofChild, decision: 'client', client });
  const { sub, name } = await enter();
  expect(sub).toBe(account_id);
  expect(name).not.toBe('(null)');
});

test('on a shared computer the site is the next one’s after a sign-out here', async () => {
  const [one, two] = [await person(), await person()];
  const { context, page, errors } = await newDevice(school, chinese);
  await page.goto(`${accounts}/shared`);
  await page.getByRole('button', { name: '设为公用电脑' }).click();
  await page.getByText('这台电脑已设为公用电脑。').waitFor();
  await page.goto(site);
  const first = await enterSite(page, one.phone);
  await page.goto(`${accounts}/account`);
  await page.getByRole('button', { name: '退出登录' }).first().click();
  await page.getByText('已退出登录，下一位请登录。').waitFor();
  await endedAtSite(page);
  const second = await enterSite(page, two.phone);
  expect(second.sub).not.toBe(first.sub);
  expect(errors).toEqual([]);
  await context.close();
});
