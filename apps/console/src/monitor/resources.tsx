/** `/console/monitor/resources`: what pages could not load: chunks by their numbers, and other files. */
import { createRoute } from '@tanstack/react-router';
import { addressOf, oneOf } from '../address/codec.ts';
import { FigureView } from '../charts/figure.tsx';
import css from '../parts/console-parts.module.css';
import { Choice } from '../parts/field.tsx';
import { Empty, PageHead } from '../parts/page.tsx';
import { useWords } from '../surroundings.ts';
import { DRAWN, Filters, SampleMark, UnknownProduct, useFigures } from './filters.tsx';
import { monitorParams, rangeOf } from './period.ts';
import { askedProduct, monitorRoute } from './route.ts';
import { tableOfResources } from './tables.ts';
import { monitorWords } from './words.ts';

const address = addressOf({
  ...monitorParams,
  only: oneOf(['chunk', 'all'], 'chunk'),
  as: oneOf(['chart', 'table'], 'chart'),
});

export const resourcesRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: '/console/monitor/resources',
  ...address.route,
  loaderDeps: ({ search: { product, period, from, to } }) => ({ product, period, from, to }),
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const asked = await askedProduct(client, deps.product, parentMatchPromise, signal);
    const query = { product: asked.product, ...rangeOf(deps, Date.now()) };
    return { ...asked, ...(await client.ask('getResourceFailures', { query }, signal)) };
  },
  component: Resources,
});

function Resources() {
  const state = resourcesRoute.useSearch();
  const { product, sampled, resources } = resourcesRoute.useLoaderData();
  const navigate = resourcesRoute.useNavigate();
  const words = useWords(monitorWords);
  const figures = useFigures();
  const ask = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const shown = state.only === 'all' ? resources : resources.filter(({ chunk }) => chunk !== '');
  const table = tableOfResources(shown, words, figures);
  return (
    <>
      <PageHead title={words.resources} lead={words.resourcesLead} />
      <Filters state={state} product={product} onAsk={ask}>
        <Choice
          label={words.kind}
          value={state.only}
          options={[
            ['chunk', words.onlyChunks],
            ['all', words.allResources],
          ]}
          onChoose={only => ask({ only })}
        />
      </Filters>
      <FigureView
        name="load-failures"
        title={words.resources}
        table={table}
        as={state.as}
        onAs={as => void navigate({ search: now => ({ ...now, as }), replace: true })}
        notes={<SampleMark sampled={sampled} />}
        empty={
          <UnknownProduct
            product={product}
            otherwise={<Empty what={words.noResources} how={words.noResourcesHow} command="npm run sample" />}
          />
        }
        render={({ Spans }) => (
          <>
            <p className={css.rule}>
              {words.resourcesChart}{' '}
              {shown.length > DRAWN ? words.most(figures.whole(DRAWN), figures.whole(shown.length)) : null}
            </p>
            <Spans table={{ ...table, rows: table.rows.slice(0, DRAWN) }} label={words.resources} bar={1} />
          </>
        )}
      />
    </>
  );
}
