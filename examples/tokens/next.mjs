import { verifyToken } from './verify-token.mjs';

/** `app/me/route.js` */
export async function GET(request) {
  const who = await verifyToken(request.headers.get('authorization')).catch(() => undefined);
  return who ? Response.json(who) : Response.json({ error: 'Sign in first.' }, { status: 401 });
}
