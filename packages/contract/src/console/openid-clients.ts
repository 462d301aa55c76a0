/** Sites and programs that sign people in by OpenID Connect (docs/oidc.md). */
import * as v from 'valibot';
import { done } from '../answers.ts';
import { openidScopes } from '../openid.ts';
import type { ConsoleCall } from './call.ts';
import { count, maybeText, maybeTime, text, time } from './page.ts';

/** How a client proves itself at the token endpoint; `none`: it can't keep a secret, as on a phone. Scripts of other origins can't call userinfo. */
export const openidAuthMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;
/** How a client's ID tokens are signed. */
export const openidAlgorithms = ['RS256', 'ES256', 'EdDSA'] as const;
/** Days for which a secret that was replaced stays valid. */
export const OPENID_OVERLAP_DAYS = 7;

const LONGEST = 500;

/**
 * Whether it is an https URL, or an http one of this machine, without a user and a fragment, as a browser writes it.
 *
 * @example isOpenidAddress('https://git.school.example/callback');
 * @see `docs/oidc.md`
 */
export const isOpenidAddress = (value: string): boolean => {
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    return false;
  }
  const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) return false;
  if (value.length > LONGEST || url.username !== '' || /[#*]/.test(value)) return false;
  // What browsers and clients write differently would never be equal.
  return url.href === value || url.href === `${value}/`;
};

const address = v.pipe(v.string(), v.check(isOpenidAddress));
const addresses = (least: number) => v.pipe(v.array(address), v.minLength(least), v.maxLength(20));

const settings = v.object({
  name: v.pipe(v.string(), v.trim(), v.regex(/^[^\p{C}]{1,60}$/u)),
  /** An https URL of its picture. */
  mark: v.nullable(v.pipe(address, v.startsWith('https://'))),
  /** The school's own: people are not asked for their consent. */
  own: v.boolean(),
  /** Where people are led back to, to the letter. */
  redirect_uris: addresses(1),
  post_logout_redirect_uris: addresses(0),
  /** Where it is told that a session has ended; null: it is not. */
  backchannel_logout_uri: v.nullable(address),
  scopes: v.pipe(
    v.array(v.picklist(openidScopes)),
    v.check(scopes => scopes.includes('openid') && new Set(scopes).size === scopes.length),
  ),
  /** Whether it gets refresh tokens. */
  refreshes: v.boolean(),
  auth_method: v.picklist(openidAuthMethods),
  id_token_alg: v.picklist(openidAlgorithms),
  requires_second_factor: v.boolean(),
  /** Whether it must send PKCE (S256); a client without a secret always must. */
  requires_pkce: v.boolean(),
});
export type OpenidClientSettings = v.InferOutput<typeof settings>;

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

const client = v.object({
  id: text,
  ...settings.entries,
  name: text,
  mark: maybeText,
  redirect_uris: v.array(text),
  post_logout_redirect_uris: v.array(text),
  backchannel_logout_uri: maybeText,
  scopes: v.array(v.picklist(openidScopes)),
  created_at: time,
  /** When its secret was made; null: it has none. */
  secret_at: maybeTime,
  /** Until when the secret before is valid; null: there is none. */
  previous_until: maybeTime,
  /** Within a minute. */
  last_used_at: maybeTime,
  /** Sign-ins of the last seven days, today's last. */
  sign_ins: v.array(count),
});
export type OpenidClient = v.InferOutput<typeof client>;

const listOpenidClients = {
  summary: 'The clients of OpenID Connect, by name, and where they find the provider.',
  method: 'GET',
  path: '/console/v1/openid/clients',
  role: 'viewer',
  answer: v.object({ issuer: text, clients: v.array(client) }),
  refusals: [],
} as const satisfies ConsoleCall;

const createOpenidClient = {
  summary: 'Registers a client. Its secret is shown once; null where it has none.',
  method: 'POST',
  path: '/console/v1/openid/create',
  role: 'admin',
  act: 'openid.create',
  proof: true,
  body: settings,
  answer: v.object({ id: text, secret: maybeText }),
  refusals: [],
} as const satisfies ConsoleCall;

const changeOpenidClient = {
  summary:
    'Changes a client. One that begins to keep a secret gets it by `renewOpenidSecret`; one that keeps none any more has none.',
  method: 'POST',
  path: '/console/v1/openid/change',
  role: 'admin',
  act: 'openid.change',
  proof: true,
  body: v.object({ id, ...settings.entries }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const renewOpenidSecret = {
  summary:
    'Makes a new secret, which is shown once. With `overlap` the one before stays valid for seven days; without, it ends immediately. Refused with IllegalOperation where the client keeps none.',
  method: 'POST',
  path: '/console/v1/openid/secret',
  role: 'admin',
  act: 'openid.renew-secret',
  proof: true,
  body: v.object({ id, overlap: v.boolean() }),
  answer: v.object({ secret: text }),
  refusals: ['NotFound', 'IllegalOperation'],
} as const satisfies ConsoleCall;

const deleteOpenidClient = {
  summary: 'Deletes a client, with everything that it was given and allowed. Its tokens end immediately.',
  method: 'POST',
  path: '/console/v1/openid/delete',
  role: 'admin',
  act: 'openid.delete',
  proof: true,
  body: v.object({ id }),
  answer: done,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

/** The console's calls of clients of OpenID Connect, by name. */
export const openidConsoleCalls = {
  listOpenidClients,
  createOpenidClient,
  changeOpenidClient,
  renewOpenidSecret,
  deleteOpenidClient,
} as const satisfies Record<string, ConsoleCall>;
