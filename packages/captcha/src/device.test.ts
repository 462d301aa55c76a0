import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { device } from './device.ts';

/** The page, as far as it hears what a person does. */
let page: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
});

const idle = () => {
  const request = vi.fn<(begin: () => void, options: { timeout: number }) => void>();
  vi.stubGlobal('requestIdleCallback', request);
  return request;
};

test('a page without input loads nothing [4.fingerprint]', () => {
  const request = idle();
  const load = vi.fn(async () => 'dev');
  device(load);
  for (const kind of ['focus', 'focusin', 'scroll', 'pointermove', 'load'])
    page.dispatchEvent(new Event(kind));
  vi.advanceTimersByTime(60_000);
  expect(request).not.toHaveBeenCalled();
  expect(load).not.toHaveBeenCalled();
});

test.each(['pointerdown', 'keydown', 'input'])('is loaded once the page was first used: %s', async kind => {
  const request = idle();
  const load = vi.fn(async () => 'dev');
  device(load);
  page.dispatchEvent(new Event(kind));
  page.dispatchEvent(new Event('pointerdown'));
  page.dispatchEvent(new Event('keydown'));
  expect(request).toHaveBeenCalledTimes(1);
  request.mock.calls[0]?.[0]();
  expect(load).toHaveBeenCalledTimes(1);
});

test('is loaded when the browser is idle, at the latest after 500 ms [4.fingerprint]', async () => {
  const request = idle();
  const load = vi.fn(async () => 'dev');
  const id = device(load);
  page.dispatchEvent(new Event('pointerdown'));
  expect(load).not.toHaveBeenCalled();
  expect(request.mock.calls[0]?.[1]).toEqual({ timeout: 500 });
  request.mock.calls[0]?.[0]();
  expect(load).toHaveBeenCalledTimes(1);
  await expect(id()).resolves.toBe('dev');
  await expect(id()).resolves.toBe('dev');
  expect(load).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('without idle callbacks it is loaded after 500 ms [4.fingerprint]', () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const load = vi.fn(async () => 'dev');
  device(load);
  page.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(499);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a request for the device starts the script immediately', () => {
  idle();
  const load = vi.fn(async () => 'dev');
  void device(load)();
  expect(load).toHaveBeenCalledTimes(1);
});

test('is told when it comes; nobody waits longer than ten checks of 50 ms [9.fingerprint]', async () => {
  idle();
  const interval = vi.spyOn(globalThis, 'setInterval');
  const settled = vi.fn<(id: string) => void>();
  let tell = (_id: string) => {};
  void device(() => new Promise<string>(resolve => (tell = resolve)))().then(settled);
  await vi.advanceTimersByTimeAsync(450);
  tell('dev');
  await vi.advanceTimersByTimeAsync(0);
  expect(settled.mock.calls).toEqual([['dev']]);
  expect(vi.getTimerCount()).toBe(0);

  void device(() => new Promise(() => {}))().then(settled);
  const [check, ms] = interval.mock.lastCall as [() => void, number];
  expect(ms).toBe(50);
  // the page was busy: the checks come late, and each lets the script go on
  for (let count = 1; count < 10; count++) {
    check();
    await Promise.resolve();
    expect(settled).toHaveBeenCalledTimes(1);
  }
  check();
  await Promise.resolve();
  expect(settled).toHaveBeenLastCalledWith('');
  expect(vi.getTimerCount()).toBe(0);
});

test('a request waits 500 ms at most; a late fingerprint serves the next one [9.fingerprint]', async () => {
  idle();
  let tell = (_id: string) => {};
  const load = vi.fn(() => new Promise<string>(resolve => (tell = resolve)));
  const id = device(load);
  const settled = vi.fn<(id: string) => void>();
  void id().then(settled);
  await vi.advanceTimersByTimeAsync(499);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(settled.mock.calls).toEqual([['']]);
  tell('dev');
  await expect(id()).resolves.toBe('dev');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a blocked script gives no device immediately, and is loaded again the next time [9.fingerprint]', async () => {
  idle();
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('blocked'))
    .mockImplementationOnce(() => {
      throw new Error('broken');
    })
    .mockResolvedValue('dev');
  const id = device(load);
  expect([await id(), await id(), await id(), await id()]).toEqual(['', '', 'dev', 'dev']);
});
