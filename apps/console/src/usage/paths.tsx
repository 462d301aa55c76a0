/** `/console/usage/paths`: from which page people went to which. */
import { createRoute } from '@tanstack/react-router';
import { addressOf, askedOf, text } from '../address/codec.ts';
import { FigureView } from '../charts/figure.tsx';
import type { Tabular } from '../charts/tabular.ts';
import css from '../parts/console-parts.module.css';
import { Empty, PageHead, useNumbers } from '../parts/page.tsx';
import { useWords } from '../surroundings.ts';
import { AnswerNotes, Filters } from './filters.tsx';
import { KeyPicker } from './key-picker.tsx';
import { filterQuery, usageParams } from './period.ts';
import { usageRoute } from './route.tsx';
import { usageWords } from './words.ts';

/** Moves that are drawn; more would cross too often to be followed. */
const DRAWN = 24;

const address = addressOf({ ...usageParams, page: text('', 1024) });

export const pathsRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: '/console/usage/paths',
  ...address.route,
  loaderDeps: ({ search }) => askedOf(search),
  loader: ({ context, deps, abortController }) =>
    context.client.ask(
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
  const { whole } = useNumbers();
  const ask = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const table: Tabular = {
    columns: [{ head: words.fromPage }, { head: words.toPage }, { head: words.moves, write: whole }],
    rows: answer.moves.map(({ from_page, to_page, moves }) => [
      from_page ?? words.begins,
      to_page ?? words.ends,
      moves,
    ]),
  };
  return (
    <>
      <PageHead title={words.paths} lead={words.pathsLead} />
      <Filters state={state} onAsk={ask}>
        <KeyPicker
          label={words.page}
          only={['view']}
          state={state}
          value={state.page}
          onChoose={({ key }) => ask({ page: key })}
          onClear={() => ask({ page: '' })}
        />
      </Filters>
      <FigureView
        name="paths"
        title={words.paths}
        table={table}
        as={state.as}
        onAs={as => void navigate({ search: now => ({ ...now, as }), replace: true })}
        notes={<AnswerNotes answer={answer} />}
        empty={<Empty what={words.nothing} how={words.nothingHow} />}
        render={({ Ribbons }) => (
          <>
            <Ribbons table={{ ...table, rows: table.rows.slice(0, DRAWN) }} label={words.paths} />
            {table.rows.length > DRAWN ? <p className={css.rule}>{words.drawn(DRAWN)}</p> : null}
          </>
        )}
      />
    </>
  );
}
