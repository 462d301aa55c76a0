/**
 * The gallery: every component in every state has no violation that axe knows and never scrolls sideways, in light and in dark, in Chinese and
 * in English, and in forced colours; `npm run proofs -- screenshots`: in every look, with a picture in two sizes.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMIT } from '../../tools/testing/limits.ts';
import { outOfSight, sideways, violations } from './axe.ts';
import { unclearInForcedColours } from './forced-colours.ts';
import { launch, looks } from './browser.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningServer, startServer } from './server.ts';

const pictures = process.env['ROLLCALL_SCREENSHOTS'];
/** Milliseconds after which a component says that it is slow; the page's clock is moved there. */
const SLOW_MS = 3000;

const folder = dataFolder();
let server: RunningServer;
let browser: Browser;
/** Passkeys need a host name. */
let gallery = '';
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(folder.path), launch()]);
  gallery = `${server.url.replace('127.0.0.1', 'localhost')}/gallery`;
  if (pictures) mkdirSync(join(pictures, 'gallery'), { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

/** `sign-in/empty` and all the others, as the gallery lists them. */
async function listed(page: Page): Promise<string[]> {
  await page.goto(gallery);
  const links = await page.locator('nav a').evaluateAll(all => all.map(link => link.getAttribute('href')));
  return links.map(link => (link ?? '').slice(1).split('/').slice(0, 2).join('/'));
}

/** A new context of a look, with its page at the gallery. */
async function open({ options }: (typeof looks)[number]) {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const thrown: string[] = [];
  page.on('pageerror', error => thrown.push(String(error)));
  await page.clock.install();
  const names = await listed(page);
  await page.goto(`${gallery}?alone#${names[0]}`);
  /** Brings a specimen's state about. */
  const play = async (name: string) => {
    await page.evaluate(hash => {
      location.hash = hash;
    }, `${name}/${options.colorScheme}/${options.locale}/full`);
    await page.locator(`[data-specimen="${name}/${options.locale}"]`).waitFor({ state: 'attached' });
    if (name.endsWith('/slow')) {
      // the button that works, or the lines that wait
      await page.locator('[data-working], section i').first().waitFor();
      await page.clock.fastForward(SLOW_MS);
    }
    await page
      .locator(`[data-specimen="${name}/${options.locale}"][data-ready]`)
      .waitFor({ state: 'attached' });
  };
  return { context, page, names, play, thrown };
}

test('the gallery shows a list, keeps its switches in the URL, and frames the chosen specimen', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(gallery);
  // The frame is drawn once the script has taken the links over; each choice then changes the addresses of the others.
  await page.locator('iframe').waitFor();
  const choose = async (name: string) => {
    const link = page.getByRole('link', { name, exact: true }).first();
    await link.click();
    await link.and(page.locator('[aria-current]')).waitFor();
  };
  for (const name of ['refused', 'Dark', 'zh-CN', '768']) await choose(name);
  expect(new URL(page.url()).hash).toBe('#sign-in/refused/dark/zh-CN/768');
  const frame = page.frameLocator('iframe');
  await frame.locator('[data-ready] [role="alert"]:not(:empty)').first().waitFor();
  expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(await frame.locator('html').evaluate(() => window.innerWidth)).toBe(766);
  expect(await violations(page)).toEqual([]);
  await context.close();
});

test('a site’s properties apply in light and dark, its link rules do not reach the card, and print is light', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  /** What a site's own style sheet says, after ours; the page's policy allows no element for it. */
  const site = (css: string) =>
    page.evaluate(text => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets.push(sheet);
    }, css);
  const colour = (selector: string, property: 'color' | 'background-color') =>
    page.locator(selector).evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);
  await page.goto(`${gallery}?alone#user-button/open/light/en/full`);
  const item = page.getByRole('menuitem', { name: 'My account' });
  await page.locator('[data-ready]').waitFor({ state: 'attached' });
  await item.waitFor();
  const ink = await colour('html', 'color');
  const body = page.locator('body');
  await site('[data-specimen] a { color: rgb(9, 9, 9) }');
  expect(await item.evaluate(one => getComputedStyle(one).color)).toBe(ink);

  await site(':root { --rc-ink: rgb(1, 2, 3) }');
  for (const theme of ['light', 'dark', '']) {
    await body.evaluate((_, to) => document.documentElement.setAttribute('data-theme', to), theme);
    await page.emulateMedia({ colorScheme: theme === '' ? 'dark' : 'light' });
    expect(await colour('html', 'color'), theme).toBe('rgb(1, 2, 3)');
    const dark = (await colour('html', 'background-color')) === 'rgb(16, 32, 28)';
    expect(dark, theme).toBe(theme !== 'light');
  }
  await page.emulateMedia({ media: 'print' });
  expect(await body.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  await context.close();
});

const small = looks.filter(({ options }) => options.viewport.width === 360);
/** Each theme and each language once. */
const two = small.filter(({ name }) => name === '360-light-zh-CN' || name === '360-dark-en');
/** So many tests share the states of a look: each stays far from the limit of a test, also on a busy machine. */
const PARTS = 10;
describe.each(pictures ? small : two)('$name', look => {
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    opened = await open(look);
  });
  afterAll(() => opened?.context.close());

  test.each(Array.from({ length: PARTS }, (_, part) => part))(
    'no violation in any state, part %i',
    async part => {
      const { page, names, play, thrown } = opened;
      expect(names.length).toBeGreaterThan(110);
      const wrong: Record<string, string[]> = {};
      for (const name of names.filter((_, index) => index % PARTS === part)) {
        const found = await play(name).then(
          // the same elements in other words and colours
          () => violations(page, 'html', look.options.colorScheme === 'dark' ? 'colours' : undefined),
          (error: unknown) => [`does not come about: ${String(error).slice(0, 200)}`],
        );
        const hidden = await outOfSight(page, 'dialog[open] [type=submit]');
        if (hidden.length > 0) found.push(`out of sight: ${hidden.join()}`);
        const over = await sideways(page);
        if (over > 0) found.push(`scrolls sideways by ${over} px`);
        // the colours are the system's in each theme
        if (look === two[0]) found.push(...(await unclearInForcedColours(page)));
        if (found.length > 0) wrong[name] = found;
      }
      expect(wrong).toEqual({});
      expect(thrown).toEqual([]);
    },
  );
});

const takePictures = async () => {
  for (const look of looks) {
    const { context, page, names, play } = await open(look);
    for (const name of names) {
      await play(name);
      const path = join(pictures ?? '', 'gallery', `${name.replace('/', '-')}-${look.name}.png`);
      await page.screenshot({ path, fullPage: true });
    }
    await context.close();
  }
};
if (pictures) test('pictures', { timeout: 2 * LIMIT }, () => takePictures());
