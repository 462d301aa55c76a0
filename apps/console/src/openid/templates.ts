/** What common software needs of a client, by the addresses that its documentation names. */
import type { OpenidClientSettings } from '@rollcall/contract/console';

/** Without a template: what is right for most. */
const usual: OpenidClientSettings = {
  name: '',
  mark: null,
  own: true,
  redirect_uris: [],
  post_logout_redirect_uris: [],
  backchannel_logout_uri: null,
  scopes: ['openid', 'profile', 'email'],
  refreshes: false,
  auth_method: 'client_secret_basic',
  id_token_alg: 'RS256',
  requires_second_factor: false,
  requires_pkce: true,
};

export const templateNames = ['other', 'moodle', 'gitlab', 'nextcloud', 'mod_auth_openidc'] as const;
export type TemplateName = (typeof templateNames)[number];

/** @param at the address of the software, without a slash at its end */
const templates: Readonly<Record<TemplateName, (at: string) => Partial<OpenidClientSettings>>> = {
  other: () => ({}),
  // Server administration → OAuth 2 services
  moodle: at => ({
    name: 'Moodle',
    redirect_uris: [`${at}/admin/oauth2callback.php`],
    auth_method: 'client_secret_post',
    // it can't
    requires_pkce: false,
  }),
  // OmniAuth, provider openid_connect
  gitlab: at => ({ name: 'GitLab', redirect_uris: [`${at}/users/auth/openid_connect/callback`] }),
  // The app user_oidc; its logout address names the provider, which is rollcall here
  nextcloud: at => ({
    name: 'Nextcloud',
    auth_method: 'client_secret_post',
    redirect_uris: [`${at}/apps/user_oidc/code`],
    post_logout_redirect_uris: [`${at}/`],
    backchannel_logout_uri: `${at}/apps/user_oidc/backchannel-logout/rollcall`,
  }),
  mod_auth_openidc: at => ({
    name: new URL(at).hostname,
    redirect_uris: [`${at}/redirect_uri`],
    post_logout_redirect_uris: [`${at}/`],
    backchannel_logout_uri: `${at}/redirect_uri?logout=backchannel`,
  }),
};

/** The settings of a client of this software; undefined where the address is none. */
export const settingsOf = (name: TemplateName, address: string): OpenidClientSettings | undefined => {
  if (name === 'other') return usual;
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) return undefined;
  return { ...usual, ...templates[name](address.replace(/\/+$/, '')) };
};
