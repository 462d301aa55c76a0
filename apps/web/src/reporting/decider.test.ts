// @vitest-environment jsdom
import type { Auth } from '@rollcall/account';
import type { ConsentKind } from '@rollcall/contract';
import { createUsage, type Usage } from '@rollcall/usage';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

let signedIn: string | undefined;
let privacy: () => Promise<{ guardian_usage?: readonly ConsentKind[] }>;
// Test files share their modules: another one may have loaded the decider with the real calls.
vi.resetModules();
vi.doMock('@rollcall/account', () => ({
  accountId: () => signedIn,
  usageProof: () => `proof of ${signedIn}`,
  getPrivacy: () => privacy(),
}));
const { followDecider } = await import('./decider.ts');
afterAll(() => {
  vi.doUnmock('@rollcall/account');
  vi.resetModules();
});

const all = ['event', 'view', 'user', 'app', 'device'] as const;
const made: Usage[] = [];
const create = () => {
  const usage = createUsage({ product_code: 'decider', url: '/', env: 'test' });
  made.push(usage);
  return usage;
};
/** What this browser has granted, as the next page reads it. */
const granted = () => {
  const { consent } = create();
  return all.filter(kind => consent.granted()[kind]);
};
let changed: () => void;
const auth = { onChange: (listener: () => void) => (changed = listener) } as unknown as Auth;
const shown: (Usage | undefined)[] = [];
const follow = () => followDecider(auth, { create, show: usage => shown.push(usage) });
const become = (id: string | undefined) => {
  signedIn = id;
  changed();
};

beforeEach(() => {
  localStorage.clear();
  shown.length = 0;
  signedIn = 'pupil';
  privacy = async () => ({ guardian_usage: ['view', 'user'] });
});
afterEach(() => {
  for (const usage of made.splice(0)) usage.close();
});

test('what a guardian allowed ends with the sign-out of the pupil', async () => {
  await follow();
  expect(granted()).toEqual(['view', 'user']);
  become(undefined);
  expect(granted()).toEqual([]);
});

test('somebody else who signs in is not recorded by it, also where the server does not answer', async () => {
  await follow();
  privacy = () => Promise.reject(new Error('down'));
  become('another');
  expect(granted()).toEqual([]);
  expect(shown.at(-1)).toBeUndefined();
});

test('a page that begins with somebody else withdraws it before anything is asked', async () => {
  await follow();
  signedIn = 'another';
  privacy = () => Promise.reject(new Error('down'));
  shown.length = 0;
  await follow();
  expect(granted()).toEqual([]);
  expect(shown).toEqual([]);
});

test('with a person’s own consent nothing is recorded of the next person until it is known who decides', async () => {
  signedIn = undefined;
  await follow();
  const [before] = shown;
  const none = before?.stats();
  before?.consent.grant(['event'], '1');
  before?.track('lesson.open');
  expect(before?.stats()).not.toEqual(none);
  let answer: (privacy: object) => void = () => {};
  privacy = () => new Promise(resolve => (answer = resolve));
  become('adult');
  expect(shown.at(-1)).toBeUndefined();
  const recorded = before?.stats();
  before?.track('lesson.open');
  expect(before?.stats()).toEqual(recorded);
  answer({});
  await expect.poll(() => shown.at(-1)).toBeDefined();
  expect(granted()).toEqual(['event']);
});
