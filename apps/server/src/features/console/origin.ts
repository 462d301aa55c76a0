/** The console answers its own pages and nobody else's: a school's other sites are same-site, and get the cookie too. */
import { refuse } from '../../platform/refusal.ts';

interface RequestOrigin {
  readonly method: string;
  readonly headers: {
    readonly origin?: string | undefined;
    readonly host?: string | undefined;
    readonly 'sec-fetch-site'?: string | string[] | undefined;
  };
}

/** Whether `origin` is this host, as the browser names it, or the public one, where a proxy names us otherwise. */
const isOwn = (origin: string, host: string | undefined, issuer: string): boolean => {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === new URL(issuer).origin || (/^https?:$/.test(url.protocol) && url.host === host);
};

/**
 * @param issuer the public URL
 * @throws the refusal ForeignOrigin for a request that another origin's page made; and for a call that changes
 * something and does not say where it comes from: every browser says so.
 */
export const checkOrigin = ({ method, headers }: RequestOrigin, issuer: string): void => {
  const changing = method !== 'GET' && method !== 'HEAD';
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const foreignSite = site !== undefined && site !== 'same-origin' && !(site === 'none' && !changing);
  if (foreignSite || (origin !== undefined && !isOwn(origin, host, issuer))) throw refuse('ForeignOrigin');
  if (changing && origin === undefined && site === undefined) throw refuse('ForeignOrigin');
};
