/** Every page in every look: no violation that axe knows, and (npm run screenshots) a picture to look at. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sideways, violations } from './axe.ts';
import { launch, looks } from './browser.ts';
import { pages } from './pages.ts';
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
// changes colours alone.
describe.each(['zh-CN', 'en'])('%s', language => {
  const here = looks.filter(({ options }) => options.locale === language);
  test.each(pages)('$name', async ({ name: pageName, path, signedIn, prepare, reach }) => {
    const [first] = here;
    if (!first) throw new Error(`No look in ${language}.`);
    const context = await browser.newContext({ ...first.options, reducedMotion: 'reduce' });
    context.setDefaultTimeout(10_000);
    if (signedIn) await context.addCookies([{ name: 'dev_refresh_token', value: refresh, url: server.url }]);
    const page = await context.newPage();
    await prepare?.(page);
    await page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' });
    await reach?.(page);
    expect(await page.title()).not.toBe('');
    for (const { name, options } of here) {
      await page.setViewportSize(options.viewport);
      await page.emulateMedia({ colorScheme: options.colorScheme, reducedMotion: 'reduce' });
      if (pictures)
        await page.screenshot({ path: join(pictures, `${pageName}-${name}.png`), fullPage: true });
      const only = options.colorScheme === 'dark' ? 'colours' : undefined;
      if (language === 'zh-CN' || name === first.name)
        expect(await violations(page, 'html', only), name).toEqual([]);
      expect(await sideways(page), `${name}: sideways scrolling`).toBeLessThanOrEqual(0);
    }
    if (signedIn) {
      const held = (await context.cookies()).find(cookie => cookie.name === 'dev_refresh_token');
      refresh = held?.value ?? refresh;
    }
    await context.close();
  });
});
