/** Every page in every look: no violation that axe knows, and (npm run screenshots) a picture to look at. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch, looks } from './browser.ts';
import { pages } from './pages.ts';
import { newPhone, signUp, tokensOf } from './people.ts';
import { type RunningServer, startServer, temporaryFolder } from './server.ts';

const pictures = process.env['ROLLCALL_SCREENSHOTS'];
const folder = temporaryFolder();
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

async function violations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`);
}

describe.each(looks)('$name', ({ name, options }) => {
  test.each(pages)('$name', async ({ name: pageName, path, signedIn, reach }) => {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
    context.setDefaultTimeout(10_000);
    if (signedIn) await context.addCookies([{ name: 'dev_refresh_token', value: refresh, url: server.url }]);
    const page = await context.newPage();
    await page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' });
    await reach?.(page);
    if (pictures) await page.screenshot({ path: join(pictures, `${pageName}-${name}.png`), fullPage: true });
    expect(await violations(page)).toEqual([]);
    expect(await page.title()).not.toBe('');
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, 'sideways scrolling').toBeLessThanOrEqual(0);
    if (signedIn) {
      const held = (await context.cookies()).find(cookie => cookie.name === 'dev_refresh_token');
      refresh = held?.value ?? refresh;
    }
    await context.close();
  });
});
