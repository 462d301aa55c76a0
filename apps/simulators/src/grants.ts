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
/** Milliseconds for which used and expired codes are stored, so that a replay gets another error than an unknown code. */
const REMEMBERED_MS = 24 * 3600 * 1000;

export class Grants {
  readonly #codes = new Map<string, Issued & { used: boolean }>();
  readonly #tokens = new Map<string, Issued>();
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
    const tokens = {
      accessToken: randomBytes(32).toString('hex').toUpperCase(),
      refreshToken: randomBytes(32).toString('hex').toUpperCase(),
    };
    this.#tokens.set(tokens.accessToken, { grant, expiresAt: this.#now() + this.#tokenMs });
    return tokens;
  }

  find(accessToken: string): Grant | 'unknown' | 'expired' {
    const issued = this.#tokens.get(accessToken);
    if (!issued) return 'unknown';
    return issued.expiresAt <= this.#now() ? 'expired' : issued.grant;
  }

  clear(): void {
    this.#codes.clear();
    this.#tokens.clear();
  }

  #forget(): void {
    const since = this.#now() - REMEMBERED_MS;
    for (const kept of [this.#codes, this.#tokens])
      for (const [key, { expiresAt }] of kept) if (expiresAt < since) kept.delete(key);
  }
}
