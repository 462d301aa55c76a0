import { beforeEach, describe, expect, test } from 'vitest';
import { cookieStorage } from './cookie-storage.ts';
import { fakeJar, type Jar } from './testing/jar.ts';
import { tokens } from './testing/tabs.ts';
import { memoryStorage } from './memory-storage.ts';
import type { TokenStorage } from './token-storage.ts';

let now = 0;
const clock = () => now;
beforeEach(() => {
  now = 1_800_000_000_000;
});

test('the cookies are read once for all three tokens', () => {
  const jar = fakeJar(clock);
  let reads = 0;
  const page = {
    get cookie() {
      reads++;
      return jar.cookie;
    },
    set cookie(text: string) {
      jar.cookie = text;
    },
  };
  const storage = cookieStorage({ page, secure: () => true }, {});
  storage.write(tokens(1));
  reads = 0;
  expect(storage.read()).toEqual({ access: 'A1', type: 'Bearer', refresh: 'R1' });
  expect(reads).toBe(1);
});

const implementations: [string, () => TokenStorage][] = [
  ['memory', () => memoryStorage(clock)],
  ['cookies', () => cookieStorage({ page: fakeJar(clock), secure: () => true }, { domain: 'd.example' })],
  [
    'cookies outside prod',
    () => cookieStorage({ page: fakeJar(clock), secure: () => false }, { env: 'dev' }),
  ],
];

describe.each(implementations)('%s', (_name, open) => {
  let storage: TokenStorage;
  beforeEach(() => {
    storage = open();
  });
  const held = () => {
    const { access, type, refresh } = storage.read();
    return [access, type, refresh];
  };

  test('holds nothing at first', () => expect(held()).toEqual([undefined, undefined, undefined]));

  test('holds what was written last', () => {
    storage.write(tokens(1));
    storage.write(tokens(2));
    expect(held()).toEqual(['A2', 'Bearer', 'R2']);
  });

  test('any token comes back as it was', () => {
    const token = `a;b=c, "ü\\%41 ${'x'.repeat(900)}`;
    storage.write({
      access: { token, type: 'Tö ken', expires_in: 5 },
      refresh: { token: `${token}!`, expires_in: 5 },
    });
    expect(held()).toEqual([token, 'Tö ken', `${token}!`]);
  });

  test('the type lives as long as the access token, the refresh token its own time [3.cookies 9.cookie-age]', () => {
    storage.write(tokens(1));
    now += 3600_000 - 1;
    expect(held()).toEqual(['A1', 'Bearer', 'R1']);
    now += 1;
    expect(held()).toEqual([undefined, undefined, 'R1']);
    now += 2_592_000_000;
    expect(held()).toEqual([undefined, undefined, undefined]);
  });

  test('clears', () => {
    storage.write(tokens(1));
    storage.clear();
    expect(held()).toEqual([undefined, undefined, undefined]);
    storage.clear();
    storage.write(tokens(3));
    expect(held()).toEqual(['A3', 'Bearer', 'R3']);
  });
});

describe('the three cookies', () => {
  const written = (secure: boolean, params: Parameters<typeof cookieStorage>[1]): Jar => {
    const page = fakeJar();
    const storage = cookieStorage({ page, secure: () => secure }, params);
    storage.write(tokens(1));
    return page;
  };

  test('on the shared domain, over https [3.init 3.cookies 3.cookie-domain 9.cookie-age]', () => {
    expect(written(true, { domain: 'd.example' }).lines).toEqual([
      'access_token=A1; path=/; max-age=3600; SameSite=Lax; domain=d.example; Secure',
      'token_type=Bearer; path=/; max-age=3600; SameSite=Lax; domain=d.example; Secure',
      'refresh_token=R1; path=/; max-age=2592000; SameSite=Lax; domain=d.example; Secure',
    ]);
  });

  test('on this host, prefixed by the environment [3.init 3.cookie-domain]', () => {
    expect(written(false, { env: 'api-test' }).lines[0]).toBe(
      'api-test_access_token=A1; path=/; max-age=3600; SameSite=Lax',
    );
    expect(written(false, { env: 'prod' }).lines[2]).toMatch(/^refresh_token=R1;/);
  });

  test('two environments on one domain do not see each other [3.cookie-domain]', () => {
    const page = fakeJar();
    const browser = { page, secure: () => false };
    cookieStorage(browser, { env: 'test' }).write(tokens(1));
    expect(cookieStorage(browser, { env: 'api-test' }).read().refresh).toBeUndefined();
    expect(cookieStorage(browser, {}).read().refresh).toBeUndefined();
  });

  test('cleared by a large negative max age, on the same domain [9.cleared]', () => {
    const page = fakeJar();
    cookieStorage({ page, secure: () => false }, { domain: 'd.example' }).clear();
    expect(page.lines).toEqual(
      ['access_token', 'token_type', 'refresh_token'].map(
        name => `${name}=; path=/; max-age=-99999999; SameSite=Lax; domain=d.example`,
      ),
    );
  });

  test('a malformed value of another site is read as it is', () => {
    const page = fakeJar();
    page.cookie = 'refresh_token=%E0%A4%A; path=/';
    page.cookie = 'xrefresh_token=no; path=/';
    expect(cookieStorage({ page, secure: () => false }, {}).read().refresh).toBe('%E0%A4%A');
  });
});
