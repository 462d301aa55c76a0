/** `/console/usage/time`: how long timed events lasted. */
import { createRoute } from '@tanstack/react-router';
import { addressOf, askedOf } from '../address/codec.ts';
import { FigureView } from '../charts/figure.tsx';
import type { Tabular } from '../charts/tabular.ts';
import css from '../parts/console-parts.module.css';
import { Empty, PageHead, useNumbers } from '../parts/page.tsx';
import { useWords } from '../surroundings.ts';
import { AnswerNotes, Filters } from './filters.tsx';
import { filterQuery, usageParams, writeDuration } from './period.ts';
import { usageRoute } from './route.tsx';
import { usageWords } from './words.ts';

const address = addressOf(usageParams);

export const timeRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: '/console/usage/time',
  ...address.route,
  loaderDeps: ({ search }) => askedOf(search),
  loader: ({ context, deps, abortController }) =>
    context.client.ask('getUsageTime', { query: filterQuery(deps, Date.now()) }, abortController.signal),
  component: Time,
});

function Time() {
  const state = timeRoute.useSearch();
  const answer = timeRoute.useLoaderData();
  const navigate = timeRoute.useNavigate();
  const words = useWords(usageWords);
  const { whole } = useNumbers();
  const ask = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
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
      <PageHead title={words.time} lead={words.timeLead} />
      <Filters state={state} onAsk={ask} />
      <FigureView
        name="time"
        title={words.time}
        table={table}
        as={state.as}
        onAs={as => void navigate({ search: now => ({ ...now, as }), replace: true })}
        notes={<AnswerNotes answer={answer} />}
        empty={<Empty what={words.nothing} how={words.nothingHow} />}
        render={({ Spans }) => (
          <>
            <p className={css.rule}>{words.timeLegend}</p>
            <Spans table={table} label={words.time} bar={1} mark={2} />
          </>
        )}
      />
    </>
  );
}
