/** The widest domain that this host may share cookies on. */
import { cookieJar, type BrowserEnvironment } from './cookie-jar.ts';

const PROBE = 'rollcall_probe';

/**
 * The parent domain that the school's sites share, found by trial: the shortest end of the host's name that the browser
 * takes a cookie for. It takes none for a public suffix (com, co.uk, github.io), of which it has the list, so the
 * answer is never somebody else's domain too. Undefined for an address, a name without a dot, and where no domain is
 * taken: a cookie then belongs to this host alone.
 */
export function sharedDomain(environment: BrowserEnvironment): string | undefined {
  const { hostname } = environment.location;
  // an address has no parents: 1.2.3.4 is not below 3.4
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
