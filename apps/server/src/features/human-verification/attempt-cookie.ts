/**
 * The attempt of a challenge by an HttpOnly cookie, set with the rule. The specification's bodies (section 7) have no field for it,
 * so a page that sends only those is bound to its attempt by the cookie. A page of another site, whose cookies browsers refuse, and a
 * client that says of no site that it asks, get the attempt in the answer and send it.
 */
import { createHostCookie } from '../../http/host-cookie.ts';
import type { Input } from '../../http/handler.ts';

/** Lifetime of the cookie in seconds: that of an attempt. */
const AGE = 10 * 60;
/** Tabs of a browser that may have a challenge open concurrently. */
const TABS = 4;

export interface AttemptCookie {
  /** Has the browser keep the attempt, before earlier ones. */
  set(input: Pick<Input, 'setCookie' | 'header'>, attempt: string): void;
  /** Whether the browser may refuse the cookie, or there is no browser. */
  mayBeRefused(input: Pick<Input, 'header'>): boolean;
  /**
   * The attempt that a body names, else the cookie's.
   * @param isIt tells by the body which it is; absent, or where none is it: the last that was begun
   */
  attemptOf(
    input: Pick<Input, 'header'>,
    named: string | undefined,
    isIt?: (attempt: string) => boolean,
  ): string | undefined;
}

export const createAttemptCookie = (https: boolean): AttemptCookie => {
  const cookie = createHostCookie('rollcall_attempt', { https, age: AGE });
  const kept = ({ header }: Pick<Input, 'header'>): readonly string[] =>
    (cookie.read(header('cookie')) ?? '').split('.').filter(attempt => /^[\w-]{1,64}$/.test(attempt));
  return {
    set: (input, attempt) => input.setCookie(cookie.set([attempt, ...kept(input)].slice(0, TABS).join('.'))),
    mayBeRefused: ({ header }) => ['cross-site', undefined].includes(header('sec-fetch-site')),
    attemptOf: (input, named, isIt = () => false) => {
      if (named !== undefined) return named;
      const attempts = kept(input);
      return attempts.find(isIt) ?? attempts[0];
    },
  };
};
