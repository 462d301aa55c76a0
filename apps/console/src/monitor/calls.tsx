/** `/console/monitor`: how calls went, as browsers saw them: outcomes and latency by call. */
import { createRoute } from '@tanstack/react-router';
import { addressOf, askedOf, oneOf, text } from '../address/codec.ts';
import { FigureView } from '../charts/figure.tsx';
import css from '../parts/console-parts.module.css';
import { Choice } from '../parts/field.tsx';
import { Empty, Figures, PageHead } from '../parts/page.tsx';
import { useWords } from '../surroundings.ts';
import { DRAWN, Filters, SampleMark, UnknownProduct, useFigures } from './filters.tsx';
import { monitorParams, rangeOf } from './period.ts';
import { askedProduct, monitorRoute } from './route.ts';
import { callOrders, orderedCalls, sumOfCalls, tableOfCalls } from './tables.ts';
import { monitorWords } from './words.ts';

/** A release as its call takes it; else it is not asked for. */
export const releaseOf = (release: string): { release?: string } =>
  /^[\w.+-]{1,64}$/.test(release) ? { release } : {};

const address = addressOf({
  ...monitorParams,
  release: text('', 64),
  show: oneOf(['success', 'latency'], 'success'),
  sort: oneOf(callOrders, 'total'),
  as: oneOf(['chart', 'table'], 'chart'),
});

export const callsRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: '/console/monitor',
  ...address.route,
  loaderDeps: ({ search }) => askedOf(search),
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const asked = await askedProduct(client, deps.product, parentMatchPromise, signal);
    const query = { product: asked.product, ...rangeOf(deps, Date.now()) };
    const [health, vitals] = await Promise.all([
      client.ask('getCallHealth', { query: { ...query, ...releaseOf(deps.release) } }, signal),
      // every page that is opened tells its vitals, so these name the releases
      client.ask('getVitals', { query }, signal),
    ]);
    return {
      ...asked,
      calls: health.calls,
      releases: [...new Set(vitals.vitals.map(({ release }) => release))],
    };
  },
  component: Calls,
});

function Calls() {
  const state = callsRoute.useSearch();
  const { product, sampled, calls, releases } = callsRoute.useLoaderData();
  const navigate = callsRoute.useNavigate();
  const words = useWords(monitorWords);
  const figures = useFigures();
  const ask = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const table = tableOfCalls(orderedCalls(calls, state.sort), words, figures);
  const drawn = { ...table, rows: table.rows.slice(0, DRAWN) };
  const sum = sumOfCalls(calls);
  const named = state.release === '' || releases.includes(state.release);
  return (
    <>
      <PageHead title={words.calls} lead={words.callsLead} />
      <Filters state={state} product={product} onAsk={ask}>
        <Choice
          label={words.show}
          value={state.show}
          options={(['success', 'latency'] as const).map(name => [name, words.shows[name]] as const)}
          onChoose={show => ask({ show })}
        />
        <Choice
          label={words.sort}
          value={state.sort}
          options={callOrders.map(name => [name, words.orders[name]] as const)}
          onChoose={sort => ask({ sort })}
        />
        <Choice
          label={words.release}
          value={state.release}
          options={[
            ['', words.allReleases],
            ...[...(named ? [] : [state.release]), ...releases].map(name => [name, name] as const),
          ]}
          onChoose={release => ask({ release })}
        />
      </Filters>
      {calls.length > 0 ? (
        <Figures
          figures={[
            { name: words.total, value: figures.whole(sum.total) },
            { name: words.success, value: sum.share === null ? '—' : figures.share(sum.share) },
            { name: words.business, value: figures.whole(sum.business) },
            { name: words.failed, value: figures.whole(sum.failed) },
          ]}
        />
      ) : null}
      <FigureView
        name="calls"
        title={words.calls}
        table={table}
        as={state.as}
        onAs={as => void navigate({ search: now => ({ ...now, as }), replace: true })}
        notes={<SampleMark sampled={sampled} />}
        empty={
          <UnknownProduct
            product={product}
            otherwise={<Empty what={words.nothing} how={words.nothingHow} command="npm run sample" />}
          />
        }
        render={({ Spans }) => (
          <>
            <p className={css.rule}>
              {state.show === 'success' ? words.successChart : words.latencyChart}{' '}
              {table.rows.length > DRAWN
                ? words.most(figures.whole(DRAWN), figures.whole(table.rows.length))
                : null}
            </p>
            {state.show === 'success' ? (
              <Spans table={drawn} label={words.shows.success} bar={1} />
            ) : (
              <Spans table={drawn} label={words.shows.latency} bar={2} mark={4} />
            )}
          </>
        )}
      />
    </>
  );
}
