/** `/console/usage/funnel`: the steps stand in the address as the call takes them. */
import { funnelLength, type FunnelStep, readSteps, writeSteps } from '@rollcall/contract/console';
import { createRoute } from '@tanstack/react-router';
import { addressOf, askedOf, oneOf, text } from '../address/codec.ts';
import { FigureView } from '../charts/figure.tsx';
import { Plain } from '../parts/buttons.tsx';
import css from '../parts/console-parts.module.css';
import { Choice } from '../parts/field.tsx';
import { Empty, PageHead, Section, useNumbers } from '../parts/page.tsx';
import { useWords } from '../surroundings.ts';
import { AnswerNotes, Filters } from './filters.tsx';
import { KeyPicker } from './key-picker.tsx';
import { filterQuery, usageParams, writeDuration } from './period.ts';
import { usageRoute } from './route.tsx';
import { tableOfFunnel } from './tables.ts';
import { usageWords } from './words.ts';

const windows = ['600000', '3600000', '86400000', '604800000', '2592000000'] as const;
const address = addressOf({
  ...usageParams,
  steps: text('', 8_000),
  within: oneOf(windows, '86400000'),
});

const stepsOf = (written: string): readonly FunnelStep[] =>
  written === '' ? [] : (readSteps(written) ?? []).slice(0, funnelLength.most);

export const funnelRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: '/console/usage/funnel',
  ...address.route,
  loaderDeps: ({ search }) => askedOf(search),
  loader: async ({ context, deps, abortController }) => {
    const steps = stepsOf(deps.steps);
    return steps.length < funnelLength.least
      ? null
      : context.client.ask(
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
  const { whole, percent } = useNumbers();
  const ask = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const steps = stepsOf(state.steps);
  const keep = (next: readonly FunnelStep[]) => ask({ steps: next.length === 0 ? '' : writeSteps(next) });
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
      <PageHead title={words.funnel} lead={words.funnelLead} />
      <Filters state={state} onAsk={ask}>
        <Choice
          label={words.within}
          value={state.within}
          options={windows.map(name => [name, words.windows[name]] as const)}
          onChoose={within => ask({ within })}
        />
      </Filters>
      <Section title={words.funnelSteps}>
        <ol className={css.steps}>
          {steps.map(({ kind, key }, at) => (
            <li key={`${kind} ${key} ${at}`}>
              <span>
                {key} <small className={css.rule}>{words.kinds[kind]}</small>
              </span>
              <Plain aria-label={words.up(key)} disabled={at === 0} onClick={() => swap(at, at - 1)}>
                ↑
              </Plain>
              <Plain
                aria-label={words.down(key)}
                disabled={at === steps.length - 1}
                onClick={() => swap(at, at + 1)}
              >
                ↓
              </Plain>
              <Plain
                aria-label={words.remove(key)}
                onClick={() => keep(steps.filter((_, index) => index !== at))}
              >
                ×
              </Plain>
            </li>
          ))}
        </ol>
        {steps.length < funnelLength.most ? (
          <div className={css.bar}>
            <KeyPicker
              label={words.addStep}
              only={['custom', 'view', 'click']}
              state={state}
              onChoose={({ kind, key }) => {
                if (kind === 'custom' || kind === 'view' || kind === 'click') keep([...steps, { kind, key }]);
              }}
            />
          </div>
        ) : null}
      </Section>
      <FigureView
        name="funnel"
        title={words.funnel}
        table={table}
        as={state.as}
        onAs={as => void navigate({ search: now => ({ ...now, as }), replace: true })}
        notes={answer ? <AnswerNotes answer={answer} /> : null}
        empty={<Empty what={words.funnelEmpty} how={words.funnelEmptyHow} />}
        render={({ Steps }) => <Steps table={table} label={words.funnel} />}
      />
    </>
  );
}
