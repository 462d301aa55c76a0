/** `/console/usage/time`: durations of timed events. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, queryParams } from '../search-params/search-params.ts';
import type { Tabular } from '../charts/tabular.ts';
import fieldCss from '../parts/field.module.css';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { useWords } from '../console-context.ts';
import { UsageChart } from './chart.tsx';
import { Filters } from './filters.tsx';
import { filterQuery, usageParams, writeDuration } from './period.ts';
import { usageRoute } from './route.tsx';
import { usageWords } from './words.ts';
import { view } from './time.view.ts';

const searchSchema = searchParams(usageParams);

export const timeRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => queryParams(search),
  loader: ({ context, deps, abortController }) =>
    context.client.call('getUsageTime', { query: filterQuery(deps, Date.now()) }, abortController.signal),
  component: Time,
});

function Time() {
  const state = timeRoute.useSearch();
  const answer = timeRoute.useLoaderData();
  const navigate = timeRoute.useNavigate();
  const words = useWords(usageWords);
  const { whole } = useNumberFormat();
  const update = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const lasting = (ms: number) => writeDuration(ms, words.units);
  const table: Tabular = {
    columns: [
      { head: words.key },
      { head: words.median, write: lasting },
      { head: words.p90, write: lasting },
      { head: words.sum, write: lasting },
      { head: words.often, write: whole },
    ],
    rows: answer.keys.map(({ key, median, p90, sum, events }) => [key, median, p90, sum, events]),
  };
  return (
    <>
      <PageHeader title={words.time} lead={words.timeLead} />
      <Filters state={state} onChange={update} />
      <UsageChart
        name="time"
        title={words.time}
        table={table}
        answer={answer}
        render={({ Spans }) => (
          <>
            <p className={fieldCss.rule}>{words.timeLegend}</p>
            <Spans table={table} label={words.time} bar={1} mark={2} />
          </>
        )}
      />
    </>
  );
}
