import { TokenError } from '@rollcall/node';
import { verifyToken } from './verify-token.mjs';

/** `app/me/route.js` */
export async function GET(request) {
  try {
    return Response.json(await verifyToken(request.headers.get('authorization')));
  } catch (error) {
    if (error instanceof TokenError) return Response.json({ error: 'Sign in first.' }, { status: 401 });
    // The keys could not be fetched.
    return Response.json({ error: 'Try again later.' }, { status: 503 });
  }
}
