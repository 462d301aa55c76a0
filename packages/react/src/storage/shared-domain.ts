/** Finds the widest domain that this host may set cookies on. */
import { cookieJar, type BrowserEnvironment } from './cookie-jar.ts';

const PROBE = 'rollcall_probe';

/**
 * The parent domain that the school's sites share, found by trial: the shortest suffix of the host's name on
 * which the browser accepts a cookie. Browsers refuse public suffixes (com, co.uk, github.io), so the domain
 * always belongs to the school. Undefined for an IP address, for a name without a dot, and where no cookie is
 * accepted: a cookie then belongs to this host only.
 *
 * @example const domain = sharedDomain(browser);
 * @see `docs/react.md`
 */
export function sharedDomain(environment: BrowserEnvironment): string | undefined {
  const { hostname } = environment.location;
  // an IP address has no parent domains
  if (/^[\d.]+$|:/.test(hostname)) return undefined;
  const labels = hostname.split('.').filter(label => label !== '');
  for (let count = 2; count <= labels.length; count++) {
    const domain = labels.slice(-count).join('.');
    const jar = cookieJar(environment, domain);
    jar.set(PROBE, '1');
    const taken = jar.all().has(PROBE);
    jar.remove(PROBE);
    if (taken) return domain;
  }
  return undefined;
}
