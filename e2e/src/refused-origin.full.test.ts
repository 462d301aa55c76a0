/** A site whose origin the server does not list: its pages say so, and the browser's console says what to set. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { violations } from './axe.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningServer, startServer } from './server.ts';

const script = `
import { init } from '@rollcall/account';
import { RollcallProvider, SignIn, zhCN } from '@rollcall/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
const host = new URLSearchParams(location.search).get('to');
const auth = init({ pid: 'school', appid: 'web', product_code: 'site', platform: 'web', host });
createRoot(document.querySelector('div')).render(
  createElement(RollcallProvider, { auth, phrases: zhCN }, createElement(SignIn, { signUp: '/', onSignedIn() {} })),
);
`;
const html = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>网校</title>
  <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/site.css">
  <main><h1>网校</h1><div></div></main><script type="module" src="/site.js"></script></html>`;

const folder = dataFolder();
let site: Server;
let listed = '';
let unlisted = '';
let server: RunningServer;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  const built = await build({
    stdin: { contents: script, resolveDir: join(import.meta.dirname, '../../apps/web'), loader: 'js' },
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    outfile: 'site.js',
    write: false,
    conditions: ['@rollcall/source'],
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const files = new Map(
    built.outputFiles.map(file => [file.path.endsWith('.css') ? 'css' : 'js', file.text]),
  );
  site = createServer((request, response) => {
    const kind = /\.(css|js)$/.exec(request.url ?? '')?.[1];
    const type = kind === 'css' ? 'text/css' : kind === 'js' ? 'text/javascript' : 'text/html';
    response.setHeader('content-type', `${type}; charset=utf-8`).end(kind ? files.get(kind) : html);
  });
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  // The same pages by two names, one of which is listed.
  listed = `http://127.0.0.1:${port}`;
  unlisted = `http://localhost:${port}`;
  [server, browser] = await Promise.all([startServer(folder.path, { ROLLCALL_ORIGINS: listed }), launch()]);
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await new Promise(resolve => site.close(resolve));
  folder.remove();
});

/** Signs in with a password on a page of the site. */
async function signIn(origin: string, to = server.url): Promise<{ page: Page; logged: string[] }> {
  context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const logged: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') logged.push(message.text());
  });
  await page.goto(`${origin}/?to=${encodeURIComponent(to)}`);
  // a username, which has no code
  await page.locator('[name=identity]').fill('lihua');
  await page.locator('[name=password]').fill('Secret#1');
  await page.keyboard.press('Enter');
  return { page, logged };
}

test('a page of an unlisted origin says that the site may not use the service', async () => {
  const { page, logged } = await signIn(unlisted);
  await page.getByText('本站还没有获准使用登录服务。').waitFor();
  await page.getByText('如需帮助，请联系学校。').waitFor();
  expect(await page.getByRole('button', { name: '重试' }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  const own = () => logged.filter(line => line.includes('ROLLCALL_ORIGINS'));
  await expect.poll(own).toEqual([expect.stringContaining(`pages on ${unlisted}`)]);
});

test('a page of a listed origin gets the answer of the service', async () => {
  const { page } = await signIn(listed);
  await page.getByText('账号或密码不正确。').waitFor();
});

test('a page of an unlisted origin reports a failed connection if no server answers', async () => {
  // a port on which nothing listens any more
  const gone = createServer();
  await new Promise<void>(resolve => gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise(resolve => gone.close(resolve));
  const { page } = await signIn(unlisted, `http://127.0.0.1:${port}`);
  await page.getByText('无法连接服务器。').waitFor();
});
