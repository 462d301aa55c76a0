/** `/console/usage/retention`: of those who came for the first time, how many came back. */
import { createRoute } from '@tanstack/react-router';
import { addressOf, askedOf, oneOf } from '../address/codec.ts';
import { FigureView } from '../charts/figure.tsx';
import { Choice } from '../parts/field.tsx';
import { Empty, PageHead, useNumbers } from '../parts/page.tsx';
import { useSurroundings, useWords } from '../surroundings.ts';
import { AnswerNotes, Filters } from './filters.tsx';
import { filterQuery, pointWords, usageParams } from './period.ts';
import { usageRoute } from './route.tsx';
import { tableOfRetention } from './tables.ts';
import { usageWords } from './words.ts';

const lengths = ['6', '12', '20', '30'] as const;
const address = addressOf({
  ...usageParams,
  period: oneOf(['7', '28', '90', '365', 'own'], '90'),
  step: oneOf(['day', 'week'], 'week'),
  length: oneOf(lengths, '12'),
});

export const retentionRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: '/console/usage/retention',
  ...address.route,
  loaderDeps: ({ search }) => askedOf(search),
  loader: ({ context, deps, abortController }) =>
    context.client.ask(
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
  const { language } = useSurroundings();
  const words = useWords(usageWords);
  const { whole, percent } = useNumbers();
  const ask = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const table = tableOfRetention(answer, {
    cohort: words.cohort,
    came: words.came,
    pointWords: point => pointWords(point, language).date,
    after: at => words.after(at, state.step),
    whole,
    percent,
  });
  return (
    <>
      <PageHead title={words.retention} lead={words.retentionLead} />
      <Filters state={state} onAsk={ask}>
        <Choice
          label={words.step}
          value={state.step}
          options={(['day', 'week'] as const).map(name => [name, words.steps[name]] as const)}
          onChoose={step => ask({ step })}
        />
        <Choice
          label={words.length}
          value={state.length}
          options={lengths.map(name => [name, words.span(Number(name), state.step)] as const)}
          onChoose={length => ask({ length })}
        />
      </Filters>
      <FigureView
        name="retention"
        title={words.retention}
        table={table}
        as={state.as}
        onAs={as => void navigate({ search: now => ({ ...now, as }), replace: true })}
        notes={<AnswerNotes answer={answer} />}
        empty={<Empty what={words.nothing} how={words.nothingHow} />}
        render={({ Triangle }) => <Triangle table={table} label={words.retention} />}
      />
    </>
  );
}
