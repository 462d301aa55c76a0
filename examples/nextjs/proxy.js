import { NextResponse } from 'next/server';
import { getSession, renew } from './lib/session.js';

export const config = { matcher: ['/lessons/:path*'] };

/** @param {import('next/server').NextRequest} request */
export async function proxy(request) {
  if (await getSession(request.cookies)) return NextResponse.next();
  const refresh = request.cookies.get('refresh_token')?.value;
  const tokens = refresh && (await renew(refresh));
  if (!tokens) {
    const { pathname, search } = request.nextUrl;
    const signIn = new URL('/sign-in', request.url);
    signIn.searchParams.set('return', pathname + search);
    return NextResponse.redirect(signIn);
  }
  // The page sees the new token immediately, and the browser keeps it, in the cookies that the library of the page
  // reads.
  const { access } = tokens;
  request.cookies.set('access_token', access.token);
  const response = NextResponse.next({ request: { headers: request.headers } });
  const options = {
    path: '/',
    sameSite: /** @type {const} */ ('lax'),
    secure: request.nextUrl.protocol === 'https:',
  };
  response.cookies.set('access_token', access.token, { ...options, maxAge: access.expires_in });
  response.cookies.set('token_type', access.type, { ...options, maxAge: access.expires_in });
  response.cookies.set('refresh_token', tokens.refresh.token, {
    ...options,
    maxAge: tokens.refresh.expires_in,
  });
  return response;
}
