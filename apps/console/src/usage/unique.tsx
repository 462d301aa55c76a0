/** `/console/usage/unique`: unique users and new users over time. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, queryParams, oneOf } from '../search-params/search-params.ts';
import type { Tabular } from '../charts/tabular.ts';
import { SelectField } from '../parts/select-field.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { Stats } from '../parts/stats.tsx';
import { useConsoleContext, useWords } from '../console-context.ts';
import { UsageChart } from './chart.tsx';
import { Filters } from './filters.tsx';
import { begunPoints, filterQuery, pointCell, pointWords, usageParams } from './period.ts';
import { usageRoute } from './route.tsx';
import { usageWords } from './words.ts';
import { view } from './unique.view.ts';

const searchSchema = searchParams({ ...usageParams, step: oneOf(['day', 'week', 'month'], 'day') });

export const uniqueRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => queryParams(search),
  loader: async ({ context, deps, abortController }) => {
    const now = Date.now();
    const query = { ...filterQuery(deps, now), step: deps.step };
    return { answer: await context.client.call('getUsageUsers', { query }, abortController.signal), now };
  },
  component: Unique,
});

function Unique() {
  const state = uniqueRoute.useSearch();
  const { answer, now } = uniqueRoute.useLoaderData();
  const navigate = uniqueRoute.useNavigate();
  const { language } = useConsoleContext();
  const words = useWords(usageWords);
  const { whole, short } = useNumberFormat();
  const update = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const begun = begunPoints(answer.points, state.step, now);
  const table: Tabular = {
    columns: [
      { head: words.point },
      { head: words.people, write: whole },
      { head: words.newPeople, write: whole },
    ],
    rows: answer.people.some(value => value > 0)
      ? answer.points
          .slice(0, begun.count)
          .map((point, at) => [pointCell(point, language), answer.people[at] ?? 0, answer.new[at] ?? 0])
      : [],
  };
  return (
    <>
      <PageHeader title={words.unique} lead={words.uniqueLead} />
      <Filters state={state} onChange={update}>
        <SelectField
          label={words.step}
          value={state.step}
          options={(['day', 'week', 'month'] as const).map(name => [name, words.steps[name]] as const)}
          onSelect={step => update({ step })}
        />
      </Filters>
      <Stats
        items={[
          { name: words.totalPeople, value: whole(answer.total) },
          { name: words.totalNew, value: whole(answer.total_new) },
        ]}
      />
      <UsageChart
        name="users"
        title={words.unique}
        table={table}
        answer={answer}
        render={({ Lines }) => (
          <Lines
            table={table}
            label={words.unique}
            reading={words.reading}
            short={row => pointWords(answer.points[row] ?? '', language).short}
            tick={short}
            tickInterval={state.step === 'day' ? 'day' : undefined}
            running={begun.running ? words.running[state.step] : undefined}
          />
        )}
      />
    </>
  );
}
