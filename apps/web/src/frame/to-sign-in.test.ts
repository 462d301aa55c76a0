import type { Auth } from '@rollcall/account';
import { beforeEach, expect, test, vi } from 'vitest';
import { takeUnconverted, toSignIn } from './to-sign-in.ts';

const SIGN_IN = '/sign-in?return=%2Faccount';

/** The tab: its address, and what it keeps. */
const address = { pathname: '/account', search: '', replace: open };
let kept: Map<string, string>;

function open(path: string) {
  const { pathname, search } = new URL(path, 'https://school.example');
  Object.assign(address, { pathname, search });
}

beforeEach(() => {
  kept = new Map();
  open('/account');
  vi.stubGlobal('location', address);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

const client = (unconverted = false) => ({ tokens: { unconverted } }) as Auth;

/** Whether a page that starts at the tab's address asks for the conversion. */
const asks = () => {
  const auth = client();
  takeUnconverted(auth);
  return !auth.tokens.unconverted;
};

test('the sign-in does not ask again for the conversion that was refused on the way to it; its reload does [4.conversion]', () => {
  toSignIn(client(true), SIGN_IN);
  expect(asks()).toBe(false);
  expect(asks()).toBe(true);
});

test('the sign-in asks where no conversion was refused [4.conversion]', () => {
  toSignIn(client(), SIGN_IN);
  expect(asks()).toBe(true);
});

test('a person who leaves the sign-in before its script has run is asked for on the next page [4.conversion]', () => {
  toSignIn(client(true), SIGN_IN);
  // meanwhile they have signed in to the older site
  open('/account');
  expect(asks()).toBe(true);
  // what was kept is used up
  open(SIGN_IN);
  expect(asks()).toBe(true);
});
