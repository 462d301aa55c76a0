/** Starts usage reporting with cookies that all sites of the domain share. */
import { createUsage as create, type Usage, type UsageParams } from '@rollcall/usage';
import { browserEnvironment } from '../storage/cookie-jar.ts';
import { sharedDomain } from '../storage/shared-domain.ts';

/**
 * `createUsage` of `@rollcall/usage`; see there for the parameters. Without `domain` the device's cookie of 30
 * days is set on the parent domain that the sites share (specification, section 9), so that a.school.com and
 * b.school.com have the same one. The domain is found by trial with a short-lived cookie, and only when there
 * is something to store.
 *
 * @example const usage = createUsage({ product_code: 'my-school', url: '/' });
 * @see `docs/usage.md`
 */
export function createUsage(params: UsageParams): Usage {
  let found: { readonly domain: string | undefined } | undefined;
  return create({
    ...params,
    get domain() {
      found ??= { domain: params.domain ?? sharedDomain(browserEnvironment()) };
      return found.domain;
    },
  });
}
