/** `/console/monitor`: outcomes and latency of calls, as browsers measured them. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, queryParams, oneOf, text } from '../search-params/search-params.ts';
import { SelectField } from '../parts/select-field.tsx';
import { PageHeader } from '../parts/page.tsx';
import { Stats } from '../parts/stats.tsx';
import { useWords } from '../console-context.ts';
import { Filters, useFormats } from './filters.tsx';
import { monitorParams, rangeOf } from './period.ts';
import { ProductChart } from './product-chart.tsx';
import { resolveProduct, monitorRoute } from './route.ts';
import { callOrders, orderedCalls, sumOfCalls, tableOfCalls } from './tables.ts';
import { monitorWords } from './words.ts';
import { view } from './calls.view.ts';

/** The query parameter of a release; empty if the text can't be one. */
const releaseOf = (release: string): { release?: string } =>
  /^[\w.+-]{1,64}$/.test(release) ? { release } : {};

const searchSchema = searchParams({
  ...monitorParams,
  release: text('', 64),
  show: oneOf(['success', 'latency'], 'success'),
  sort: oneOf(callOrders, 'total'),
  as: oneOf(['chart', 'table'], 'chart'),
});

export const callsRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => queryParams(search),
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const resolved = await resolveProduct(client, deps.product, parentMatchPromise, signal);
    const query = { product: resolved.product, ...rangeOf(deps, Date.now()) };
    const [health, vitals] = await Promise.all([
      client.call('getCallHealth', { query: { ...query, ...releaseOf(deps.release) } }, signal),
      // every page load reports vitals, so these list all releases
      client.call('getVitals', { query }, signal),
    ]);
    return {
      ...resolved,
      calls: health.calls,
      releases: [...new Set(vitals.vitals.map(({ release }) => release))],
    };
  },
  component: Calls,
});

function Calls() {
  const state = callsRoute.useSearch();
  const { product, known, sampled, calls, releases } = callsRoute.useLoaderData();
  const navigate = callsRoute.useNavigate();
  const words = useWords(monitorWords);
  const formats = useFormats();
  const update = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const table = tableOfCalls(orderedCalls(calls, state.sort), words, formats);
  const sum = sumOfCalls(calls);
  const named = state.release === '' || releases.includes(state.release);
  return (
    <>
      <PageHeader title={words.calls} lead={words.callsLead} />
      <Filters state={state} product={product} onChange={update}>
        <SelectField
          label={words.show}
          value={state.show}
          options={(['success', 'latency'] as const).map(name => [name, words.shows[name]] as const)}
          onSelect={show => update({ show })}
        />
        <SelectField
          label={words.sort}
          value={state.sort}
          options={callOrders.map(name => [name, words.orders[name]] as const)}
          onSelect={sort => update({ sort })}
        />
        <SelectField
          label={words.release}
          value={state.release}
          options={[
            ['', words.allReleases],
            ...[...(named ? [] : [state.release]), ...releases].map(name => [name, name] as const),
          ]}
          onSelect={release => update({ release })}
        />
      </Filters>
      {calls.length > 0 ? (
        <Stats
          items={[
            { name: words.total, value: formats.whole(sum.total) },
            { name: words.success, value: sum.share === null ? '—' : formats.share(sum.share) },
            { name: words.business, value: formats.whole(sum.business) },
            { name: words.failed, value: formats.whole(sum.failed) },
          ]}
        />
      ) : null}
      <ProductChart
        name="calls"
        title={words.calls}
        table={table}
        scope={{ product, known, sampled }}
        legend={state.show === 'success' ? words.successChart : words.latencyChart}
        render={({ Spans }, drawn) =>
          state.show === 'success' ? (
            <Spans table={drawn} label={words.shows.success} bar={1} />
          ) : (
            <Spans table={drawn} label={words.shows.latency} bar={2} mark={4} />
          )
        }
      />
    </>
  );
}
