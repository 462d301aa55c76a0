/** Access tokens: JWTs that any service can verify by `/.well-known/jwks.json` (ARCHITECTURE.md, "Tokens and sessions"). */
import { type KeyObject, sign } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { LruCache } from '../../../platform/lru-cache.ts';
import { ACCESS_LIFE } from './access-life.ts';
import { ALGORITHM, type SigningKeys } from './signing-keys.ts';

/** The audience of a token for this server alone, which no other service takes. */
export const OWN_AUDIENCE = 'rollcall';
/** Verified tokens that are remembered, so that a signature is checked once and not at each request. */
const REMEMBERED = 10_000;
/** Longest token that is parsed, in characters; issued tokens are far shorter. */
const LONGEST = 2048;

export interface AccessClaims {
  /** `sub` */
  readonly accountId: string;
  /** `sid` */
  readonly sessionId: string;
  readonly pid: string;
}

export interface AccessTokens {
  /**
   * Claims: iss, aud, sub, sid, pid, usage_proof, iat, exp. No profile: what a person changes must not live on in a token.
   * @param options.ownOnly the audience is this server alone; else the pid
   * @param options.life seconds; ACCESS_LIFE unless given
   */
  issue(claims: AccessClaims, options?: { readonly ownOnly?: boolean; readonly life?: number }): string;
  /** What a token says; undefined unless it is genuine, this issuer's, for its pid or this server, and not expired. */
  verify(token: string): Promise<AccessClaims | undefined>;
}

export const createAccessTokens = (deps: {
  readonly keys: SigningKeys;
  readonly issuer: string;
  /** Makes the claim `usage_proof` of an account. */
  readonly usageProof: (accountId: string) => string;
  readonly now: () => number;
}): AccessTokens => {
  const { keys, issuer, usageProof, now } = deps;
  return {
    issue: ({ accountId, sessionId, pid }, { ownOnly = false, life = ACCESS_LIFE } = {}) => {
      const at = Math.floor(now() / 1000);
      const { kid, key } = keys.active();
      const aud = ownOnly ? OWN_AUDIENCE : pid;
      return signed(
        { alg: ALGORITHM, kid, typ: 'JWT' },
        {
          iss: issuer,
          aud,
          sub: accountId,
          sid: sessionId,
          pid,
          usage_proof: usageProof(accountId),
          iat: at,
          exp: at + life,
        },
        key,
      );
    },

    verify: createTokenVerifier(deps),
  };
};

/** Makes `verify`, for who issues none. */
export const createTokenVerifier = ({
  keys,
  issuer,
  now,
}: {
  readonly keys: SigningKeys;
  readonly issuer: string;
  readonly now: () => number;
}): AccessTokens['verify'] => {
  const remembered = new LruCache<string, { claims: AccessClaims; expiresAt: number }>(REMEMBERED);
  return async token => {
    const known = remembered.get(token);
    if (known) {
      if (known.expiresAt > now()) return known.claims;
      remembered.delete(token);
      return undefined;
    }
    const read = await readToken(keys, issuer, now(), token);
    if (read) remembered.set(token, read);
    return read?.claims;
  };
};

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Synchronously: an Ed25519 signature takes 30 µs, and to pass it to another thread and wait for it takes longer. */
const signed = (header: object, claims: object, key: KeyObject): string => {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
};

const readToken = async (keys: SigningKeys, issuer: string, at: number, token: string) => {
  if (token.length > LONGEST) return undefined;
  try {
    const { kid } = decodeProtectedHeader(token);
    const key = kid === undefined ? undefined : await keys.find(kid);
    if (!key) return undefined;
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer,
      currentDate: new Date(at),
      requiredClaims: ['sub', 'exp', 'iat'],
    });
    const { sub, aud, sid, pid, exp } = payload;
    if (!sub || typeof sid !== 'string' || typeof pid !== 'string' || exp === undefined) return undefined;
    if (aud !== pid && aud !== OWN_AUDIENCE) return undefined;
    return { claims: { accountId: sub, sessionId: sid, pid }, expiresAt: exp * 1000 };
  } catch (error) {
    if (isJoseError(error)) return undefined;
    throw error;
  }
};

/** jose says by an error of its own, or a TypeError for a text that is no JWT at all, that a token is no good. */
const isJoseError = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('ERR_J'));
