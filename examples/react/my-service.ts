import type { Auth } from '@rollcall/account';

/** Calls our own service as the signed-in person. An expired token is refreshed first. */
export const askMyService = async (auth: Auth, url: string): Promise<unknown> => {
  const { type, access } = await auth.tokens.obtain();
  const answer = await fetch(url, { headers: { authorization: `${type} ${access}` } });
  if (!answer.ok) throw new Error(`The service answered ${answer.status}.`);
  return answer.json();
};
