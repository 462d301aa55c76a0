// @vitest-environment jsdom
import { SHARED_COOKIE } from '@rollcall/contract';
import { expect, test, vi } from 'vitest';
import { markShared, sharedDevice } from './shared-device.ts';

test('the mark is read once while the page has the focus, and again where it is set here or another tab may have set it', () => {
  const read = vi.spyOn(document, 'cookie', 'get');
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  expect([sharedDevice(), sharedDevice()]).toEqual([undefined, undefined]);
  expect(read).toHaveBeenCalledTimes(1);
  markShared(true);
  expect([sharedDevice(), sharedDevice()]).toEqual([true, true]);
  expect(read).toHaveBeenCalledTimes(2);
  // In another tab, which has the focus: a sign-out there reaches this page without it.
  focus.mockReturnValue(false);
  document.cookie = `${SHARED_COOKIE}=0; path=/`;
  expect(sharedDevice()).toBe(false);
  document.cookie = `${SHARED_COOKIE}=1; path=/`;
  focus.mockReturnValue(true);
  dispatchEvent(new Event('focus'));
  expect(sharedDevice()).toBe(true);
  // A page that the browser kept, shown again.
  document.cookie = `${SHARED_COOKIE}=0; path=/`;
  dispatchEvent(new Event('pageshow'));
  expect(sharedDevice()).toBe(false);
});
