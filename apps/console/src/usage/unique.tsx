/** `/console/usage/unique`: how many people there were, and how many for the first time. */
import { createRoute } from '@tanstack/react-router';
import { addressOf, askedOf, oneOf } from '../address/codec.ts';
import { FigureView } from '../charts/figure.tsx';
import type { Tabular } from '../charts/tabular.ts';
import { Choice } from '../parts/field.tsx';
import { Empty, Figures, PageHead, useNumbers } from '../parts/page.tsx';
import { useSurroundings, useWords } from '../surroundings.ts';
import { AnswerNotes, Filters } from './filters.tsx';
import { filterQuery, pointWords, usageParams } from './period.ts';
import { usageRoute } from './route.tsx';
import { usageWords } from './words.ts';

const address = addressOf({ ...usageParams, step: oneOf(['day', 'week', 'month'], 'day') });

export const uniqueRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: '/console/usage/unique',
  ...address.route,
  loaderDeps: ({ search }) => askedOf(search),
  loader: ({ context, deps, abortController }) =>
    context.client.ask(
      'getUsageUsers',
      { query: { ...filterQuery(deps, Date.now()), step: deps.step } },
      abortController.signal,
    ),
  component: Unique,
});

function Unique() {
  const state = uniqueRoute.useSearch();
  const answer = uniqueRoute.useLoaderData();
  const navigate = uniqueRoute.useNavigate();
  const { language } = useSurroundings();
  const words = useWords(usageWords);
  const { whole, short } = useNumbers();
  const ask = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const table: Tabular = {
    columns: [
      { head: words.point },
      { head: words.people, write: whole },
      { head: words.newPeople, write: whole },
    ],
    rows: answer.people.some(value => value > 0)
      ? answer.points.map((point, at) => [
          pointWords(point, language).full,
          answer.people[at] ?? 0,
          answer.new[at] ?? 0,
        ])
      : [],
  };
  return (
    <>
      <PageHead title={words.unique} lead={words.uniqueLead} />
      <Filters state={state} onAsk={ask}>
        <Choice
          label={words.step}
          value={state.step}
          options={(['day', 'week', 'month'] as const).map(name => [name, words.steps[name]] as const)}
          onChoose={step => ask({ step })}
        />
      </Filters>
      <Figures
        figures={[
          { name: words.totalPeople, value: whole(answer.total) },
          { name: words.totalNew, value: whole(answer.total_new) },
        ]}
      />
      <FigureView
        name="users"
        title={words.unique}
        table={table}
        as={state.as}
        onAs={as => void navigate({ search: now => ({ ...now, as }), replace: true })}
        notes={<AnswerNotes answer={answer} />}
        empty={<Empty what={words.nothing} how={words.nothingHow} />}
        render={({ Lines }) => (
          <Lines
            table={table}
            label={words.unique}
            reading={words.reading}
            short={row => pointWords(answer.points[row] ?? '', language).short}
            tick={short}
            beat={state.step === 'day' ? 'day' : undefined}
          />
        )}
      />
    </>
  );
}
