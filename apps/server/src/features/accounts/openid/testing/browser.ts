/** For tests: a client, and a browser that is led between it and the provider. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/database/schema.ts';
import type { HttpAccounts, Person } from '../../testing/http.ts';
import { PID } from '../../testing.ts';
import { secretDigest } from '../client-metadata.ts';

export const REDIRECT_URI = 'https://moodle.school.example/callback';
export const SECRET = 'a-secret-of-tests-0123456789';

/** Registers a client, as the console does. @returns its id */
export const addClient = async (
  db: Kysely<Database>,
  changes: Partial<{
    own: boolean;
    redirect_uris: string[];
    post_logout_redirect_uris: string[];
    backchannel_logout_uri: string;
    scopes: string[];
    auth_method: string;
    id_token_alg: string;
    requires_second_factor: boolean;
    requires_pkce: boolean;
  }> = {},
): Promise<string> => {
  const id = randomUUID();
  await db
    .insertInto('openid_clients')
    .values({
      id,
      name: 'Moodle',
      mark: null,
      own: true,
      redirect_uris: [REDIRECT_URI],
      post_logout_redirect_uris: [],
      backchannel_logout_uri: null,
      scopes: ['openid', 'profile', 'email', 'phone'],
      refreshes: true,
      auth_method: 'client_secret_basic',
      id_token_alg: 'RS256',
      requires_second_factor: false,
      requires_pkce: true,
      secret_digest: secretDigest(SECRET),
      previous_digest: null,
      previous_until: null,
      created_at: new Date(),
      secret_at: null,
      last_used_at: null,
      ...changes,
    })
    .execute();
  return id;
};

/** Somebody of age who owes nothing. */
export const adult = async (context: HttpAccounts): Promise<Person> => {
  const person = await context.visitor();
  const { access: token } = person;
  await context.call('setAge', { token, body: { birth_year: 1990 } });
  const unsigned = await context.call('getUnsignedAgreements', { token, query: { pid: PID } });
  const body = { agreement_ids: unsigned.map(({ id }) => id), pid: PID };
  await context.call('signAgreements', { token, body });
  return person;
};

export interface Led {
  readonly status: number;
  readonly location: string;
  readonly text: string;
  /** Its Content-Security-Policy. */
  readonly policy: string;
}

/** The parameters of an authorization request. */
export const requestOf = (clientId: string, changes: Record<string, string | undefined> = {}) => {
  const verifier = randomBytes(32).toString('base64url');
  const parameters = Object.entries({
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid',
    state: 'a state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]));
  return { verifier, path: `/openid/authorize?${new URLSearchParams(parameters).toString()}` };
};

/** A browser: it keeps cookies by their paths, and follows no redirect by itself. */
export const createBrowser = ({ server, call }: Pick<HttpAccounts, 'server' | 'call'>) => {
  const cookies = new Map<string, { value: string; path: string }>();
  const open = async (url: string, form?: Record<string, string>): Promise<Led> => {
    const { pathname, search } = new URL(url, server.url);
    const sent = [...cookies].flatMap(([name, { value, path }]) =>
      pathname.startsWith(path) ? [`${name}=${value}`] : [],
    );
    const response = await fetch(server.url + pathname + search, {
      redirect: 'manual',
      headers: { cookie: sent.join('; '), accept: 'text/html' },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /; *path=([^;]*)/i.exec(line)?.[1] ?? '/';
      if (value === '') cookies.delete(name);
      else cookies.set(name, { value, path });
    }
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      text: await response.text(),
      policy: response.headers.get('content-security-policy') ?? '',
    };
  };
  /** Opens an authorization request up to the page `/allow`. @returns the request's id */
  const begin = async (path: string): Promise<string> => {
    const led = await open(path);
    const page = await open(led.location);
    return new URL(page.location, server.url).searchParams.get('request') ?? '';
  };
  /** What the page does once the person is signed in. @returns where the client is led */
  const allow = async (request: string, token: string, may = true): Promise<URL> => {
    const { to } = await call('answerOpenidRequest', { token, body: { request, allow: may } });
    const back = await open(to);
    return new URL((await open(back.location)).location);
  };
  return { cookies, open, begin, allow };
};

/** Asks an endpoint as a client does. */
export const askProvider = async (
  { server }: Pick<HttpAccounts, 'server'>,
  path: string,
  form: Record<string, string>,
  clientId?: string,
  secret = SECRET,
) => {
  const response = await fetch(`${server.url}/openid/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers:
      clientId === undefined
        ? {}
        : { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
  });
  const text = await response.text();
  return { status: response.status, json: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
};
