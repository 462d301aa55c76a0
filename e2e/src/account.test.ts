/**
 * What people do on the account page, in a real browser against the real server. Each task is counted in steps, from the
 * account page on (the documents count opening it as one more). A task that needs one more fails here.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paint, photograph } from './account-picture.ts';
import { violations } from './axe.ts';
import { patient } from './patient.ts';
import { call, tokensOf } from './people.ts';
import { personWithBrowser } from './person-with-browser.ts';
import { serverAndBrowser } from './server-and-browser.ts';
import { stepsOn, took } from './steps.ts';

const started = serverAndBrowser();

const { browserOf, contexts, password, phone, signIn } = personWithBrowser(started);

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

/** A file is chosen behind the one press. */
async function pick(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByText(/^(?:Add a picture|Change the picture)$/).click(),
  ]);
  await chooser.setFiles(file);
}

test('a lost phone is signed out in 2 steps', async () => {
  const lost = await browserOf('/account', { userAgent: IPHONE, hasTouch: true });
  const { page, errors } = await browserOf('/account');
  // where there is no mouse nothing can be dropped
  const drop = 'You can also drop a picture here';
  await page.getByText(drop).waitFor();
  await lost.page.getByText('JPEG, PNG or WebP.').waitFor();
  expect(await lost.page.getByText(drop).isVisible()).toBe(false);
  const steps = stepsOn(page);
  await steps.follow('Devices');
  await page.getByText('This device').waitFor();
  expect(page.url()).toBe(`${started.server.url}/account/devices`);
  expect(await page.title()).toBe('Signed-in devices · Rollcall');
  await steps.press('Sign out: iOS 17 · Safari 17');
  await page.getByText('iOS 17 · Safari 17 is signed out.').waitFor();
  took('Sign a lost phone out', 1 + steps.count());

  // the phone is out with the next thing that it asks
  await lost.page.reload();
  await lost.page.waitForURL(/\/sign-in/);
  await page.goBack();
  await page.locator('input[name="nickname"]').waitFor();
  expect(await page.title()).toBe('My account · Rollcall');
  expect(errors).toEqual([]);
});

test('a name that nobody may have is refused in words, and one that is fine is taken', async () => {
  const { page } = await browserOf('/account');
  const nickname = page.locator('input[name="nickname"]');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await nickname.fill('Anna🎈');
  await save.click();
  await page.getByText('“🎈” can’t be used.').waitFor();
  await nickname.fill('Adm1n_01');
  await save.click();
  await page.getByText('A nickname can’t look like a teacher’s or the staff’s.').waitFor();
  expect(await nickname.getAttribute('aria-invalid')).toBe('true');
  const fine = `badminton_${phone().slice(-6)}`;
  await nickname.fill(fine);
  await save.click();
  await page.getByText(/^Saved \(/).waitFor();
  await page.goto(`${started.server.url}/account/security`);
  const row = page.locator('[data-row="username"]');
  await row.getByRole('button').click();
  await row.locator('input').fill('Administrator');
  await row.locator('button[type="submit"]').click();
  await row.getByText('A username can’t look like a teacher’s or the staff’s.').waitFor();
});

test('all other devices are signed out in 3 steps, by the keyboard alone', async () => {
  const other = await browserOf('/account', { userAgent: IPHONE });
  const { page } = await browserOf('/account');
  await page.locator('input[name="nickname"]').waitFor();
  /** Presses Tab until the control of this name has the focus; fails at the end of the page. */
  const reach = async (name: string) => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return;
    }
    throw new Error(`No way to ${name}.`);
  };
  await reach('Devices');
  await page.keyboard.press('Enter');
  await page.getByText('This device').waitFor();
  // the section's title has the focus, so that the keyboard continues from there
  await reach('Sign out all others');
  await page.keyboard.press('Enter');
  // and the question's button has it immediately
  await page.getByText('Every other device will').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(/\d devices? (?:is|are) signed out\./).waitFor();
  await other.page.reload();
  await other.page.waitForURL(/\/sign-in/);
});

test('a phone’s picture is uploaded in 2 steps, reduced in the browser and scaled down, and removed in 1', async () => {
  const { page, errors } = await browserOf('/account');
  const steps = stepsOn(page);
  const sent: string[] = [];
  page.on('request', request => {
    if (request.method() === 'PUT') sent.push(request.url());
  });
  const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };

  // what can't be taken is refused before anything is sent
  await page.locator('input[type=file]').setInputFiles({ ...file, name: 'me.gif', mimeType: 'image/gif' });
  await page.getByText('This file type is not supported.').waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ ...file, name: 'IMG_1.HEIC', mimeType: 'image/heic' });
  await page.getByText('HEIC pictures can’t be used here.').waitFor();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('This picture can’t be read.').waitFor();
  expect(sent).toEqual([]);

  const buffer = await photograph(page);
  expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024);
  await steps.also(() => pick(page, { ...file, buffer }));
  const preview = page.getByAltText('Preview');
  await preview.waitFor();
  const reduced = await preview.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });
  expect(reduced).toEqual([1365, 1024]);
  await steps.press('Use this picture');
  await page.getByText('Your picture has changed.').waitFor();
  expect(steps.count()).toBe(2);
  expect(sent).toHaveLength(1);
  // the head and the section show the one that the server made
  const shown = await page.evaluate(async () => {
    const images = [...document.querySelectorAll<HTMLImageElement>('img')];
    await Promise.all(images.map(image => image.decode()));
    return images.map(({ src, naturalWidth, naturalHeight }) => ({
      path: new URL(src).pathname,
      size: [naturalWidth, naturalHeight],
    }));
  });
  expect(shown).toEqual([
    { path: expect.stringMatching(/^\/pictures\/.+\.webp$/), size: [256, 256] },
    { path: shown[0]?.path, size: [256, 256] },
  ]);

  // and pasted, anywhere on the page
  const pasted = await paint(page, 64, 64);
  await page.evaluate(
    bytes => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' }));
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true }),
      );
    },
    [...pasted],
  );
  await page.getByAltText('Preview').waitFor();
  expect(await violations(page)).toEqual([]);
  await steps.press('Cancel');

  await steps.press('Remove');
  await page.getByText('Your picture is removed.').waitFor();
  expect(await page.locator('img').count()).toBe(0);
  const upload = page.locator('input[type=file] + label');
  expect(await upload.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await upload.isVisible()).toBe(false);
  expect(errors).toEqual([]);
});

test('a consent is withdrawn in 3 steps, the data exported in 3, and erased in 3', async () => {
  const { page, errors } = await browserOf('/account');
  /** Kinds of what leaves the page: 1 is a page view, 3 a record of consent. */
  const left: number[] = [];
  page.on('request', request => {
    if (!request.url().includes('/usage/v1/events')) return;
    const { data } = JSON.parse(request.postData() ?? '{}') as { data: { body: { k?: number }[] } };
    left.push(...data.body.map(({ k }) => k ?? 0));
  });
  const changed = () =>
    page.waitForResponse(
      answer =>
        answer.url().includes('/usage/v1/events') &&
        answer.ok() &&
        answer.request().postData()?.includes('"e":"consent"') === true,
    );
  const granted = changed();
  await stepsOn(page).press('Agree');
  await granted;
  await expect.poll(() => left).toContain(1);

  const withdrawing = stepsOn(page);
  await withdrawing.follow('Privacy');
  await page.getByRole('checkbox', { name: 'Pages' }).waitFor();
  await withdrawing.untick('Pages');
  const withdrawn = changed();
  await withdrawing.press('Save choices');
  await withdrawn;
  took('Withdraw a consent', 1 + withdrawing.count());
  left.length = 0;
  await page.reload();
  await page.getByRole('checkbox', { name: 'Pages' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Pages' }).isChecked()).toBe(false);
  expect(await page.getByRole('checkbox', { name: 'Actions' }).isChecked()).toBe(true);
  expect(left).not.toContain(1);

  await page.goto(`${started.server.url}/account`);
  const exporting = stepsOn(page);
  await exporting.follow('Privacy');
  await exporting.press('Export');
  const download = page.getByRole('button', { name: /^Download/ });
  await download.waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    exporting.press((await download.textContent()) ?? ''),
  ]);
  took('Export what was recorded', 1 + exporting.count());
  expect(saved.suggestedFilename()).toMatch(/^rollcall-\d{4}-\d\d-\d\d\.ndjson\.gz$/);
  const lines = gunzipSync(readFileSync(await saved.path()))
    .toString()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>);
  expect(lines[0]).toMatchObject({ export: 'rollcall-usage' });
  expect(lines.some(line => 'event' in line)).toBe(true);
  // every change of consent stands there, and on the page
  expect(lines.filter(line => 'consent' in line)).toHaveLength(2);
  await page.getByText('What you agreed to, and when').click();
  await page.getByText('Agreed: actions, account, app, device').waitFor();

  await page.goto(`${started.server.url}/account`);
  const erasing = stepsOn(page);
  await erasing.follow('Privacy');
  await erasing.press('Erase');
  expect(await violations(page)).toEqual([]);
  await erasing.press('Erase everything');
  await page.getByText(/entries were erased on/).waitFor();
  took('Erase what was recorded', 1 + erasing.count());
  await page.getByText('The file of your last export has been deleted').waitFor();
  expect(errors).toEqual([]);
});

test('an account is deleted in 4 steps, and kept if the person signs in again', async () => {
  const { page, errors } = await browserOf('/account');
  // What the person is told first at the sign-in is waited for 2 s at most.
  await patient(page.context(), 2_000);
  const other = await call(started.server.url, 'POST', 'login', {
    identity: phone(),
    password,
    pid: 'test',
    agreement_ids: [-1],
  });
  const elsewhere = tokensOf(other).access.token;
  const deleting = stepsOn(page);
  await deleting.follow('Privacy');
  await deleting.press('Delete my account');
  await deleting.fill('Your password', password);
  await deleting.press('Yes, delete it');
  await page
    .getByText(/^Your account will be deleted on/)
    .first()
    .waitFor();
  took('Delete the account', 1 + deleting.count());
  expect(await violations(page)).toEqual([]);
  expect((await call(started.server.url, 'GET', 'profile', undefined, elsewhere)).status).toBe(401);

  await deleting.button('Sign out').click();
  await page.waitForURL(/\/sign-in/);
  const keeping = stepsOn(page);
  await keeping.visit(`${started.server.url}/sign-in?return=${encodeURIComponent('/lesson/1')}`);
  // the way in that was used here last is chosen already
  await keeping.fill('Mobile number, e-mail or username', phone());
  await keeping.fill('Password', password);
  await keeping.enter();
  await page.waitForURL(`${started.server.url}/account?return=${encodeURIComponent('/lesson/1')}`);
  await keeping.press('Keep my account');
  await page.getByText('Your account will not be deleted.').waitFor();
  took('Come back and keep it', keeping.count());
  await keeping.follow('Continue');
  await page.waitForURL(`${started.server.url}/lesson/1`);
  // the deletion is cancelled: the next sign-in leads straight to the requested page
  await page.context().clearCookies();
  await signIn(page, '/lesson/2');
  expect(page.url()).toBe(`${started.server.url}/lesson/2`);
  expect(errors).toEqual([]);
});

test('every account section is a document with its title and its navigation entry before any script runs', async () => {
  const context = await started.browser.newContext({ locale: 'zh-CN', javaScriptEnabled: false });
  contexts.push(context);
  const page = await context.newPage();
  for (const [path, title, current] of [
    ['/account', '我的账号 · 点名册', '资料'],
    ['/account/security', '账号与安全 · 点名册', '安全'],
    ['/account/devices', '登录的设备 · 点名册', '设备'],
    ['/account/privacy', '隐私与数据 · 点名册', '隐私'],
  ] as const) {
    await page.goto(started.server.url + path);
    expect(await page.title()).toBe(title);
    expect(await page.locator('nav [aria-current=page]').textContent()).toBe(current);
  }
});
