/**
 * Three tabs over one cookie jar, a server and a network that answers in any order or not at all, against what must
 * hold whatever happens: nothing that was cleared comes back, nothing newer is written over, nobody is signed out
 * without a cause, and a refresh token is exchanged once.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Auth } from './client.ts';
import { cookieStorage } from './cookie-storage.ts';
import { AuthError } from './errors.ts';
import type { SentRequest } from './testing/net.ts';
import { fakeServer } from './testing/server.ts';
import { fairLocks, fakeBrowser, noLocks, settle } from './testing/tabs.ts';
import type { Locks } from './browser-environment.ts';
import { getProfile } from './profile.ts';
import { loginByAccount, logout } from './sign-in.ts';
import type { TokenStorage } from './token-storage.ts';

const step = fc.record({
  act: fc.oneof(
    { weight: 3, arbitrary: fc.constant('call' as const) },
    { weight: 2, arbitrary: fc.constantFrom('sign in' as const, 'sign out' as const) },
    { weight: 2, arbitrary: fc.constantFrom('expire' as const, 'age' as const) },
    { weight: 5, arbitrary: fc.constant('process' as const) },
    { weight: 5, arbitrary: fc.constant('deliver' as const) },
    { weight: 1, arbitrary: fc.constantFrom('lose' as const, 'hear' as const) },
  ),
  /** Which tab, which request. */
  pick: fc.nat(11),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const run = async (steps: readonly Step[], locks: Locks, locked: boolean): Promise<void> => {
  const server = fakeServer();
  const browser = fakeBrowser(locks);
  const broken: string[] = [];
  const processed = new Map<SentRequest, { status: number; body: unknown }>();
  const lost = new Map<string, number>();
  /** Sessions whose end was answered to a sign-out that then said that it was done. */
  const signedOut = new Set<unknown>();
  let running = 0;
  let networkFailed = false;

  /** Sign-ins by tab, in the order of their beginning: the tokens that they brought. */
  const begun = new Map<string, { order: number; applied: number }>();
  const orderOf = new Map<SentRequest, number>();
  const orderOfToken = new Map<string, number>();

  const watched = (name: string): TokenStorage => {
    const storage = cookieStorage({ page: browser.jar, secure: () => false }, {});
    return {
      read: storage.read,
      write: set => {
        const held = storage.read().refresh;
        const token = set.refresh.token;
        const order = orderOfToken.get(token);
        const parent = server.parentOf(token);
        if (parent !== undefined) {
          if (held !== parent) broken.push(`${token}, the successor of ${parent}, was written over ${held}`);
        } else if (order !== undefined) {
          const acts = begun.get(name);
          if (acts && order < acts.applied) broken.push(`${token} of an earlier sign-in was written`);
          if (acts) acts.applied = order;
        }
        storage.write(set);
      },
      clear: () => {
        const held = storage.read().refresh;
        if (held && !server.sessionOf(held)?.ended) broken.push(`${held} is good and was cleared`);
        storage.clear();
      },
    };
  };
  const names = ['one', 'two', 'three'];
  const tabs = names.map((name): [string, Auth] => {
    begun.set(name, { order: 0, applied: 0 });
    return [name, browser.tab(name, {}, watched(name))];
  });

  const start = (call: Promise<unknown>): Promise<boolean> => {
    running++;
    return call
      .then(
        () => true,
        error => {
          if (!(error instanceof AuthError)) broken.push(`threw ${String(error)}`);
          return false;
        },
      )
      .finally(() => {
        running--;
      });
  };
  const process = (request: SentRequest): void => {
    const answer = server.handle(request);
    processed.set(request, answer);
    const order = orderOf.get(request);
    const data = (answer.body as { data?: { auth?: { token: { refresh: { token: string } } } } }).data;
    if (order !== undefined && data?.auth) orderOfToken.set(data.auth.token.refresh.token, order);
  };
  const deliver = (request: SentRequest): void => {
    const answer = processed.get(request);
    if (answer) request.answer(answer.status, answer.body);
  };
  const nth = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length];
  const waiting = () => browser.net.pending.filter(request => !processed.has(request));
  const answered = () => browser.net.pending.filter(request => processed.has(request));

  for (const { act, pick } of steps) {
    const [name, auth] = nth(tabs, pick) ?? [];
    if (!name || !auth) throw new Error('No tab.');
    if (act === 'call') void start(getProfile(auth));
    if (act === 'sign in') {
      const acts = begun.get(name);
      const order = acts ? ++acts.order : 0;
      void start(loginByAccount(auth, { identity: 'ann', password: 'x' }));
      const request = browser.net.sent.at(-1);
      if (request?.url.endsWith('/login')) orderOf.set(request, order);
      else broken.push('a sign-in was not sent at once');
    }
    if (act === 'sign out') {
      const before = browser.net.sent.length;
      void start(logout(auth)).then(done => {
        // Two of one tab may be on their way concurrently, so it is the server's answer that tells what was ended.
        for (const request of browser.net.sent.slice(before)) {
          const { refresh_token: token } = (request.body ?? {}) as { refresh_token?: string };
          const ended = request.url.endsWith('/logout') && processed.get(request)?.status === 200;
          if (done && ended && request.from === name && token) signedOut.add(server.sessionOf(token));
        }
        return done;
      });
    }
    if (act === 'expire') browser.jar.drop('access_token');
    if (act === 'age') server.age();
    if (act === 'hear') browser.deliver();
    const [unprocessed, ready] = [nth(waiting(), pick), nth(answered(), pick)];
    if (act === 'process' && unprocessed) process(unprocessed);
    if (act === 'deliver' && ready) deliver(ready);
    const losing = nth(browser.net.pending, pick);
    if (act === 'lose' && losing) {
      const token = (losing.body as { refresh_token?: string } | undefined)?.refresh_token;
      if (token && losing.method === 'PUT') lost.set(token, (lost.get(token) ?? 0) + 1);
      networkFailed = true;
      losing.lose();
    }
    await settle();
  }
  // Everything still on its way arrives; what follows from it too.
  for (let turns = 0; browser.net.pending.length > 0; turns++) {
    if (turns > 2000) throw new Error('It never ends.');
    const request = browser.net.next();
    if (!processed.has(request)) process(request);
    deliver(request);
    await settle();
  }
  browser.deliver();
  await settle();

  expect(broken).toEqual([]);
  expect(running).toBe(0);
  const held = tabs[0]?.[1].tokens.read().refresh;
  const session = held === undefined ? undefined : server.sessionOf(held);
  if (!networkFailed) expect(session && signedOut.has(session)).toBeFalsy();
  if (locked) {
    for (const [token, times] of server.exchanged) {
      expect(times, `exchanges of ${token}`).toBeLessThanOrEqual(1 + (lost.get(token) ?? 0));
    }
  }
};

describe('whatever the order of the answers [4.shared-refresh]', () => {
  const steps = fc.array(step, { minLength: 10, maxLength: 60 });
  // The first step signs in; the rest is random.
  const first: Step[] = [
    { act: 'sign in', pick: 0 },
    { act: 'process', pick: 0 },
    { act: 'deliver', pick: 0 },
  ];
  test.each([
    ['Web Locks', fairLocks, true],
    ['no locks', () => noLocks, false],
  ])('with %s', async (_name, locks, locked) => {
    await fc.assert(
      fc.asyncProperty(steps, async more => run([...first, ...more], locks(), locked)),
      { numRuns: 400 },
    );
  });
});
