/**
 * The attempt of a challenge by an HttpOnly cookie, set with the rule. The specification's bodies (section 7) have no field for it,
 * so a page that sends only those is bound to its attempt by the cookie.
 */
import { createHostCookie } from '../../http/host-cookie.ts';
import type { Input } from '../../http/handler.ts';

/** Lifetime of the cookie in seconds: that of an attempt. */
const AGE = 10 * 60;

export interface AttemptCookie {
  /** Has the browser keep the attempt, in the place of an earlier one. */
  set(input: Pick<Input, 'setCookie'>, attempt: string): void;
  /** The attempt that a body names, else the cookie's. */
  attemptOf(input: Pick<Input, 'header'>, named: string | undefined): string | undefined;
}

export const createAttemptCookie = (https: boolean): AttemptCookie => {
  const cookie = createHostCookie('rollcall_attempt', { https, age: AGE });
  return {
    set: ({ setCookie }, attempt) => setCookie(cookie.set(attempt)),
    attemptOf: ({ header }, named) => named ?? cookie.read(header('cookie')),
  };
};
