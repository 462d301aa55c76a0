/** A computer that several people use: how it is marked, what its pages show, and what a sign-out leaves in the browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { dataFolder } from './data-folder.ts';
import { collectErrors } from './page-errors.ts';
import { call, enterPassword, newPhone, signUp, tokensOf } from './people.ts';
import { startServer } from './server.ts';
import { serverAndBrowser } from './server-and-browser.ts';
import { places } from './ways-in.ts';

const started = serverAndBrowser();
const PASSWORD = 'Tree-house9';
const NEXT = '已退出登录，下一位请登录。';

const contexts: BrowserContext[] = [];
afterEach(() => Promise.all(contexts.splice(0).map(context => context.close())));
const newBrowser = async (options: BrowserContextOptions = {}) => {
  const context = await started.browser.newContext({ locale: 'zh-CN', ...places.desk, ...options });
  contexts.push(context);
  return context;
};
const member = async () => {
  const phone = newPhone();
  const { access } = tokensOf(await signUp(started.server, phone, PASSWORD));
  const { body } = await call(started.server.url, 'GET', 'privacy', undefined, access.token);
  return { phone, id: String(body.data?.['id']) };
};
const mark = async (page: Page) => {
  await page.goto(`${started.server.url}/shared`);
  await page.getByRole('button', { name: '设为公用电脑' }).click();
  await page.getByText('这台电脑已设为公用电脑。').waitFor();
};
const fact = (page: Page) => page.getByText('2 小时不使用会自动退出');
const nickname = (page: Page) => page.locator('input[name="nickname"]');
const out = (page: Page) => page.getByRole('button', { name: '退出登录' });

test('a button of /shared marks the browser, opening the page does not; the form says it, with the way out', async () => {
  const context = await newBrowser();
  const page = await context.newPage();
  const errors = collectErrors(page);
  await page.goto(`${started.server.url}/sign-in?return=%2Flesson%2F1`);
  await page.getByRole('link', { name: '多人共用这台电脑？' }).click();
  await page.getByText('这台电脑没有设为公用电脑。').waitFor();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('rollcall_shared');
  await page.getByRole('button', { name: '设为公用电脑' }).click();
  await page.getByText('这台电脑已设为公用电脑。').waitFor();
  // A person who comes from a form goes back to it, on the way to the same page.
  await page.getByRole('link', { name: '去登录' }).click();
  await fact(page).waitFor();
  expect(new URL(page.url()).search).toBe('?return=%2Flesson%2F1');
  for (const path of ['/sign-up', '/sign-in/email']) {
    const other = await context.newPage();
    await other.goto(started.server.url + path);
    await fact(other).waitFor();
    await other.close();
  }
  await page.getByRole('link', { name: '不是公用电脑？' }).click();
  await page.getByRole('button', { name: '改为个人电脑' }).click();
  await page.getByText('这台电脑没有设为公用电脑。').waitFor();
  await page.goto(`${started.server.url}/sign-in`);
  await page.getByRole('link', { name: '多人共用这台电脑？' }).waitFor();
  expect(errors).toEqual([]);
});

test('a phone is offered nothing', async () => {
  const page = await (await newBrowser(places.phone)).newPage();
  await page.goto(`${started.server.url}/sign-in`, { waitUntil: 'networkidle' });
  expect(await page.locator('main a[href^="/shared"]').count()).toBe(0);
});

test('sessions are short there, every page has a large sign-out, and the next one is called', async () => {
  const { phone } = await member();
  const context = await newBrowser();
  const page = await context.newPage();
  await mark(page);
  await page.goto(`${started.server.url}/sign-in`);
  await fact(page).waitFor();
  await enterPassword(page, phone, PASSWORD);
  await nickname(page).waitFor();
  const token = (await context.cookies()).find(({ name }) => name === 'dev_refresh_token');
  expect((token?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(2 * 3600);
  for (const path of ['/', '/account/devices', '/account/data', '/sign-up', '/shared']) {
    await page.goto(started.server.url + path);
    const large = out(page).first();
    await large.waitFor();
    const box = await large.boundingBox();
    expect([path, (box?.height ?? 0) >= 60, (box?.y ?? 1000) < 400]).toEqual([path, true, true]);
  }
  const other = await context.newPage();
  await other.goto(`${started.server.url}/account/security`);
  await out(other).first().waitFor();
  await out(page).first().click();
  // In every tab, without the person's name and without the page that they were on.
  for (const tab of [page, other]) {
    await tab.getByText(NEXT, { exact: true }).waitFor();
    expect(tab.url()).toBe(`${started.server.url}/sign-in?after=signed-out`);
  }
});

test('a network of the settings marks its computers, and one of them may be a person’s own', async () => {
  const folder = dataFolder();
  const server = await startServer(folder.path, { ROLLCALL_SHARED_NETWORKS: '127.0.0.0/8, ::1' });
  const context = await newBrowser();
  const page = await context.newPage();
  try {
    await page.goto(`${server.url}/sign-in`);
    await fact(page).waitFor();
    await page.getByRole('link', { name: '不是公用电脑？' }).click();
    await page.getByRole('button', { name: '改为个人电脑' }).click();
    await page.getByText('这台电脑没有设为公用电脑。').waitFor();
    await page.goto(`${server.url}/sign-in`);
    await page.getByRole('link', { name: '多人共用这台电脑？' }).waitFor();
  } finally {
    await server.stop();
    folder.remove();
  }
});

/** The names of docs/data.md that stay after a sign-out, as patterns. */
const staying = () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/data.md'), 'utf8');
  const [, table = ''] = text.split('\n## In a browser after a sign-out\n');
  const rows = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| (`[^|]*) \|/gm)];
  return rows
    .flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)])
    .map(([, name = '']) => new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '.*')}$`));
};

/** The names and the contents of everything that the browser has stored. */
const stored = async (context: BrowserContext): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const { name, value } of await context.cookies()) found[name] = value;
  // A tab that is elsewhere cannot be asked; it is once it is back.
  for (const page of context.pages().filter(tab => tab.url().startsWith(started.server.url)))
    Object.assign(
      found,
      await page.evaluate(async () => {
        const all: Record<string, string> = { ...localStorage, ...sessionStorage };
        for (const { name = '' } of await indexedDB.databases()) {
          const database = await new Promise<IDBDatabase>((resolve, reject) => {
            const request = indexedDB.open(name);
            request.addEventListener('success', () => resolve(request.result));
            request.addEventListener('error', reject);
          });
          const rows: unknown[] = [];
          for (const store of database.objectStoreNames)
            await new Promise((resolve, reject) => {
              const request = database.transaction(store).objectStore(store).getAll();
              request.addEventListener('success', () => resolve(rows.push(...(request.result as unknown[]))));
              request.addEventListener('error', reject);
            });
          database.close();
          all[name] = JSON.stringify(rows);
        }
        for (const name of await caches.keys()) all[name] = 'a cache';
        return all;
      }),
    );
  return found;
};

let patterns: readonly RegExp[];
beforeAll(() => {
  patterns = staying();
});

test.each([
  ['one person’s own browser', false],
  ['a shared computer', true],
] as const)(
  '%s: a sign-out leaves what docs/data.md lists, and nothing that names the person',
  async (_, shared) => {
    expect(patterns.length).toBeGreaterThan(8);
    const { phone, id } = await member();
    const context = await newBrowser();
    const page = await context.newPage();
    if (shared) await mark(page);
    await page.goto(`${started.server.url}/sign-in?return=%2Faccount%2Fsecurity`);
    await page.getByRole('button', { name: '同意', exact: true }).click();
    await enterPassword(page, phone, PASSWORD);
    await page.waitForURL('**/account/security');
    await out(page).first().waitFor();
    // A second tab, with what was typed and not saved; a third one that is asleep, as far from this page as a vendor's.
    const other = await context.newPage();
    await other.goto(`${started.server.url}/account`);
    await nickname(other).fill('没有保存的名字');
    await expect.poll(() => other.evaluate(() => JSON.stringify(sessionStorage))).toContain('没有保存的名字');
    const asleep = await context.newPage();
    await asleep.goto(`${started.server.url}/account`);
    await nickname(asleep).waitFor();
    await asleep.evaluate(
      of => {
        sessionStorage.setItem('rollcall.ticket.reset', JSON.stringify({ identity: of.phone }));
        sessionStorage.setItem('rollcall.left', of.phone);
        sessionStorage.setItem('rollcall.third-party.here', 'f'.repeat(48));
        const binding = {
          provider: 'qq',
          appid: '1',
          redirectUri: '/',
          intent: 'bind',
          account: of.id,
          returnTo: '/',
        };
        document.cookie = `rollcall_oauth_${'a'.repeat(48)}=${encodeURIComponent(JSON.stringify(binding))}; path=/`;
      },
      { phone, id },
    );
    await asleep.goto('about:blank');
    // A sign-in that was not whole, and can't be asked about.
    await context.route('**/agreements/unsigned*', route => route.abort());
    await context.addCookies([{ name: 'dev_sign_in_open', value: '1', url: started.server.url }]);
    // What cannot be sent names the person, too.
    await expect.poll(async () => JSON.stringify(await stored(context).catch(() => ({})))).toContain(id);
    await context.route('**/usage/v1/events*', route => route.abort());
    await page.goto(`${started.server.url}/account/privacy`);
    await out(page).first().waitFor();
    expect(Object.keys(await stored(context))).toContain('dev_sign_in_open');
    await out(page).first().click();
    await page.waitForURL('**/sign-in*');
    expect(new URL(page.url()).searchParams.has('return')).toBe(false);
    if (shared) await page.getByText(NEXT, { exact: true }).waitFor();
    await asleep.goto(`${started.server.url}/sign-up`);
    await asleep.locator('input[autocomplete="tel-national"]').waitFor();

    const left = async () => {
      const all = await stored(context);
      const names = Object.keys(all).filter(name => !patterns.some(pattern => pattern.test(name)));
      const person = [id, phone, '没有保存的名字'].filter(text => JSON.stringify(all).includes(text));
      return { names, person };
    };
    await expect.poll(left).toEqual({ names: [], person: [] });
    const kept = Object.keys(await stored(context));
    expect(kept).toContain('rollcall.signed_out');
    expect(kept).toContain('rollcall_browser');
    expect(kept.includes('rollcall.last_way')).toBe(!shared);
    expect(kept.includes('rollcall_shared')).toBe(shared);
  },
);
