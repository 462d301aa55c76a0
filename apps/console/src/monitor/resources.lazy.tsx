/** The page of `/console/monitor/resources`, loaded when it is opened. */
import { SelectField } from '../parts/select-field.tsx';
import { PageHeader } from '../parts/page.tsx';
import { useWords } from '../console-context.ts';
import { Filters, useFormats } from './filters.tsx';
import { ProductChart } from './product-chart.tsx';
import { tableOfResources } from './tables.ts';
import { monitorWords } from './words.ts';
import { createLazyRoute } from '@tanstack/react-router';

export const route = createLazyRoute('/shell/monitor/console/monitor/resources')({ component: Resources });

function Resources() {
  const state = route.useSearch();
  const { product, known, sampled, resources } = route.useLoaderData();
  const navigate = route.useNavigate();
  const words = useWords(monitorWords);
  const formats = useFormats();
  const update = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const shown = state.only === 'all' ? resources : resources.filter(({ element }) => element === 'chunk');
  const table = tableOfResources(shown, words, formats);
  return (
    <>
      <PageHeader title={words.resources} lead={words.resourcesLead} />
      <Filters state={state} onChange={update}>
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
