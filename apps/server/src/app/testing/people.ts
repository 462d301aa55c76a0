/** For tests: people at servers that are reached by their URL alone, with what the development sender shows. */
import { expect } from 'vitest';
import { newPhone } from '../../features/accounts/testing.ts';

const PASSWORD = 'Secret#1';

interface Reached {
  readonly url: string;
}

const ask = (server: Reached, method: string, path: string, body?: unknown, token?: string) =>
  fetch(`${server.url}/tiger/v3/web/accounts/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** @returns the data of the answer, which has to be 200 */
export const call = async (...[server, method, path, ...more]: Parameters<typeof ask>) => {
  const answer = await ask(server, method, path, ...more);
  const text = await answer.text();
  expect(answer.status, `${method} ${path}: ${text}`).toBe(200);
  return (JSON.parse(text) as { data: unknown }).data;
};

export interface TokenSet {
  readonly access: { readonly token: string };
  readonly refresh: { readonly token: string };
}
const tokensOf = (data: unknown): TokenSet => (data as { auth: { token: TokenSet } }).auth.token;

/** @returns the number */
export const signUp = async (server: Reached): Promise<string> => {
  const phone = newPhone();
  const person = { phone_number: phone, pid: 'test' };
  await call(server, 'POST', 'captcha/register/phone/with-agreement', person);
  const sent = await fetch(`${server.url}/dev/messages.json?to=${phone}`);
  const [message] = (await sent.json()) as { code: string }[];
  const agreements = (await call(server, 'GET', 'agreements?pid=test')) as { id: number }[];
  await call(server, 'POST', 'register/phone/with-agreement', {
    ...person,
    captcha: message?.code,
    password: PASSWORD,
    agreement_ids: agreements.map(({ id }) => id),
  });
  return phone;
};
const credentials = (identity: string) => ({
  identity,
  password: PASSWORD,
  pid: 'test',
  agreement_ids: [-1],
});
export const signIn = async (server: Reached, identity: string): Promise<TokenSet> =>
  tokensOf(await call(server, 'POST', 'login', credentials(identity)));
/** @returns the answer's status */
export const trySignIn = async (server: Reached, identity: string): Promise<number> =>
  (await ask(server, 'POST', 'login', credentials(identity))).status;
export const refresh = async (server: Reached, tokens: TokenSet): Promise<TokenSet> =>
  (await call(server, 'PUT', 'tokens/refresh', { refresh_token: tokens.refresh.token })) as TokenSet;
