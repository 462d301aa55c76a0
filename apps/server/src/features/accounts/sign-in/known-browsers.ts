/**
 * Browsers that signed in before, by a signed cookie. It opens nothing: it only gives its browser a count of wrong passwords
 * of its own for the accounts that it names, so that others' guesses do not keep their people out. A stolen one is worth one
 * more count, of `LOCK` failures; a forged one is ignored.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Input } from '../../../http/handler.ts';
import { createHostCookie } from '../../../http/host-cookie.ts';

/** Accounts that one browser is known to; a school's computer has several. The oldest is dropped. */
const ACCOUNTS = 8;
/** Lifetime of the cookie in seconds: 180 days after the last sign-in. */
const AGE = 180 * 24 * 3600;

export interface KnownBrowsers {
  /**
   * The browser's id for an account; undefined where it never signed in to it.
   * @param header the Cookie header
   * @param accountId undefined: takes the same time, and finds nothing
   */
  find(header: string | undefined, accountId: string | undefined): string | undefined;
  /** Set-Cookie that makes the browser known to the account, beside those before. */
  remember(header: string | undefined, accountId: string): string;
}

/**
 * @param options.key signs the cookies (HMAC-SHA-256)
 */
export const createKnownBrowsers = ({ https, key }: { https: boolean; key: Buffer }): KnownBrowsers => {
  const cookie = createHostCookie('rollcall_browser', { https, age: AGE });
  const macOf = (accountId: string, id: string): Buffer =>
    createHmac('sha256', key).update(`${accountId}|${id}`).digest().subarray(0, 16);
  /** Entries of 12 random bytes and their MAC, the last sign-in first. */
  const entriesOf = (header: string | undefined): string[] =>
    (cookie.read(header) ?? '')
      .split('~')
      .filter(entry => /^[\w-]{16}\.[\w-]{22}$/.test(entry))
      .slice(0, ACCOUNTS);
  const isOf = (entry: string, accountId: string): boolean => {
    const [id = '', mac = ''] = entry.split('.');
    return timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(accountId, id));
  };

  return {
    find: (header, accountId) => {
      const own = entriesOf(header).filter(entry => isOf(entry, accountId ?? 'nobody'));
      return accountId === undefined ? undefined : own[0]?.split('.')[0];
    },
    remember: (header, accountId) => {
      const entries = entriesOf(header);
      const known = entries.find(entry => isOf(entry, accountId));
      const id = known?.split('.')[0] ?? randomBytes(12).toString('base64url');
      const entry = `${id}.${macOf(accountId, id).toString('base64url')}`;
      const all = [entry, ...entries.filter(other => other !== known)].slice(0, ACCOUNTS);
      return cookie.set(all.join('~'));
    },
  };
};

type AnyHandler = (input: never) => Promise<unknown>;

/** The account that an answer signs in. */
const signedIn = (answer: unknown): string | undefined =>
  (answer as { readonly auth?: { readonly account_id?: string } } | undefined)?.auth?.account_id;

/** The handlers, each of which makes the browser known to the account that it signs in. */
export const rememberBrowsers = <H extends Readonly<Record<string, AnyHandler>>>(
  handlers: H,
  browsers: KnownBrowsers,
): H =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      async (input: Pick<Input, 'header' | 'setCookie'>) => {
        const answer = await handler(input as never);
        const id = signedIn(answer);
        if (id !== undefined) input.setCookie(browsers.remember(input.header('cookie'), id));
        return answer;
      },
    ]),
  ) as unknown as H;
