import { init } from '../auth.ts';
import type { Auth } from '../client.ts';
import type { Locks, SignOut } from '../browser-environment.ts';
import type { InitParams } from '../params.ts';
import type { TokenStorage } from '../token-storage.ts';
import { fakeJar, type Jar } from './jar.ts';
import { fakeNet, type Net } from './net.ts';

export const params: InitParams = { pid: 'school', appid: 7, product_code: 'p1', platform: 'web' };

/** Runs all pending promise callbacks. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 60; turn++) await Promise.resolve();
};

/** Web Locks: first come, first served. */
export const fairLocks = (): Locks => {
  const last = new Map<string, Promise<unknown>>();
  return {
    request: (name, work) => {
      const turn = Promise.resolve(last.get(name)).then(work, work);
      last.set(name, turn);
      return turn;
    },
  };
};

/** A platform without Web Locks. */
export const noLocks: Locks = { request: (_name, work) => work() };

export interface Browser {
  readonly jar: Jar;
  readonly net: Net;
  /** Messages between tabs that have not been delivered. */
  readonly messages: (() => void)[];
  /** Delivers all messages. */
  deliver(): void;
  /** Opens a tab. */
  tab(name?: string, more?: Partial<InitParams>, storage?: TokenStorage): Auth;
  /** Makes every tab visible again. */
  show(): void;
}

/** A browser whose tabs share cookies, locks and a channel. */
export const fakeBrowser = (locks: Locks = fairLocks(), now?: () => number): Browser => {
  const jar = fakeJar(now);
  const net = fakeNet();
  const messages: (() => void)[] = [];
  const listeners: ((announced: boolean, why?: SignOut) => void)[] = [];
  return {
    jar,
    net,
    messages,
    deliver: () => {
      for (const message of messages.splice(0)) message();
    },
    show: () => {
      for (const listener of listeners) listener(false);
    },
    tab: (name = '', more = {}, storage) =>
      init(
        { ...params, ...more },
        {
          page: jar,
          storage,
          locks,
          createRequest: () => net.createRequest(name),
          secure: () => false,
          net: () => '4g',
          language: () => undefined,
          joinTabs: (_channel, onMessage) => {
            listeners.push(onMessage);
            return why => {
              for (const other of listeners) if (other !== onMessage) messages.push(() => other(true, why));
            };
          },
        },
      ),
  };
};

/** A token set of the given number: `A1`, `R1`. */
export const tokens = (number: number) => ({
  access: { token: `A${number}`, type: 'Bearer', expires_in: 3600 },
  refresh: { token: `R${number}`, expires_in: 2_592_000 },
});

export const signedInAs = (number: number) => ({
  data: { auth: { account_id: `${number}`, created: false, token: tokens(number) } },
});

export const TOKEN_INVALID = { code: '10000000', msg: 'Access token is invalid.' };
export const REFRESH_TOKEN_INVALID = { code: '10000001', msg: 'Refresh token is invalid.' };
export const COOKIE_INVALID = { code: '10000002', msg: 'The session cookie is invalid.' };
