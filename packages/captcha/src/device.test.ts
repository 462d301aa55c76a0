import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { device } from './device.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const idle = () => {
  const request = vi.fn<(begin: () => void, options: { timeout: number }) => void>();
  vi.stubGlobal('requestIdleCallback', request);
  return request;
};

test('is loaded when the browser is idle, at the latest after 500 ms', async () => {
  const request = idle();
  const load = vi.fn(async () => 'dev');
  const id = device(load);
  expect(load).not.toHaveBeenCalled();
  expect(request.mock.calls[0]?.[1]).toEqual({ timeout: 500 });
  request.mock.calls[0]?.[0]();
  expect(load).toHaveBeenCalledTimes(1);
  await expect(id()).resolves.toBe('dev');
  await expect(id()).resolves.toBe('dev');
  expect(load).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('without idle callbacks it is loaded after 500 ms', () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const load = vi.fn(async () => 'dev');
  device(load);
  vi.advanceTimersByTime(499);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(load).toHaveBeenCalledTimes(1);
});

test('asking does not wait for idleness', async () => {
  idle();
  await expect(device(async () => 'dev')()).resolves.toBe('dev');
});

test('nobody waits longer than 500 ms; the late fingerprint serves the next asking', async () => {
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

test('a script that is blocked is no device, at once, and is tried again', async () => {
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
