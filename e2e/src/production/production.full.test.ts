/**
 * The production profile: a person signs up and is signed in on a site of the domain, and an operator sees the site's
 * report. `npm run proofs -- production` walks the rest, too.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPhone, takenOver } from '../people.ts';
import { firstOperator, newDevice, shown, signIn, signUp } from './people.ts';
import { accounts, type School, startSchool, www } from './school.ts';

let school: School;
beforeAll(async () => {
  school = await startSchool({ env: { ROLLCALL_MINORS: 'pages' } });
});
afterAll(() => school?.stop());

test("a person signs up, is signed in on the school’s site, and the console shows the site's reports", async () => {
  const phone = newPhone();
  const { context, page, errors } = await newDevice(school);
  await page.goto(www);
  await page.getByRole('heading', { name: 'Nobody' }).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(/\/sign-in/);
  expect(await page.title()).toBe('Sign in · My School');
  await takenOver(page);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await signUp(page, school, phone);
  // On the way to the site the consent is requested once.
  await page.getByLabel('Year of birth').selectOption('1990');
  await page.getByRole('button', { name: 'Yes, I was born in 1990' }).click();
  await page.waitForURL(`${www}/`);
  await page.getByRole('heading', { name: /^Hello / }).waitFor();

  expect(errors).toEqual([]);
  const reported = ['lesson.done', 'TypeError'].map(what =>
    page.waitForResponse(
      answer => `${answer.url()} ${answer.request().postData()}`.includes(what) && answer.ok(),
    ),
  );
  await page.getByRole('button', { name: 'Agree to reports' }).click();
  await page.getByRole('button', { name: 'Finish the lesson' }).click();
  await page.getByRole('button', { name: 'Break' }).click();
  await Promise.all(reported);
  await context.close();

  const again = await newDevice(school);
  await again.page.goto(`${accounts}/sign-in?return=${encodeURIComponent(`${www}/`)}`);
  await signIn(again.page, phone);
  await again.page.waitForURL(`${www}/`);
  await again.page.getByRole('heading', { name: /^Hello / }).waitFor();
  expect(again.errors).toEqual([]);
  await again.context.close();

  const operator = await newDevice(school);
  await firstOperator(operator.page, school);
  await shown(operator.page, '/usage/live', /lesson\.done/);
  await shown(operator.page, '/monitor/errors', /The lesson is broken/);
  // Sample data is made outside production only.
  await shown(operator.page, '/monitor/resources', /Files that pages can’t load/);
  expect(await operator.page.getByText('npm run sample').count()).toBe(0);
  await operator.context.close();
});
