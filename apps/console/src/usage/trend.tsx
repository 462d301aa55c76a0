/** `/console/usage`: events, persons or durations over time. */
import { usageFacts, usageKinds } from '@rollcall/contract/console';
import { createRoute } from '@tanstack/react-router';
import { searchParams, queryParams, oneOf, text } from '../search-params/search-params.ts';
import { tableOfTrend } from './tables.ts';
import { SelectField } from '../parts/select-field.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { useConsoleContext, useWords } from '../console-context.ts';
import { UsageChart } from './chart.tsx';
import { Filters } from './filters.tsx';
import { KeyPicker } from './key-picker.tsx';
import { begunPoints, filterQuery, pointCell, pointWords, usageParams, writeDuration } from './period.ts';
import { usageRoute } from './route.tsx';
import { usageWords } from './words.ts';
import { view } from './trend.view.ts';

const searchSchema = searchParams({
  ...usageParams,
  measure: oneOf(['events', 'people', 'duration'], 'events'),
  step: oneOf(['hour', 'day', 'week', 'month'], 'day'),
  kind: oneOf(['', ...usageKinds], ''),
  key: text('', 1024),
  by: text('', 80),
});

const isFact = (name: string): name is (typeof usageFacts)[number] => usageFacts.some(fact => fact === name);
const byOf = (by: string) => (isFact(by) || /^data\..{1,64}$/u.test(by) ? by : undefined);

export const trendRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => queryParams(search),
  loader: async ({ context: { client }, deps, abortController: { signal } }) => {
    const now = Date.now();
    const filter = filterQuery(deps, now);
    const by = byOf(deps.by);
    const key = deps.key === '' ? {} : { key: deps.key };
    const kind = deps.kind === '' ? {} : { kind: deps.kind };
    const [answer, properties] = await Promise.all([
      client.call(
        'getUsageTrend',
        {
          query: {
            ...filter,
            ...key,
            ...kind,
            step: deps.step,
            measure: deps.measure,
            ...(by === undefined ? {} : { by }),
          },
        },
        signal,
      ),
      deps.key === ''
        ? undefined
        : client.call('listUsageProperties', { query: { ...filter, ...kind, key: deps.key } }, signal),
    ]);
    return { answer, properties: properties?.properties ?? [], now };
  },
  component: Trend,
});

function Trend() {
  const state = trendRoute.useSearch();
  const { answer, properties, now } = trendRoute.useLoaderData();
  const navigate = trendRoute.useNavigate();
  const { language } = useConsoleContext();
  const words = useWords(usageWords);
  const { whole, short } = useNumberFormat();
  const update = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const duration = state.measure === 'duration';
  const begun = begunPoints(answer.points, state.step, now);
  const table = tableOfTrend(
    { ...answer, points: answer.points.slice(0, begun.count) },
    {
      point: words.point,
      moment: point => pointCell(point, language),
      alone: byOf(state.by) === undefined ? words.measures[state.measure] : undefined,
      none: words.noValue,
      others: words.others,
      write: duration ? ms => writeDuration(ms, words.units) : whole,
    },
  );
  const fields = properties.map(({ name }) => `data.${name}`);
  const split = byOf(state.by) ?? '';
  return (
    <>
      <PageHeader
        title={words.trend}
        lead={`${words.trendLead}${language === 'en' ? ' ' : ''}${words.zone}`}
      />
      <Filters state={state} onChange={update}>
        <KeyPicker
          label={words.key}
          only={state.kind === '' ? ['custom', 'view', 'click'] : [state.kind]}
          state={state}
          value={state.key}
          onSelect={({ key, kind }) => update({ key, kind, by: '' })}
          onClear={() => update({ key: '', by: '' })}
        />
        <SelectField
          label={words.measure}
          value={state.measure}
          options={(['events', 'people', 'duration'] as const).map(
            name => [name, words.measures[name]] as const,
          )}
          onSelect={measure => update({ measure })}
        />
        <SelectField
          label={words.step}
          value={state.step}
          options={(['hour', 'day', 'week', 'month'] as const).map(
            name => [name, words.steps[name]] as const,
          )}
          onSelect={step =>
            // hourly figures cover a month at most
            update({ step, ...(step === 'hour' && state.period !== 'own' ? { period: '7' } : {}) })
          }
        />
        <SelectField
          label={words.by}
          value={split}
          options={[
            ['', words.byNothing],
            ...usageFacts.map(name => [name, words.facts[name]] as const),
            ...[...new Set([...fields, ...(split.startsWith('data.') ? [split] : [])])].map(
              name => [name, name.slice(5)] as const,
            ),
          ]}
          onSelect={by => update({ by })}
        />
        <SelectField
          label={words.kind}
          value={state.kind}
          options={[
            ['', words.anyKind] as const,
            ...usageKinds.map(name => [name, words.kinds[name]] as const),
          ]}
          onSelect={kind => update({ kind, key: '', by: '' })}
        />
      </Filters>
      <UsageChart
        name="trend"
        title={words.trend}
        table={table}
        answer={answer}
        render={({ Lines }) => (
          <Lines
            table={table}
            label={words.trend}
            reading={words.reading}
            short={row => pointWords(answer.points[row] ?? '', language).short}
            tick={duration ? ms => writeDuration(ms, words.units) : short}
            time={duration}
            running={begun.running ? words.running[state.step] : undefined}
            tickInterval={state.step === 'hour' || state.step === 'day' ? state.step : undefined}
          />
        )}
      />
    </>
  );
}
