import { AuthError } from './errors.ts';

/** The environments that the specification names (section 7). */
export type Environment = 'dev' | 'staging' | 'prod' | 'api-test' | 'test' | 'press';

/** The parameters of `init` (specification, section 3). */
export interface InitParams {
  /** The product's id on this server: sent as a header, and in every body that has a `pid`. */
  readonly pid: string;
  readonly appid: string | number;
  readonly product_code: string | number;
  /** Such as `web`. */
  readonly platform: string | number;
  /**
   * Any other environment than `prod` prefixes the cookies' names and the host.
   * @default 'prod'
   */
  readonly env?: Environment | undefined;
  /** The cookies' domain, shared by the product's sites, such as `school.example`. Absent: this host only. */
  readonly domain?: string | undefined;
  /** The base host, as an origin such as `https://api.school.example`: one for both host kinds, or one for each. */
  readonly host?: string | { readonly main: string; readonly platform: string } | undefined;
  /**
   * Sent as Auth-Version; 0, false and '' switch the Authorization header off.
   * @default 1
   */
  readonly auth_version?: string | number | boolean | undefined;
  /** Sent as Client-ID. Absent: the appid. */
  readonly client_id?: string | number | undefined;
  /**
   * Time-out of a request in milliseconds.
   * @default 20_000
   */
  readonly requestTimeout?: number | undefined;
}

/** @throws AuthError InitFailed (42) unless the four required params have the right types (specification, section 5) */
export const checkParams = (params: InitParams): void => {
  const { pid, appid, product_code, platform } = params ?? {};
  const named = (value: unknown) => value && typeof value === 'string';
  if (
    !named(pid) ||
    ![appid, product_code, platform].every(value => typeof value === 'number' || named(value))
  ) {
    throw new AuthError('InitFailed', 'Auth init fail.Check init params.');
  }
};

/**
 * The base host of a host kind (specification, section 7, which gives no names): `host` if it is given; else, without a
 * domain, '' for the page's own origin; else `https://api.DOMAIN` or `https://platform.DOMAIN`, with the prefix `ENV-`
 * in any environment but prod.
 */
export const baseHost = (
  { host, domain, env = 'prod' }: InitParams,
  kind: 'main' | 'platform' = 'main',
): string => {
  if (host !== undefined) return (typeof host === 'string' ? host : host[kind]).replace(/\/$/, '');
  if (!domain) return '';
  const prefix = env === 'prod' ? '' : `${env}-`;
  return `https://${prefix}${kind === 'main' ? 'api' : kind}.${domain.replace(/^\./, '')}`;
};
