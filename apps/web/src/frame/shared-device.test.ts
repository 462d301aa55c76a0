// @vitest-environment jsdom
import { SHARED_COOKIE } from '@rollcall/contract';
import { expect, test, vi } from 'vitest';
import { markShared, sharedDevice } from './shared-device.ts';

test('the mark is read once, and again where it is set here or the page is looked at again', () => {
  const read = vi.spyOn(document, 'cookie', 'get');
  expect([sharedDevice(), sharedDevice()]).toEqual([undefined, undefined]);
  expect(read).toHaveBeenCalledTimes(1);
  markShared(true);
  expect([sharedDevice(), sharedDevice()]).toEqual([true, true]);
  expect(read).toHaveBeenCalledTimes(2);
  // another tab
  document.cookie = `${SHARED_COOKIE}=0; path=/`;
  expect(sharedDevice()).toBe(true);
  dispatchEvent(new Event('focus'));
  expect(sharedDevice()).toBe(false);
  document.cookie = `${SHARED_COOKIE}=1; path=/`;
  dispatchEvent(new Event('pageshow'));
  expect(sharedDevice()).toBe(true);
});
