import { baseHost } from '@rollcall/contract';
import { describe, expect, test, vi } from 'vitest';
import type { InitParams } from './params.ts';
import { params } from './testing/tabs.ts';

const fresh = async () => {
  vi.resetModules();
  return import('./index.ts');
};

describe('init', () => {
  const wrong: [string, unknown][] = [
    ...(['pid', 'appid', 'product_code', 'platform'] as const).flatMap(name =>
      [undefined, null, '', true, {}].map((value): [string, unknown] => [name, value]),
    ),
    ['pid', 5],
  ];
  test.each(wrong)(
    '%s of %j is refused with the words of the specification [4.init-fails 5.init]',
    async (name, value) => {
      const { init, getAuth } = await fresh();
      const all = { ...params, [name]: value } as InitParams;
      expect(() => init(all)).toThrow(
        expect.objectContaining({
          name: 'InitFailed',
          code: 42,
          message: 'Auth init fail.Check init params.',
        }),
      );
      expect(() => getAuth()).toThrow(expect.objectContaining({ code: 41 }));
    },
  );

  test('without any params [4.init-fails]', async () => {
    const { init } = await fresh();
    expect(() => init(undefined as unknown as InitParams)).toThrow(expect.objectContaining({ code: 42 }));
  });

  test('keeps the client for getAuth, which refuses before it [4.before-init 5.init]', async () => {
    const { init, getAuth } = await fresh();
    expect(() => getAuth()).toThrow(
      expect.objectContaining({
        name: 'NotInitialised',
        code: 41,
        message: 'Please run init correctly before getting the auth instance.',
      }),
    );
    const auth = init(params);
    expect(getAuth()).toBe(auth);
    // A failed init leaves the good one in place.
    expect(() => init({ ...params, pid: '' })).toThrow('Auth init fail.');
    expect(getAuth()).toBe(auth);
    const second = init({ ...params, appid: 'other' });
    expect(getAuth()).toBe(second);
  });

  test('on a server it holds no tokens, calls no listener and keeps no process alive [3.version]', async () => {
    expect(typeof document).toBe('undefined');
    const before = Object.keys(globalThis);
    const { init, VERSION } = await fresh();
    const auth = init(params);
    expect(auth.signedIn()).toBe(false);
    expect(auth.browser.net()).toBe('unknown');
    expect(auth.browser.language()).toBeUndefined();
    expect(auth.browser.secure()).toBe(false);
    auth.browser.page.cookie = 'access_token=A; path=/';
    expect(auth.browser.page.cookie).toBe('');
    expect(Object.keys(globalThis)).toEqual(before);
    expect(VERSION).toBe('0.16.2');
  });
});

test('the script-tag build shows the module as one global object', async () => {
  const module = await fresh();
  await import('./script.ts');
  expect(Object.keys(Rollcall).sort()).toEqual(Object.keys(module).sort());
});

test('the version is the one of the package [3.version]', async () => {
  const { default: manifest } = await import('../package.json');
  const { VERSION } = await fresh();
  expect(manifest.version).toBe(VERSION);
});

describe('the base host [3.init 7.hosts]', () => {
  test.each([
    [{}, '', ''],
    [{ env: 'dev' }, '', ''],
    [{ domain: 'd.example' }, 'https://api.d.example', 'https://platform.d.example'],
    [{ domain: '.d.example', env: 'prod' }, 'https://api.d.example', 'https://platform.d.example'],
    ...(['dev', 'staging', 'api-test', 'test', 'press'] as const).map(
      env =>
        [
          { domain: 'd.example', env },
          `https://${env}-api.d.example`,
          `https://${env}-platform.d.example`,
        ] as const,
    ),
    [{ host: 'https://h.example/', domain: 'd.example' }, 'https://h.example', 'https://h.example'],
    [{ host: '', domain: 'd.example' }, '', ''],
    [
      { host: { main: 'https://m.example', platform: 'https://p.example' } },
      'https://m.example',
      'https://p.example',
    ],
  ] as const)('%j', (more, main, platform) => {
    expect(baseHost({ ...params, ...more }, 'main')).toBe(main);
    expect(baseHost({ ...params, ...more }, 'platform')).toBe(platform);
  });
});
