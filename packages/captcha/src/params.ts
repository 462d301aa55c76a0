/** The environments that the specification names (section 7). */
export type Environment = 'dev' | 'staging' | 'prod' | 'api-test' | 'test' | 'press';

/** How the server is reached. The account library's init params fit as they are. */
export interface ClientParams {
  /** The product's id with this server; a ticket is bound to it. */
  readonly pid: string;
  readonly product_code: string | number;
  /** Such as `web`. */
  readonly platform: string | number;
  /** Default: `prod`. Outside prod it prefixes the host. */
  readonly env?: Environment | undefined;
  /** The domain that the product's sites share, such as `school.example`. */
  readonly domain?: string | undefined;
  /** The base host, as an origin; one for both host kinds, or one for each. */
  readonly host?: string | { readonly main: string; readonly platform: string } | undefined;
  /** How long a request may take, and a vendor until its challenge is ready, in ms. Default: 20000. */
  readonly requestTimeout?: number | undefined;
}

/** The base host of a host kind; by the same rule as the account library's, so that one setting serves both. */
export const baseHost = ({ host, domain, env = 'prod' }: ClientParams, kind: 'main' | 'platform'): string => {
  if (host !== undefined) return (typeof host === 'string' ? host : host[kind]).replace(/\/$/, '');
  if (!domain) return '';
  const prefix = env === 'prod' ? '' : `${env}-`;
  return `https://${prefix}${kind === 'main' ? 'api' : kind}.${domain.replace(/^\./, '')}`;
};
