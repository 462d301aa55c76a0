// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { vendorGlobal } from './script.ts';
import { answerScript, freshPage, scripts } from './testing/browser.ts';

beforeEach(() => freshPage());
afterEach(() => {
  vi.useRealTimers();
});
const load = (timeout = 1_000) => vendorGlobal('https://vendor.example/v.js', 'vendor', timeout);
const arrive = () => {
  vi.stubGlobal('vendor', 'here');
  answerScript('load');
};

test('a global that is there needs no script [4.challenge]', async () => {
  vi.stubGlobal('vendor', 'here');
  await expect(load()).resolves.toBe('here');
  expect(scripts()).toEqual([]);
});

test('two callers share one script [4.challenge]', async () => {
  // jsdom may have timers of its own.
  const before = vi.getTimerCount();
  const both = Promise.all([load(), load()]);
  expect(scripts()).toHaveLength(1);
  arrive();
  await expect(both).resolves.toEqual(['here', 'here']);
  expect(vi.getTimerCount()).toBe(before);
});

test('a failure rejects all callers, and the next call loads the script again [4.challenge]', async () => {
  const both = Promise.allSettled([load(), load()]);
  answerScript('error');
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = load();
  expect(scripts()).toHaveLength(1);
  arrive();
  await expect(again).resolves.toBe('here');
});

test('a slow script is given up, and its late result is ignored [4.challenge]', async () => {
  const slow = load();
  const element = scripts()[0];
  const failed = slow.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await failed).toMatchObject({
    name: 'CaptchaVendorTimeout',
    body: 'https://vendor.example/v.js',
  });
  const again = load();
  element?.dispatchEvent(new Event('load'));
  expect(scripts()).toHaveLength(1);
  arrive();
  await expect(again).resolves.toBe('here');
});
