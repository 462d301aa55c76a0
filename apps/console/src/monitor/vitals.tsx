/** `/console/monitor/vitals`: web vitals over time, and by page and release, rated by their thresholds. */
import { vitalDevices, vitalNetworks, vitals as vitalNames } from '@rollcall/contract/console';
import { createRoute } from '@tanstack/react-router';
import { Refused } from '../client/refused.ts';
import { matching, searchParams, oneOf, queryParams } from '../search-params/search-params.ts';
import { monitorParams, rangeOf } from './period.ts';
import { resolveProduct, monitorRoute } from './route.ts';
import { view } from './vitals.view.ts';

const searchSchema = searchParams({
  ...monitorParams,
  page: matching(/^\//, 500),
  release: matching(/^[\w.+-]+$/, 64),
  device: oneOf(['', ...vitalDevices], ''),
  network: oneOf(['', ...vitalNetworks], ''),
  metric: oneOf(vitalNames, 'LCP'),
  as: oneOf(['chart', 'table'], 'chart'),
});

/** The narrowings that are chosen. */
const given = <T extends Readonly<Record<string, string>>>(chosen: T) =>
  Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')) as {
    readonly [Name in keyof T]?: Exclude<T[Name], ''>;
  };

/** A process of the version before answers that it does not know the call. */
const unknownCall = (thrown: unknown): undefined => {
  if (thrown instanceof Refused && thrown.name === 'NotFound') return undefined;
  throw thrown;
};

export const vitalsRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => queryParams(search),
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const resolved = await resolveProduct(client, deps.product, parentMatchPromise, signal);
    const now = Date.now();
    const { metric, page, release, device, network } = deps;
    const visits = { product: resolved.product, ...rangeOf(deps, now), ...given({ device, network }) };
    const [{ vitals }, trend] = await Promise.all([
      // one answer holds all pages, metrics and releases
      client.call('getVitals', { query: visits }, signal),
      client
        .call('getVitalTrend', { query: { ...visits, metric, ...given({ page, release }) } }, signal)
        .catch(unknownCall),
    ]);
    return { ...resolved, vitals, trend, now };
  },
}).lazy(() => import('./vitals.lazy.tsx').then(found => found.route));
