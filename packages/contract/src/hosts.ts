/** The environments that the specification names (section 7). */
export type Environment = 'dev' | 'staging' | 'prod' | 'api-test' | 'test' | 'press';

/** The host kinds that serve calls (specification, section 7). */
export type HostKind = 'main' | 'platform';

/** The parameters that the base host depends on. */
export interface HostParams {
  /**
   * Any other environment than `prod` prefixes the host.
   * @default 'prod'
   */
  readonly env?: Environment | undefined;
  /** The domain that the product's sites share, such as `school.example`. Absent: the page's own origin is the host. */
  readonly domain?: string | undefined;
  /** The base host, as an origin such as `https://api.school.example`: one for both host kinds, or one for each. */
  readonly host?: string | { readonly [K in HostKind]: string } | undefined;
}

/**
 * The base host of a host kind (specification, section 7, which gives no names): `host` if it is given; else, without a
 * domain, '' for the page's own origin; else `https://api.DOMAIN` or `https://platform.DOMAIN`, with the prefix `ENV-`
 * in any environment but prod.
 *
 * @example baseHost({ env: 'prod', domain: 'school.example' }, 'main');
 * @see `docs/react.md`
 */
export const baseHost = ({ host, domain, env = 'prod' }: HostParams, kind: HostKind = 'main'): string => {
  if (host !== undefined) return (typeof host === 'string' ? host : host[kind]).replace(/\/$/, '');
  if (!domain) return '';
  const prefix = env === 'prod' ? '' : `${env}-`;
  return `https://${prefix}${kind === 'main' ? 'api' : kind}.${domain.replace(/^\./, '')}`;
};
