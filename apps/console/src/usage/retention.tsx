/** `/console/usage/retention`: the share of each cohort of new users that came back, by period. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, queryParams, oneOf } from '../search-params/search-params.ts';
import { SelectField } from '../parts/select-field.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { useConsoleContext, useWords } from '../console-context.ts';
import { UsageChart } from './chart.tsx';
import { Filters } from './filters.tsx';
import { filterQuery, pointCell, usageParams } from './period.ts';
import { usageRoute } from './route.tsx';
import { tableOfRetention } from './tables.ts';
import { usageWords } from './words.ts';
import { view } from './retention.view.ts';

const lengths = ['6', '12', '20', '30'] as const;
const searchSchema = searchParams({
  ...usageParams,
  period: oneOf(['7', '28', '90', '365', 'own'], '90'),
  step: oneOf(['day', 'week'], 'week'),
  length: oneOf(lengths, '12'),
});

export const retentionRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => queryParams(search),
  loader: ({ context, deps, abortController }) =>
    context.client.call(
      'getUsageRetention',
      { query: { ...filterQuery(deps, Date.now()), step: deps.step, length: Number(deps.length) } },
      abortController.signal,
    ),
  component: Retention,
});

function Retention() {
  const state = retentionRoute.useSearch();
  const answer = retentionRoute.useLoaderData();
  const navigate = retentionRoute.useNavigate();
  const { language } = useConsoleContext();
  const words = useWords(usageWords);
  const { whole, percent } = useNumberFormat();
  const update = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const table = tableOfRetention(answer, {
    cohort: words.cohort,
    came: words.came,
    moment: point => pointCell(point, language, 'date'),
    after: at => words.after(at, state.step),
    whole,
    percent,
  });
  return (
    <>
      <PageHeader title={words.retention} lead={words.retentionLead} />
      <Filters state={state} onChange={update}>
        <SelectField
          label={words.step}
          value={state.step}
          options={(['day', 'week'] as const).map(name => [name, words.steps[name]] as const)}
          onSelect={step => update({ step })}
        />
        <SelectField
          label={words.length}
          value={state.length}
          options={lengths.map(name => [name, words.span(Number(name), state.step)] as const)}
          onSelect={length => update({ length })}
        />
      </Filters>
      <UsageChart
        name="retention"
        title={words.retention}
        table={table}
        answer={answer}
        render={({ Triangle }) => <Triangle table={table} label={words.retention} />}
      />
    </>
  );
}
