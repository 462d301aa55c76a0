/** `/console/monitor/resources`: files that pages could not load; chunks by their numbers. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, oneOf } from '../search-params/search-params.ts';
import { SelectField } from '../parts/select-field.tsx';
import { PageHeader } from '../parts/page.tsx';
import { useWords } from '../console-context.ts';
import { Filters, useFormats } from './filters.tsx';
import { monitorParams, rangeOf } from './period.ts';
import { ProductChart } from './product-chart.tsx';
import { resolveProduct, monitorRoute } from './route.ts';
import { tableOfResources } from './tables.ts';
import { monitorWords } from './words.ts';
import { view } from './resources.view.ts';

const searchSchema = searchParams({
  ...monitorParams,
  only: oneOf(['chunk', 'all'], 'chunk'),
  as: oneOf(['chart', 'table'], 'chart'),
});

export const resourcesRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search: { product, period, from, to } }) => ({ product, period, from, to }),
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const resolved = await resolveProduct(client, deps.product, parentMatchPromise, signal);
    const query = { product: resolved.product, ...rangeOf(deps, Date.now()) };
    return { ...resolved, ...(await client.call('getResourceFailures', { query }, signal)) };
  },
  component: Resources,
});

function Resources() {
  const state = resourcesRoute.useSearch();
  const { product, known, sampled, resources } = resourcesRoute.useLoaderData();
  const navigate = resourcesRoute.useNavigate();
  const words = useWords(monitorWords);
  const formats = useFormats();
  const update = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const shown = state.only === 'all' ? resources : resources.filter(({ element }) => element === 'chunk');
  const table = tableOfResources(shown, words, formats);
  return (
    <>
      <PageHeader title={words.resources} lead={words.resourcesLead} />
      <Filters state={state} product={product} onChange={update}>
        <SelectField
          label={words.kind}
          value={state.only}
          options={[
            ['chunk', words.onlyChunks],
            ['all', words.allResources],
          ]}
          onSelect={only => update({ only })}
        />
      </Filters>
      <ProductChart
        name="load-failures"
        title={words.resources}
        table={table}
        scope={{ product, known, sampled }}
        legend={words.resourcesChart}
        empty={{ what: words.noResources, how: words.noResourcesHow }}
        render={({ Spans }, drawn) => <Spans table={drawn} label={words.resources} bar={1} />}
      />
    </>
  );
}
