/** A person who has an e-mail address alone, in a browser that was never here: every way in works without a phone. */
import { expect, test } from 'vitest';
import { call, inForce, tokensOf } from './people.ts';
import { serverAndBrowser } from './server-and-browser.ts';
import { stepsOn, took } from './steps.ts';

const started = serverAndBrowser();

async function signUp(email: string, password: string): Promise<void> {
  await call(started.server.url, 'POST', 'email/captcha/send', { email });
  const captcha = await started.server.code(email);
  const { body } = await call(started.server.url, 'POST', 'email/captcha/check', { email, captcha });
  const { access } = tokensOf(
    await call(started.server.url, 'POST', 'email/register', {
      captchaTicket: body.data?.['captchaTicket'],
      password,
      rePassword: password,
      pid: 'test',
    }),
  );
  const signed = { agreement_ids: await inForce(started.server.url), pid: 'test' };
  await call(started.server.url, 'POST', 'agreements/sign', signed, access.token);
}

test('a person resets a forgotten password by e-mail, and later signs in by a code', async () => {
  const email = 'pupil@school.example';
  await signUp(email, 'Secret#1');
  const context = await started.browser.newContext({ locale: 'en', viewport: { width: 360, height: 740 } });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const steps = stepsOn(page);
  await steps.visit(`${started.server.url}/sign-in`);
  await steps.choose('By password');
  await steps.fill('Mobile number, e-mail or username', email);
  // What was typed is there, and the way by e-mail is open.
  await steps.follow('Forgot password?');
  await page.getByText('Confirm your e-mail address').waitFor();
  expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe(email);
  await steps.press('Send code');
  await page.getByText(/^Code sent to/).waitFor();
  await steps.fill('Code', await started.server.code(email));
  await steps.fill('New password', 'Tree-house9');
  await steps.fill('Confirm new password', 'Tree-house9');
  await steps.press('Save the new password');
  await page.getByLabel('Nickname').waitFor();
  took('Set a new password by e-mail', steps.count());

  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL(/\/sign-in/);
  await page.getByRole('link', { name: 'Sign in by e-mail code' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(/^Code sent to/).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await started.server.code(email));
  await page.getByLabel('Nickname').waitFor();
  await context.close();
});
