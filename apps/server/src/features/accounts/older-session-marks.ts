/**
 * Marks the session of an older site that the person signed out of here. That session goes on, and without the mark the next page
 * would convert it and undo the sign-out. A new session of the older site is converted again.
 */
import { createHmac } from 'node:crypto';
import { readCookie } from '../../http/language.ts';
import type { Input } from '../../http/handler.ts';
import { cookieValue } from './third-party/older-site.ts';

/** Lifetime of the mark in seconds: a year. */
const AGE = 365 * 24 * 3600;

/** Calls after which this browser is signed out. */
const ending: ReadonlySet<string> = new Set([
  'logout',
  'deleteTokens',
  'changePassword',
  'changePasswordByPhone',
]);

export interface OlderSessionMarks {
  /** Whether the person signed out of the older session of this Cookie header. */
  isMarked(header: string | undefined): boolean;
  /** The Set-Cookie that marks the older session of this Cookie header; undefined where it has none. */
  mark(header: string | undefined): string | undefined;
}

/**
 * @param options.cookie the older site's; undefined: no older site is configured
 * @param options.key makes a MAC (HMAC-SHA-256) of the session, so that the mark does not repeat it
 */
export const createOlderSessionMarks = (options: {
  readonly cookie: string | undefined;
  readonly https: boolean;
  readonly key: Buffer;
}): OlderSessionMarks => {
  const { cookie, https, key } = options;
  const name = https ? '__Host-rollcall_older' : 'rollcall_older';
  const macOf = (header: string | undefined): string | undefined => {
    const session = cookie === undefined ? undefined : cookieValue(header, cookie);
    return session && createHmac('sha256', key).update(session).digest('base64url').slice(0, 22);
  };
  return {
    isMarked: header => {
      const mark = readCookie(header, name);
      return mark !== undefined && mark === macOf(header);
    },
    mark: header => {
      const mac = macOf(header);
      return (
        mac && `${name}=${mac}; Path=/; Max-Age=${AGE}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`
      );
    },
  };
};

type AnyHandler = (input: never) => Promise<unknown>;

/** The handlers, of which those that sign this browser out mark its older session. */
export const markOlderSessions = <H extends Readonly<Record<string, AnyHandler>>>(
  handlers: H,
  marks: OlderSessionMarks,
): H =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      ending.has(name)
        ? async (input: Pick<Input, 'header' | 'setCookie'>) => {
            const answer = await handler(input as never);
            const mark = marks.mark(input.header('cookie'));
            if (mark !== undefined) input.setCookie(mark);
            return answer;
          }
        : handler,
    ]),
  ) as unknown as H;
