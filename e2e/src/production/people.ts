/** Steps of people and operators on the hosts of the school. */
import { type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { totpCodeAt } from '../../../apps/server/src/identity/second-factor/testing.ts';
import { enter } from '../console.ts';
import { enterPassword } from '../people.ts';
import { accounts, type School } from './school.ts';

export const PASSWORD = 'Secret#1';

/** Events of a browser whose user agent is headless, or that is automated, count as a bot's. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

/** A browser of its own, in English. Errors of pages are collected in `errors`. */
export async function newDevice(
  { browser }: School,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
  const context = await browser.newContext({ locale: 'en', userAgent, ...options });
  const errors: string[] = [];
  context.on('weberror', error => errors.push(String(error.error())));
  context.on('console', message => {
    if (/hydrat|Content Security|CORS|Mixed Content/i.test(message.text())) errors.push(message.text());
  });
  return { context, page: await context.newPage(), errors };
}

const codeField = (page: Page) => page.locator('input[autocomplete="one-time-code"]');

/** Presses the button that sends a code, and types the code. */
export async function withCode(page: Page, school: School, to: string): Promise<void> {
  await page.getByRole('button', { name: 'Send code' }).click();
  await page
    .getByText(/^Code sent to|\*{4}/)
    .first()
    .waitFor();
  await codeField(page).fill(await school.code(to));
}

/** Signs up by phone on the sign-up page that is open. */
export async function signUp(page: Page, school: School, phone: string): Promise<void> {
  await page.locator('input[autocomplete="tel-national"]').fill(phone);
  await withCode(page, school, phone);
  await page.locator('input[autocomplete="new-password"]').fill(PASSWORD);
  // By key: the consent foot that comes meanwhile would catch a click.
  await page.locator('form input[type="checkbox"]').first().press('Space');
  await page.locator('form button[type="submit"]').click();
}

/** Signs in by password on the sign-in page that is open. */
export const signIn = (page: Page, identity: string, password = PASSWORD): Promise<void> =>
  enterPassword(page, identity, password);

/** Creates the first operator by the printed link, with an authenticator app; the console is open then. */
export async function firstOperator(page: Page, school: School): Promise<void> {
  await page.goto(accounts + school.server.firstRun);
  await enter(page, 'lin');
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const secret = (await page.locator('[data-totp-secret]').innerText()).trim();
  await page.locator('[name=code]').fill(totpCodeAt(secret, Date.now()));
  await page.keyboard.press('Enter');
  await page.locator('[data-recovery-codes]').waitFor();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('navigation').first().waitFor();
}

/** Opens a view of the console until it shows a text: events are stored a moment after they are taken. */
export const shown = (page: Page, path: string, text: string | RegExp): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.goto(`${accounts}/console${path}`);
        await page.locator('h1[data-title]').waitFor();
        return page.locator('main').textContent();
      },
      { interval: 500 },
    )
    .toMatch(text);
