/** CSRF protection of the console: other hosts of the school's domain are same-site and send the cookie, so the Origin is checked. */
import { refuse } from '../../platform/refusal.ts';

interface RequestOrigin {
  readonly method: string;
  readonly headers: {
    readonly origin?: string | undefined;
    readonly host?: string | undefined;
    readonly 'sec-fetch-site'?: string | string[] | undefined;
  };
}

/**
 * Whether `origin` is the request's Host, or the public URL where a proxy changes the Host. Where the public URL is https, a page by http
 * is not the console: anybody on the way may have written it.
 */
const isOwn = (origin: string, host: string | undefined, issuer: string): boolean => {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  const own = new URL(issuer);
  const schemes = own.protocol === 'https:' ? /^https:$/ : /^https?:$/;
  return url.origin === own.origin || (schemes.test(url.protocol) && url.host === host);
};

/**
 * @param issuer the public URL
 * @throws the refusal ForeignOrigin for a request of another origin, and for a changing method with neither Origin nor
 * Sec-Fetch-Site, which every supported browser sends
 */
export const checkOrigin = ({ method, headers }: RequestOrigin, issuer: string): void => {
  const changing = method !== 'GET' && method !== 'HEAD';
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const foreignSite = site !== undefined && site !== 'same-origin' && !(site === 'none' && !changing);
  if (foreignSite || (origin !== undefined && !isOwn(origin, host, issuer))) throw refuse('ForeignOrigin');
  if (changing && origin === undefined && site === undefined) throw refuse('ForeignOrigin');
};
