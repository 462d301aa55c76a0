import { createRemoteJWKSet, jwtVerify } from 'jose';

/** The accounts server: `ROLLCALL_ISSUER` must equal its own setting. */
export const accounts = process.env.ROLLCALL_ISSUER ?? 'http://127.0.0.1:8080';
const audience = process.env.ROLLCALL_PID ?? 'my-school';
const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', accounts), { cooldownDuration: 5000 });

/**
 * Who is signed in, by the access token in the cookies; no call to Rollcall.
 *
 * @param {{ get(name: string): { value: string } | undefined }} cookies those of `next/headers`, or of a request
 * @returns undefined where there is no token, or it is forged, for another product, or over
 */
export async function getSession(cookies) {
  const token = cookies.get('access_token')?.value;
  if (!token) return undefined;
  try {
    const { payload } = await jwtVerify(token, keys, { issuer: accounts, audience, algorithms: ['EdDSA'] });
    return { account: payload.sub, token };
  } catch {
    return undefined;
  }
}

/**
 * Trades the refresh token for new tokens. Undefined where the session has ended, or Rollcall does not answer.
 *
 * @param {string} refresh_token
 */
export async function renew(refresh_token) {
  try {
    const answer = await fetch(new URL('/tiger/v3/web/accounts/tokens/refresh', accounts), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token }),
      signal: AbortSignal.timeout(5000),
    });
    return answer.ok ? (await answer.json()).data : undefined;
  } catch {
    return undefined;
  }
}
