/** Every way in, on a phone and at a desk; other places are in `ways-in-places.full.test.ts`. */
import { describe, expect, test } from 'vitest';
import { newPhone } from './people.ts';
import { accountOf, allow, arrived, bindPhone, boxOf, button, open, picture, waysIn } from './ways-in.ts';
import { testWaysIn } from './ways-in-at.ts';

waysIn();

describe.each(['phone', 'desk'] as const)('%s', place => {
  testWaysIn(place);
});

test("WeChat's own browser and the QR code at a desk lead one person to one account", async () => {
  const phone = newPhone();
  const inWechat = await open('WeChat');
  await picture(inWechat, 'inside-wechat');
  await button(inWechat, 'WeChat').click();
  await inWechat.waitForURL(/connect\/oauth2\/authorize/);
  const authorisation = new URL(inWechat.url());
  expect(authorisation.searchParams.get('scope')).toBe('snsapi_userinfo');
  expect(authorisation.hash).toBe('#wechat_redirect');
  await allow(inWechat, 'li-lei');
  await bindPhone(inWechat, phone);

  const desk = await open('desk');
  // the code stands on the page, beside the form, without a press
  const frame = desk.frameLocator('iframe[src*="connect/qrconnect"]');
  await frame.locator('input[name="person"]').first().waitFor();
  const form = await boxOf(desk, 'form');
  const code = await boxOf(desk, 'iframe');
  expect(code.x).toBeGreaterThan(form.x + form.width);
  await button(desk, 'QQ').waitFor();
  expect(await button(desk, 'WeChat').count()).toBe(0);
  expect(new URL(desk.url()).pathname).toBe('/sign-in');
  await picture(desk, 'desk-code');
  await allow(frame, 'li-lei');
  await arrived(desk);
  expect(await accountOf(desk)).toBe(await accountOf(inWechat));
});
