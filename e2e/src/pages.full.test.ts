/**
 * Every page in two sizes, both languages, light, dark and forced colours: no violation that axe knows; `npm run proofs -- screenshots` makes a
 * picture of each look too.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { overTheFoot, sideways, violations } from './axe.ts';
import { launch, looks } from './browser.ts';
import { pages } from './pages.ts';
import { unclearInForcedColours } from './forced-colours.ts';
import { cutOffAt200, smallTapAreas } from './tap-areas.ts';
import { newPhone, signUp, tokensOf } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningServer, startServer } from './server.ts';

const pictures = process.env['ROLLCALL_SCREENSHOTS'];
const folder = dataFolder();
let server: RunningServer;
let browser: Browser;
let refresh: string;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(folder.path), launch()]);
  refresh = tokensOf(await signUp(server, newPhone(), 'Secret#1')).refresh.token;
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

// A page is opened once in each language; its sizes and themes are media that it answers to while it stands there.
// Names and roles are in the words; contrast and sizes are the same in each language, so axe looks at them in one. A theme
// changes colours alone, and they are the same in both sizes.
describe.each(['zh-CN', 'en'])('%s', language => {
  const here = looks.filter(({ options }) => options.locale === language);
  const [first] = here;
  if (!first) throw new Error(`No look in ${language}.`);
  // One tab shows all: a new one costs four times as much processor time, for its process and the scripts compiled again.
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    context = await browser.newContext({ ...first.options, reducedMotion: 'reduce' });
    page = await context.newPage();
  });
  afterAll(() => context.close());
  afterEach(async () => {
    const held = (await context.cookies()).find(cookie => cookie.name === 'dev_refresh_token');
    refresh = held?.value ?? refresh;
    await context.setOffline(false);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.emulateMedia({ media: null });
    // What the page keeps: the next one begins as a visitor's first.
    const cdp = await context.newCDPSession(page);
    await cdp.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'all' });
    await cdp.detach();
  });

  test.each(pages)('$name', async ({ name: pageName, path, signedIn, prepare, reach }) => {
    if (signedIn) await context.addCookies([{ name: 'dev_refresh_token', value: refresh, url: server.url }]);
    await page.setViewportSize(first.options.viewport);
    await page.emulateMedia({ colorScheme: first.options.colorScheme, reducedMotion: 'reduce' });
    await prepare?.(page);
    await page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' });
    await reach?.(page);
    expect(await page.title()).not.toBe('');
    const themes = new Set<string>();
    let measured = false;
    for (const { name, options } of here) {
      await page.setViewportSize(options.viewport);
      await page.emulateMedia({ colorScheme: options.colorScheme, reducedMotion: 'reduce' });
      if (pictures)
        await page.screenshot({ path: join(pictures, `${pageName}-${name}.png`), fullPage: true });
      const phone = options.viewport.width < 480;
      const dark = options.colorScheme === 'dark';
      if (language === 'zh-CN' ? !(dark && themes.has('dark')) : name === first.name)
        expect(await violations(page, 'html', dark ? 'colours' : undefined), name).toEqual([]);
      themes.add(options.colorScheme);
      expect(await sideways(page), `${name}: sideways scrolling`).toBeLessThanOrEqual(0);
      expect(await overTheFoot(page), `${name}: over the foot`).toBeLessThanOrEqual(0);
      if (phone && !measured) {
        measured = true;
        expect(await smallTapAreas(page), `${name}: tap areas`).toEqual([]);
        expect(await cutOffAt200(page), `${name}: text of twice the size`).toEqual({
          sideways: [],
          clipped: [],
        });
      }
    }
    if (language === 'zh-CN' && !pageName.endsWith('-print'))
      expect(await unclearInForcedColours(page), 'forced colours').toEqual([]);
  });
});
