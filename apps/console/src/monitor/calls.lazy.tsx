/** The page of `/console/monitor`, loaded when it is opened. */
import { labelled, SelectField } from '../parts/select-field.tsx';
import { PageHeader } from '../parts/page.tsx';
import { Stats } from '../parts/stats.tsx';
import { useWords } from '../console-context.ts';
import { Filters, useFormats } from './filters.tsx';
import { ProductChart } from './product-chart.tsx';
import { callOrders, lackingScale, orderedCalls, sumOfCalls, tableOfCalls } from './tables.ts';
import { monitorWords } from './words.ts';
import { createLazyRoute } from '@tanstack/react-router';

export const route = createLazyRoute('/shell/monitor/console/monitor')({ component: Calls });

function Calls() {
  const state = route.useSearch();
  const { product, known, sampled, calls, releases } = route.useLoaderData();
  const navigate = route.useNavigate();
  const words = useWords(monitorWords);
  const formats = useFormats();
  const update = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const table = tableOfCalls(orderedCalls(calls, state.sort), words, formats);
  const sum = sumOfCalls(calls);
  const scale = lackingScale(calls);
  const named = state.release === '' || releases.includes(state.release);
  return (
    <>
      <PageHeader title={words.calls} lead={words.callsLead} />
      <Filters state={state} onChange={update}>
        <SelectField
          label={words.show}
          value={state.show}
          options={labelled(['success', 'latency'], words.shows)}
          onSelect={show => update({ show })}
        />
        <SelectField
          label={words.sort}
          value={state.sort}
          options={labelled(callOrders, words.orders)}
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
        legend={state.show === 'success' ? words.successChart(formats.share(scale)) : words.latencyChart}
        render={({ Spans }, drawn) =>
          state.show === 'success' ? (
            <Spans table={drawn} label={words.shows.success} bar={1} lacking={scale} />
          ) : (
            <Spans table={drawn} label={words.shows.latency} bar={2} mark={4} />
          )
        }
      />
    </>
  );
}
