/** Begins a page's reporting with cookies that all sites of the domain share. */
import { createUsage as create, type Usage, type UsageParams } from '@rollcall/usage';
import { browserEnvironment } from '../storage/cookie-jar.ts';
import { sharedDomain } from '../storage/shared-domain.ts';

/**
 * `createUsage` of `@rollcall/usage`, for whose params see there; but without `domain` the device's cookie of 30 days lies
 * on the parent domain that the sites share (specification, section 9), so that it is one for a.school.com and
 * b.school.com. That is found by trial with a cookie that lives for a moment, and only once there is something to keep.
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
