/** The names of `oidc-provider` that are used here. */
import type { default as OidcProvider } from 'oidc-provider';

export type Library = typeof import('oidc-provider');
export type Provider = InstanceType<typeof OidcProvider>;
export type Client = InstanceType<Provider['Client']>;
export type Grant = InstanceType<Provider['Grant']>;
export type Interaction = InstanceType<Provider['Interaction']>;

/** Where the provider answers. */
export const OPENID_PATH = '/openid';
