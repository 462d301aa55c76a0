/** `/console/usage/paths`: transitions between pages. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, queryParams, text } from '../search-params/search-params.ts';
import type { Tabular } from '../charts/tabular.ts';
import fieldCss from '../parts/field.module.css';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { useWords } from '../console-context.ts';
import { UsageChart } from './chart.tsx';
import { Filters } from './filters.tsx';
import { KeyPicker } from './key-picker.tsx';
import { filterQuery, usageParams } from './period.ts';
import { usageRoute } from './route.tsx';
import { usageWords } from './words.ts';
import { view } from './paths.view.ts';

/** Transitions that are drawn; with more, the ribbons cross too often to be readable. */
const MAX_ROWS = 24;

const searchSchema = searchParams({ ...usageParams, page: text('', 1024) });

export const pathsRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => queryParams(search),
  loader: ({ context, deps, abortController }) =>
    context.client.call(
      'getUsagePaths',
      { query: { ...filterQuery(deps, Date.now()), ...(deps.page === '' ? {} : { page: deps.page }) } },
      abortController.signal,
    ),
  component: Paths,
});

function Paths() {
  const state = pathsRoute.useSearch();
  const answer = pathsRoute.useLoaderData();
  const navigate = pathsRoute.useNavigate();
  const words = useWords(usageWords);
  const { whole } = useNumberFormat();
  const update = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const table: Tabular = {
    columns: [
      { head: words.fromPage, long: true },
      { head: words.toPage, wide: true },
      { head: words.moves, write: whole },
    ],
    rows: answer.moves.map(({ from_page, to_page, moves }) => [
      from_page ?? words.begins,
      to_page ?? words.ends,
      moves,
    ]),
  };
  return (
    <>
      <PageHeader title={words.paths} lead={words.pathsLead} />
      <Filters state={state} onChange={update}>
        <KeyPicker
          label={words.page}
          only={['view']}
          state={state}
          value={state.page}
          onSelect={({ key }) => update({ page: key })}
          onClear={() => update({ page: '' })}
        />
      </Filters>
      <UsageChart
        name="paths"
        title={words.paths}
        table={table}
        answer={answer}
        render={({ Ribbons }) => (
          <>
            <Ribbons table={{ ...table, rows: table.rows.slice(0, MAX_ROWS) }} label={words.paths} />
            {table.rows.length > MAX_ROWS ? <p className={fieldCss.rule}>{words.drawn(MAX_ROWS)}</p> : null}
          </>
        )}
      />
    </>
  );
}
