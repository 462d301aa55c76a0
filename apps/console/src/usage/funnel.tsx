/** `/console/usage/funnel`: conversion through steps, which the address holds as the call takes them. */
import { funnelLength, type FunnelStep, readSteps, writeSteps } from '@rollcall/contract/console';
import { createRoute } from '@tanstack/react-router';
import { searchParams, queryParams, oneOf, text } from '../search-params/search-params.ts';
import { TextButton } from '../parts/buttons.tsx';
import fieldCss from '../parts/field.module.css';
import filterBarCss from '../parts/filter-bar.module.css';
import stepListCss from '../parts/step-list.module.css';
import { SelectField } from '../parts/select-field.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader, Section } from '../parts/page.tsx';
import { useWords } from '../console-context.ts';
import { UsageChart } from './chart.tsx';
import { Filters } from './filters.tsx';
import { KeyPicker } from './key-picker.tsx';
import { filterQuery, usageParams, writeDuration } from './period.ts';
import { usageRoute } from './route.tsx';
import { tableOfFunnel } from './tables.ts';
import { usageWords } from './words.ts';
import { view } from './funnel.view.ts';

const windows = ['600000', '3600000', '86400000', '604800000', '2592000000'] as const;
const searchSchema = searchParams({
  ...usageParams,
  steps: text('', 8_000),
  within: oneOf(windows, '86400000'),
});

const stepsOf = (written: string): readonly FunnelStep[] =>
  written === '' ? [] : (readSteps(written) ?? []).slice(0, funnelLength.most);

export const funnelRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => queryParams(search),
  loader: async ({ context, deps, abortController }) => {
    const steps = stepsOf(deps.steps);
    return steps.length < funnelLength.least
      ? null
      : context.client.call(
          'getUsageFunnel',
          {
            query: {
              ...filterQuery(deps, Date.now()),
              steps: writeSteps(steps),
              window: Number(deps.within),
            },
          },
          abortController.signal,
        );
  },
  component: Funnel,
});

function Funnel() {
  const state = funnelRoute.useSearch();
  const answer = funnelRoute.useLoaderData();
  const navigate = funnelRoute.useNavigate();
  const words = useWords(usageWords);
  const { whole, percent } = useNumberFormat();
  const update = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const steps = stepsOf(state.steps);
  const keep = (next: readonly FunnelStep[]) => update({ steps: next.length === 0 ? '' : writeSteps(next) });
  const swap = (at: number, with_: number) =>
    keep(
      steps.map((step, index) => (index === at ? steps[with_] : index === with_ ? steps[at] : step) ?? step),
    );
  const table = tableOfFunnel({ steps: answer?.steps ?? [] }, [
    { head: words.stepName },
    { head: words.people, write: whole },
    { head: words.ofFirst, write: percent },
    { head: words.ofBefore, write: percent },
    { head: words.median, write: ms => writeDuration(ms, words.units) },
  ]);
  return (
    <>
      <PageHeader title={words.funnel} lead={words.funnelLead} />
      <Filters state={state} onChange={update}>
        <SelectField
          label={words.within}
          value={state.within}
          options={windows.map(name => [name, words.windows[name]] as const)}
          onSelect={within => update({ within })}
        />
      </Filters>
      <Section title={words.funnelSteps}>
        <ol className={stepListCss.stepList}>
          {steps.map(({ kind, key }, at) => (
            <li key={`${kind} ${key} ${at}`}>
              <span>
                {key} <small className={fieldCss.rule}>{words.kinds[kind]}</small>
              </span>
              <TextButton aria-label={words.up(key)} disabled={at === 0} onClick={() => swap(at, at - 1)}>
                ↑
              </TextButton>
              <TextButton
                aria-label={words.down(key)}
                disabled={at === steps.length - 1}
                onClick={() => swap(at, at + 1)}
              >
                ↓
              </TextButton>
              <TextButton
                aria-label={words.remove(key)}
                onClick={() => keep(steps.filter((_, index) => index !== at))}
              >
                ×
              </TextButton>
            </li>
          ))}
        </ol>
        {steps.length < funnelLength.most ? (
          <div className={filterBarCss.bar}>
            <KeyPicker
              label={words.addStep}
              only={['custom', 'view', 'click']}
              state={state}
              onSelect={({ kind, key }) => {
                if (kind === 'custom' || kind === 'view' || kind === 'click') keep([...steps, { kind, key }]);
              }}
            />
          </div>
        ) : null}
      </Section>
      <UsageChart
        name="funnel"
        title={words.funnel}
        table={table}
        answer={answer}
        empty={<EmptyState what={words.funnelEmpty} how={words.funnelEmptyHow} />}
        render={({ Steps }) => <Steps table={table} label={words.funnel} />}
      />
    </>
  );
}
