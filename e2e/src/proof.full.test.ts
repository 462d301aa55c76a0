/** A change of the phone number six minutes after the sign-in, in a real browser against the real server. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterPassword, newPhone, signUp, tokensOf } from './people.ts';
import { serverWithClockAndBrowser } from './server-and-browser.ts';

const password = 'Secret#1';
const { started, clock } = serverWithClockAndBrowser();

/** What has the focus in a dialog, one after the other, and lies under something else then (WCAG 2.4.11). */
const covered = (dialog: Locator) =>
  dialog.evaluate(element => {
    const found: string[] = [];
    for (const one of element.querySelectorAll<HTMLElement>('a, button, input, [tabindex]')) {
      one.focus();
      if (document.activeElement !== one) continue;
      const { left, top, width, height } = one.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!one.contains(seen)) found.push(one.outerHTML.slice(0, 120));
    }
    return found;
  });

test('a change of the number six minutes after the sign-in requires the password, and then goes through', async () => {
  const [phone, next] = [newPhone(), newPhone()];
  tokensOf(await signUp(started.server, phone, password));
  const context = await started.browser.newContext({ locale: 'en', viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(`${started.server.url}/sign-in?return=/account/security`);
  await enterPassword(page, phone, password);
  await page.getByRole('button', { name: 'Change Mobile number' }).click();

  clock.move(6 * 60_000);
  await page.locator('input[name="old_phone_number"]').fill(phone);
  await page.locator('input[name="phone_number"]').fill(next);
  await page.getByRole('button', { name: 'Send code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.locator('input[name="password"]').waitFor();
  // twice the text, as set in the browser, in a low window
  const settings = await context.newCDPSession(page);
  await settings.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.setViewportSize({ width: 320, height: 480 });
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  await expect.poll(size).toBe('32px');
  expect(await covered(dialog)).toEqual([]);
  await settings.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await page.setViewportSize({ width: 360, height: 740 });
  await dialog.locator('input[name="password"]').fill(password);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });

  await page.getByText(/^Code sent to/).waitFor();
  expect(await page.locator('input[name="phone_number"]').inputValue()).toBe(next);
  await page.locator('input[name="captcha"]').fill(await started.server.code(next));
  await page.getByText('Your number has changed.').waitFor();
  await page.getByText(`${next.slice(0, 3)}****${next.slice(7)}`).waitFor();
  await context.close();
});
