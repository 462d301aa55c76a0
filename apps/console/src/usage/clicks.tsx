/** `/console/usage/clicks`: the click map of a page. */
import { heatmapGrid } from '@rollcall/contract/console';
import { createRoute } from '@tanstack/react-router';
import { searchParams, queryParams, oneOf, text } from '../search-params/search-params.ts';
import type { Tabular } from '../charts/tabular.ts';
import fieldCss from '../parts/field.module.css';
import { SelectField } from '../parts/select-field.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { useWords } from '../console-context.ts';
import { UsageChart } from './chart.tsx';
import { Filters } from './filters.tsx';
import { KeyPicker } from './key-picker.tsx';
import { filterQuery, usageParams } from './period.ts';
import { usageRoute } from './route.tsx';
import { usageWords } from './words.ts';
import { view } from './clicks.view.ts';

const widths = ['any', 'narrow', 'medium', 'wide'] as const;
const searchSchema = searchParams({ ...usageParams, page: text('', 1024), width: oneOf(widths, 'any') });

/** Typical page width in CSS pixels by width class; gives the cells of the grid their proportions. */
const usual = { narrow: 390, medium: 900, wide: 1440 } as const;

/** Maximum of rows of the grid. */
const DOWN = 120;

export const clicksRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => queryParams(search),
  loader: async ({ context, deps, abortController }) =>
    deps.page === ''
      ? null
      : context.client.call(
          'getUsageHeatmap',
          {
            query: {
              ...filterQuery(deps, Date.now()),
              page: deps.page,
              ...(deps.width === 'any' ? {} : { width: deps.width }),
            },
          },
          abortController.signal,
        ),
  component: ClickMap,
});

function ClickMap() {
  const state = clicksRoute.useSearch();
  const answer = clicksRoute.useLoaderData();
  const navigate = clicksRoute.useNavigate();
  const words = useWords(usageWords);
  const { whole } = useNumberFormat();
  const update = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const table: Tabular = {
    columns: [
      { head: words.column, write: whole },
      { head: words.line, write: whole },
      { head: words.clickCount, write: whole },
    ],
    rows: answer?.cells ?? [],
  };
  const down = Math.min(
    DOWN,
    Math.max(
      Math.ceil((answer?.height ?? 0) / heatmapGrid.row),
      ...(answer?.cells ?? []).map(([, line]) => line + 1),
    ),
  );
  const counted = answer?.widths ?? { narrow: 0, medium: 0, wide: 1 };
  const shape =
    state.width === 'any'
      ? (['wide', 'medium', 'narrow'] as const).reduce((most, one) =>
          counted[one] > counted[most] ? one : most,
        )
      : state.width;
  const tall = heatmapGrid.row / (usual[shape] / heatmapGrid.columns);
  return (
    <>
      <PageHeader title={words.clicks} lead={words.clicksLead} />
      <Filters state={state} onChange={update}>
        <KeyPicker
          label={words.page}
          only={['click']}
          state={state}
          value={state.page}
          onSelect={({ key }) => update({ page: key })}
          onClear={() => update({ page: '' })}
        />
        <SelectField
          label={words.width}
          value={state.width}
          options={widths.map(
            name =>
              [
                name,
                name === 'any' || !answer
                  ? words.widths[name]
                  : `${words.widths[name]} · ${whole(answer.widths[name])}`,
              ] as const,
          )}
          onSelect={width => update({ width })}
        />
      </Filters>
      <UsageChart
        name="clicks"
        title={words.clicks}
        table={table}
        answer={answer}
        notes={answer && <span className={fieldCss.rule}>{words.clicksTotal(whole(answer.clicks))}</span>}
        empty={
          state.page === '' ? <EmptyState what={words.clicksEmpty} how={words.clicksEmptyHow} /> : undefined
        }
        render={({ Clicks }) => (
          <>
            <Clicks table={table} label={words.clicks} across={heatmapGrid.columns} down={down} tall={tall} />
            {answer?.more ? <p className={fieldCss.rule}>{words.more}</p> : null}
          </>
        )}
      />
    </>
  );
}
