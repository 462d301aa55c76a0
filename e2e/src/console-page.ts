/** Pages of the console in a test: what they complain of, and the first admin. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type ConsoleServer, enter } from './console.ts';

export const chinese = { locale: 'zh-CN', extraHTTPHeaders: { 'Accept-Language': 'zh-CN' } };

/** Collects a page's violations of the content security policy and its script errors. */
export function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', error => complaints.push(error.message));
  page.on('console', message => {
    if (/Content.Security.Policy|integrity/i.test(message.text())) complaints.push(message.text());
  });
}

export async function openPage(
  context: BrowserContext,
  url: string,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  const complaints: string[] = [];
  listen(page, complaints);
  await page.goto(url);
  return { page, complaints };
}

/** Opens a group of the navigation, where it is closed. */
export async function openGroup(page: Page, name: string): Promise<void> {
  const button = page.getByRole('complementary').getByRole('button', { name, exact: true });
  await button.waitFor();
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
}

/** Makes the first admin by the link of the first run. @returns the browser of the admin, who is signed in */
export async function firstAdmin(browser: Browser, server: ConsoleServer): Promise<BrowserContext> {
  const admin = await browser.newContext({ ...chinese, viewport: { width: 1280, height: 800 } });
  const page = await admin.newPage();
  await page.goto(`${server.url}${server.firstRun}`);
  await page.locator('[name=again]').waitFor();
  await enter(page, '林老师');
  await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
  await page.close();
  return admin;
}
