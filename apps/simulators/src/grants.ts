/** Codes and access tokens of one sign-in vendor. A code is valid for 10 minutes, once. */
import { randomBytes } from 'node:crypto';
import type { Condition } from './conditions.ts';
import type { Client, Person } from './people.ts';

/** The calls that a tester can make fail for a single sign-in. `page` is the redirect to the site. */
export const faultyCalls = ['page', 'token', 'openid', 'userinfo'] as const;
export type FaultyCall = (typeof faultyCalls)[number];

export interface Fault {
  readonly call: FaultyCall;
  readonly condition: Condition;
}

export interface Grant {
  readonly client: Client;
  readonly person: Person;
  readonly redirectUri: string;
  readonly scope: string;
  /** WeChat opened the page as a snapshot: the answers are about a virtual person. */
  readonly snapshot?: boolean;
  readonly fault?: Fault;
}

interface Issued {
  readonly grant: Grant;
  readonly expiresAt: number;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

const CODE_MS = 10 * 60 * 1000;
const REFRESH_MS = 30 * 24 * 3600 * 1000;
/** Milliseconds for which used and expired codes are stored, so that a replay gets another error than an unknown code. */
const REMEMBERED_MS = 24 * 3600 * 1000;

const newToken = (): string => randomBytes(32).toString('hex').toUpperCase();

export class Grants {
  readonly #codes = new Map<string, Issued & { used: boolean }>();
  readonly #tokens = new Map<string, Issued>();
  /** By refresh token, with the access token that it last gave. */
  readonly #refreshTokens = new Map<string, Issued & { accessToken: string }>();
  readonly #now: () => number;
  readonly #tokenMs: number;

  /** @param tokenMs the validity of an access token in milliseconds */
  constructor(now: () => number, tokenMs: number) {
    this.#now = now;
    this.#tokenMs = tokenMs;
  }

  /** Issues a new code for the grant. */
  issue(grant: Grant): string {
    this.#forget();
    const code = randomBytes(16).toString('hex');
    this.#codes.set(code, { grant, expiresAt: this.#now() + CODE_MS, used: false });
    return code;
  }

  /** The grant of a code, also of a used or expired one. */
  look(code: string): Grant | undefined {
    return this.#codes.get(code)?.grant;
  }

  /** Redeems a code. A code of another app counts as unknown. */
  redeem(code: string, client: Client): Grant | 'unknown' | 'used' | 'expired' {
    const issued = this.#codes.get(code);
    if (!issued || issued.grant.client.id !== client.id) return 'unknown';
    if (issued.used) return 'used';
    if (issued.expiresAt <= this.#now()) return 'expired';
    issued.used = true;
    return issued.grant;
  }

  /** Issues a new pair of tokens for the grant. */
  token(grant: Grant): Tokens {
    const accessToken = this.#accessToken(grant);
    const refreshToken = newToken();
    this.#refreshTokens.set(refreshToken, { grant, accessToken, expiresAt: this.#now() + REFRESH_MS });
    return { accessToken, refreshToken };
  }

  /**
   * The tokens of a refresh, as WeChat's: an access token that is still valid stays, and lives longer; the refresh token stays, and
   * does not. One of another app counts as unknown.
   */
  refresh(
    refreshToken: string,
    client: Client,
  ): (Tokens & { readonly grant: Grant }) | 'unknown' | 'expired' {
    const issued = this.#refreshTokens.get(refreshToken);
    if (!issued || issued.grant.client.id !== client.id) return 'unknown';
    if (issued.expiresAt <= this.#now()) return 'expired';
    const { grant } = issued;
    const isValid = typeof this.find(issued.accessToken) !== 'string';
    issued.accessToken = this.#accessToken(grant, isValid ? issued.accessToken : newToken());
    return { grant, accessToken: issued.accessToken, refreshToken };
  }

  find(accessToken: string): Grant | 'unknown' | 'expired' {
    const issued = this.#tokens.get(accessToken);
    if (!issued) return 'unknown';
    return issued.expiresAt <= this.#now() ? 'expired' : issued.grant;
  }

  clear(): void {
    for (const kept of [this.#codes, this.#tokens, this.#refreshTokens]) kept.clear();
  }

  #accessToken(grant: Grant, token = newToken()): string {
    this.#tokens.set(token, { grant, expiresAt: this.#now() + this.#tokenMs });
    return token;
  }

  #forget(): void {
    const since = this.#now() - REMEMBERED_MS;
    for (const kept of [this.#codes, this.#tokens, this.#refreshTokens])
      for (const [key, { expiresAt }] of kept) if (expiresAt < since) kept.delete(key);
  }
}
