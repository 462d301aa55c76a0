/** An older site's session: who is signed in there, by a cookie that it signed or by asking it. */
import { isMacOf } from '../../../../platform/digest.ts';
import { tracedRequest } from '../../../../platform/vendor-http.ts';
import type { Logger } from 'pino';
import { refuse } from '../../../../platform/refusal.ts';
import type { ConvertSettings } from './settings.ts';
import { beginningOf } from '../../../../platform/beginning-of.ts';
import { parseObject } from '../../../../platform/parse-object.ts';
import { textOf } from './vendor.ts';

/** `retry_after` in seconds while the older site is down. */
const RETRY_AFTER = 10;
/** Characters of its answer that are read; one that is longer is no answer. */
const LONGEST_ANSWER = 64 * 1024;

/** What the older site says of the person who is signed in there; it vouches for each identifier. */
export interface OlderUser {
  readonly kind: 'account' | 'phone' | 'email' | 'username';
  readonly value: string;
  /** When the session began there, its `iat` (ms); null: not told, or told wrongly. */
  readonly since: number | null;
}

export interface Presented {
  /** The whole Cookie header. */
  readonly cookies: string | undefined;
  /** The whole Authorization header. */
  readonly authorization: string | undefined;
}

export interface Converter {
  /**
   * The person signed in at the older site; undefined without a session there or without a configured older site.
   * @throws the refusal TooBusy where it can't be asked at the moment: its session may yet be good.
   */
  identify(presented: Presented): Promise<OlderUser | undefined>;
  /**
   * What names the older site's session, presented by its cookie or as a bearer token: one session has one name. Of a signed one this is
   * the signed text, because its signature has several spellings. Undefined where none is presented.
   */
  sessionName(presented: Presented): string | undefined;
}

interface Deps {
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
  readonly timeoutMs: number;
}

/** The value of a cookie, as it was sent. */
export const cookieValue = (header: string | undefined, name: string): string | undefined => {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) {
      return (
        pair
          .slice(at + 1)
          .trim()
          .replace(/^"(.*)"$/, '$1') || undefined
      );
    }
  }
  return undefined;
};

const bearer = (header: string | undefined): string | undefined =>
  /^Bearer +([!-~]{1,4096})$/i.exec(header ?? '')?.[1];

/** Milliseconds by which the older site's clock may be ahead. */
const AHEAD = 60_000;

/** A time that is still to come, such as one in milliseconds, would outlast every end of the account's sessions. */
const sinceOf = ({ iat }: Readonly<Record<string, unknown>>, at: number): number | null =>
  typeof iat === 'number' && iat >= 0 && iat * 1000 <= at + AHEAD ? Math.min(iat * 1000, at) : null;

const userOf = (claims: Readonly<Record<string, unknown>>, at: number): OlderUser | undefined => {
  for (const [field, kind] of [
    ['sub', 'account'],
    ['phone', 'phone'],
    ['email', 'email'],
    ['username', 'username'],
  ] as const) {
    const value = textOf(claims, field);
    if (value !== undefined) return { kind, value, since: sinceOf(claims, at) };
  }
  return undefined;
};

/**
 * Reads a signed session: `<payload>.<HMAC-SHA-256 of it>`, both base64url; the payload is JSON with `exp` (seconds
 * since 1970), `iat` (the same; optional), and one of `sub` (an account's id), `phone`, `email` or `username`.
 * @returns undefined where it is forged, malformed or over.
 */
export const readSigned = (value: string, secret: string, at: number): OlderUser | undefined => {
  const [, payload = '', signature = ''] = /^([\w-]{1,4096})\.([\w-]{43})$/.exec(value) ?? [];
  if (payload === '' || !isMacOf([secret], payload, Buffer.from(signature, 'base64url'))) return undefined;
  const claims = parseObject(Buffer.from(payload, 'base64url').toString('utf8'));
  const exp = claims?.['exp'];
  if (!claims || typeof exp !== 'number' || !(exp * 1000 > at)) return undefined;
  return userOf(claims, at);
};

/** Asks the older site, with nothing of the request but its own cookie or token. */
const askSite = async (
  url: string,
  headers: Record<string, string>,
  { now, log, timeoutMs }: Deps,
): Promise<OlderUser | undefined> => {
  let reason: string;
  try {
    const ask = () =>
      fetch(url, {
        headers: { accept: 'application/json', ...headers },
        // A redirect leads to its sign-in page as a rule: there is no session.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
    const response = await tracedRequest('GET', url, ask);
    if (response.ok) {
      const claims = parseObject(await beginningOf(response, LONGEST_ANSWER));
      return claims && userOf(claims, now());
    }
    await response.body?.cancel();
    if (response.status < 500 && response.status !== 429) return undefined;
    reason = `HTTP ${response.status}`;
  } catch (error) {
    reason = (error as Error).name;
  }
  log.warn({ reason }, 'the older site could not be asked');
  throw refuse('TooBusy', { data: { retry_after: RETRY_AFTER } });
};

export const createConverter = (settings: ConvertSettings | undefined, deps: Deps): Converter => ({
  identify: async ({ cookies, authorization }) => {
    if (!settings) return undefined;
    const token = bearer(authorization);
    const value = token ?? cookieValue(cookies, settings.cookie);
    if (value === undefined) return undefined;
    if ('secret' in settings) return readSigned(value, settings.secret, deps.now());
    const headers: Record<string, string> =
      token === undefined ? { cookie: `${settings.cookie}=${value}` } : { authorization: `Bearer ${token}` };
    return askSite(settings.url, headers, deps);
  },

  sessionName: ({ cookies, authorization }) => {
    if (!settings) return undefined;
    const value = bearer(authorization) ?? cookieValue(cookies, settings.cookie);
    return 'secret' in settings ? value?.split('.')[0] : value;
  },
});
