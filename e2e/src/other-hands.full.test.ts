/**
 * Pages that others write in too: a translator, which rewrites them while they are used, an input method, which composes in
 * their fields, and the clipboard.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, startConsoleServer } from './console.ts';
import { states } from './console-views.ts';
import { dataFolder } from './data-folder.ts';
import { collectErrors } from './page-errors.ts';
import { newPhone, signUp } from './people.ts';

const folder = dataFolder();
let server: ConsoleServer;
let browser: Browser;
let context: BrowserContext;
beforeAll(async () => {
  [server, browser] = await Promise.all([
    startConsoleServer(folder.path, { ROLLCALL_CODE_RETRY_SECONDS: '0' }),
    launch(),
  ]);
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

/**
 * What the translators of Chrome and Edge do: another text node in two `<font>` elements in the place of each text node
 * that is not blank, as soon as it appears. The texts stay as they are, so that the test finds them.
 */
const translator = () => {
  const untouched = 'script, style, textarea, title, option, svg, font';
  const translate = (node: Node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found = node instanceof Text ? [node] : [];
    while (walker.nextNode()) found.push(walker.currentNode as Text);
    for (const text of found) {
      if (text.data.trim() === '' || !text.isConnected || text.parentElement?.closest(untouched)) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const start = () => {
    translate(document.body);
    new MutationObserver(changes => {
      for (const { type, target, addedNodes } of changes)
        if (type === 'characterData') translate(target);
        else for (const node of addedNodes) translate(node);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  };
  // a person has a page translated once it is there
  addEventListener('load', () => setTimeout(start));
};

async function translated(): Promise<{
  page: Page;
  errors: string[];
  visit: (path: string) => Promise<void>;
}> {
  context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } });
  await context.addInitScript(translator);
  const page = await context.newPage();
  const errors = collectErrors(page);
  const visit = async (path: string) => {
    await page.goto(server.url + path);
    await page.locator('font').first().waitFor({ state: 'attached' });
    await page.locator('form button[type=submit]:enabled').first().waitFor();
  };
  return { page, errors, visit };
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const way = (page: Page, name: string) => page.getByRole('radio', { name });
/** Messages of wrong fields that are shown. */
const wrong = (page: Page) => page.locator('[aria-invalid]');

test('a person signs up, resets the password, signs in and changes the account', async () => {
  const { page, errors, visit } = await translated();
  const phone = newPhone();
  const password = 'Tree-house9';
  await visit('/sign-up');
  const submit = page.locator('form button[type=submit]').first();
  // mistakes of every field come, and go again one by one
  for (let turn = 0; turn < 2; turn++) {
    await submit.click();
    await wrong(page).first().waitFor();
    await page.locator('[name=phone_number]').fill('138');
    await submit.click();
    await page.locator('[name=phone_number]').fill('');
    await expect.poll(() => page.locator('[name=phone_number][aria-invalid]').count()).toBe(0);
  }
  await page.locator('[name=phone_number]').fill(phone);
  await button(page, 'Send code').click();
  await page.getByText(/^Code sent to/).waitFor();
  await page.locator('[name=password]').fill(password);
  await page.locator('input[type=checkbox]').first().check();
  await page.locator('[name=captcha]').fill(await server.code(phone));
  await page.waitForURL(`${server.url}/account`);
  await page.locator('[name=nickname]').waitFor();
  await page.locator('[name=nickname]').fill('a b');
  await button(page, 'Save').click();
  await wrong(page).first().waitFor();
  await page.locator('[name=nickname]').fill('translated');
  await button(page, 'Save').click();
  await page.getByText(/^Saved/).waitFor();
  for (const section of ['Security', 'Devices', 'Privacy', 'Profile']) {
    await page.getByRole('link', { name: section }).first().click();
    await page.getByRole('heading', { name: section }).first().waitFor();
  }
  await button(page, 'Sign out').first().click();
  await page.waitForURL(/\/sign-in/);

  await visit('/reset');
  await submit.click();
  await wrong(page).first().waitFor();
  await page.locator('[name=phone_number]').fill(phone);
  await button(page, 'Send code').click();
  await page.getByText(/^Code sent to/).waitFor();
  await page.locator('[name=captcha]').fill(await server.code(phone));
  await page.locator('[name=password]').waitFor();
  await page.locator('[name=password]').fill('123');
  await submit.click();
  await wrong(page).first().waitFor();

  await visit('/sign-in');
  await way(page, 'By password').check({ force: true });
  await page.locator('[name=identity]').fill(phone);
  await submit.click();
  await wrong(page).first().waitFor();
  await page.locator('[name=password]').fill('not the password');
  await submit.click();
  await wrong(page).first().waitFor();
  await way(page, 'By code').check({ force: true });
  await way(page, 'By password').check({ force: true });
  await page.locator('[name=password]').fill(password);
  await submit.click();
  await page.waitForURL(url => url.pathname !== '/sign-in');
  expect(errors).toEqual([]);
});

test('an operator begins, signs in and looks at every view', async () => {
  const { page, errors } = await translated();
  await page.goto(`${server.url}${server.firstRun}`);
  await enter(page, 'lin');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  for (const state of states) {
    // those need people or samples, which the console's own tests have
    if (/[A-Z]{4}/.test(state.address ?? '') || state.steps) continue;
    await page.goto(server.url + (state.address ?? ''));
    await page.locator('h1').first().waitFor();
  }
  // from view to view without loading the document again
  await page.goto(`${server.url}/console`);
  const links = page.locator('nav a[href^="/console/"]');
  await links.first().waitFor();
  for (const href of await links.evaluateAll(all => all.map(link => link.getAttribute('href')))) {
    const link = page.locator(`nav a[href="${href}"]`).first();
    if (!(await link.isVisible())) continue;
    await link.click();
    await page.waitForURL(`**${href}*`);
    await page.locator('h1[data-title]').first().waitFor();
  }
  expect(await page.getByRole('heading', { level: 1, name: 'Loading failed' }).count()).toBe(0);
  expect(errors).toEqual([]);
});

/** A sign-in page with a code that was sent, in a browser of its own. */
async function askedForCode(): Promise<{ page: Page; code: string }> {
  const phone = newPhone();
  await signUp(server, phone, 'Tree-house9');
  context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await page.goto(`${server.url}/sign-in`);
  await page.locator('form button[type=submit]:enabled').waitFor();
  await way(page, 'By code').check({ force: true });
  await page
    .locator('[name=identity]')
    .fill(`+86 ${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`);
  expect(await page.locator('[name=identity]').inputValue()).toBe(phone);
  await button(page, 'Send code').click();
  await page.getByText(/^Code sent to/).waitFor();
  await page.locator('[name=captcha]').focus();
  return { page, code: await server.code(phone) };
}
const left = (page: Page) => page.waitForURL(url => url.pathname !== '/sign-in');

test('full-width digits that an input method composes sign in', async () => {
  const { page, code } = await askedForCode();
  const wide = code.replace(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit)));
  const keyboard = await page.context().newCDPSession(page);
  for (let length = 1; length <= wide.length; length++) {
    const text = wide.slice(0, length);
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: length, selectionEnd: length });
    expect(await page.locator('[name=captcha]').inputValue()).toBe(text);
  }
  await keyboard.send('Input.insertText', { text: wide });
  await left(page);
});

test('the whole message pasted signs in', async () => {
  const { page, code } = await askedForCode();
  await page.locator('[name=captcha]').fill(`2026-11-28 09:15 【第101中学】验证码 ${code}，10 分钟内有效。`);
  await left(page);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toContain('dev_access_token');
});
