/** Checks the access token that a request brings, with the public keys of the school's Rollcall. */
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';

/** Milliseconds between two requests for keys, where a token names one that is not known: a key of today is published a day before it signs. */
const COOLDOWN = 5_000;
/** Milliseconds until keys are fetched again. */
const KEPT = 10 * 60_000;
/** Seconds by which two clocks may differ. */
const SKEW = 30;

export interface VerifierOptions {
  /** The public URL of Rollcall, as its setting ROLLCALL_ISSUER has it. */
  readonly issuer: string;
  /** The pid with which your pages sign in: a token for another product, or for Rollcall alone, is refused. */
  readonly pid: string;
  /** Where the keys are fetched, if not at the issuer: an address of the school's own network. @default issuer */
  readonly url?: string;
  /** Seconds that the clocks of the two servers may differ by. @default 30 */
  readonly clockTolerance?: number;
  /** The clock. @default Date.now */
  readonly now?: () => number;
}

/** Who sent the request. */
export interface Claims {
  /** The account's id: permanent, and the only one to store. */
  readonly account: string;
  readonly session: string;
  readonly pid: string;
}

/**
 * The token is missing, forged, over, or of another product. Answer 401.
 *
 * @example const status = error instanceof TokenError ? 401 : 503;
 * @see `docs/tokens.md`
 */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

/**
 * Checks `Authorization: Bearer TOKEN`.
 * @param authorization the header
 * @returns who sent it
 * @throws TokenError for a token that is no good; any other error says that the keys could not be fetched
 */
export type Verifier = (authorization: string | null | undefined) => Promise<Claims>;

/**
 * Makes the function that checks tokens. Make one for the process: it keeps the keys for ten minutes, and fetches them again where a token
 * names a key that it does not know, every five seconds at most.
 *
 * @example const verifyToken = createVerifier({ issuer: 'http://127.0.0.1:8080', pid: 'my-school' });
 * @see `docs/tokens.md`
 */
export const createVerifier = ({
  issuer,
  pid,
  url = issuer,
  clockTolerance = SKEW,
  now = () => Date.now(),
}: VerifierOptions): Verifier => {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', url), {
    cooldownDuration: COOLDOWN,
    cacheMaxAge: KEPT,
  });
  return async authorization => {
    const [, token] = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '') ?? [];
    if (token === undefined) throw new TokenError('There is no token.');
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: pid,
        // Never the algorithm that the token names.
        algorithms: ['EdDSA'],
        clockTolerance,
        currentDate: new Date(now()),
        requiredClaims: ['sub', 'sid', 'pid', 'exp'],
      });
      // An ID token for other software has no pid.
      if (payload['pid'] !== pid || typeof payload['sid'] !== 'string' || payload.sub === undefined)
        throw new TokenError('This is no access token of this product.');
      return { account: payload.sub, session: payload['sid'], pid };
    } catch (error) {
      // That keys can't be fetched says nothing about the token.
      if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout || isOfFetch(error))
        throw error;
      throw new TokenError(error.message, { cause: error });
    }
  };
};

/** jose says by its general error that the answer for keys was no 200, or no JSON, and by another that it had no keys. */
const isOfFetch = (error: errors.JOSEError): boolean =>
  error.code === 'ERR_JOSE_GENERIC' || error instanceof errors.JWKSInvalid;
