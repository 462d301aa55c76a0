/** `/console/monitor/vitals`: web vitals by page and release, against their thresholds. */
import { vitals as vitalNames, vitalThresholds } from '@rollcall/contract/console';
import { createRoute } from '@tanstack/react-router';
import { addressOf, oneOf, text } from '../address/codec.ts';
import { FigureView } from '../charts/figure.tsx';
import css from '../parts/console-parts.module.css';
import { Choice } from '../parts/field.tsx';
import { Empty, PageHead } from '../parts/page.tsx';
import { useWords } from '../surroundings.ts';
import { DRAWN, Filters, SampleMark, UnknownProduct, useFigures } from './filters.tsx';
import { monitorParams, rangeOf } from './period.ts';
import { askedProduct, monitorRoute } from './route.ts';
import { Shares } from './shares.tsx';
import { judgedRows, tableOfVitals, writeVital } from './tables.ts';
import { monitorWords } from './words.ts';

const address = addressOf({
  ...monitorParams,
  release: text('', 64),
  metric: oneOf(vitalNames, 'LCP'),
  as: oneOf(['chart', 'table'], 'chart'),
});

export const vitalsRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: '/console/monitor/vitals',
  ...address.route,
  // the metric and the release are picked out of one answer
  loaderDeps: ({ search: { product, period, from, to } }) => ({ product, period, from, to }),
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const asked = await askedProduct(client, deps.product, parentMatchPromise, signal);
    const query = { product: asked.product, ...rangeOf(deps, Date.now()) };
    return { ...asked, ...(await client.ask('getVitals', { query }, signal)) };
  },
  component: Vitals,
});

function Vitals() {
  const state = vitalsRoute.useSearch();
  const { product, sampled, vitals } = vitalsRoute.useLoaderData();
  const navigate = vitalsRoute.useNavigate();
  const words = useWords(monitorWords);
  const figures = useFigures();
  const ask = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const rows = judgedRows(vitals, state);
  const table = tableOfVitals(rows, words, figures);
  const releases = [
    ...new Set([...(state.release === '' ? [] : [state.release]), ...vitals.map(row => row.release)]),
  ];
  const [good, poor] = vitalThresholds[state.metric];
  const write = (value: number) => writeVital(state.metric, value, figures.ms);
  return (
    <>
      <PageHead title={words.vitals} lead={words.vitalsLead} />
      <Filters state={state} product={product} onAsk={ask}>
        <Choice
          label={words.metric}
          value={state.metric}
          options={vitalNames.map(name => [name, words.metrics[name]] as const)}
          onChoose={metric => ask({ metric })}
        />
        <Choice
          label={words.release}
          value={state.release}
          options={[['', words.allReleases], ...releases.map(name => [name, name] as const)]}
          onChoose={release => ask({ release })}
        />
      </Filters>
      <FigureView
        name={`vitals-${state.metric}`}
        title={words.vitals}
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
        render={() => (
          <>
            <p className={css.rule}>
              {words.thresholds(write(good), write(poor))}{' '}
              {rows.length > DRAWN ? words.most(figures.whole(DRAWN), figures.whole(rows.length)) : null}
            </p>
            <Shares
              label={`${words.vitals}: ${words.metrics[state.metric]}`}
              names={words.ratings}
              percent={figures.percent}
              rows={rows.slice(0, DRAWN).map(row => ({
                name: row.page,
                note: `${row.release} · ${words.samples} ${figures.whole(row.samples)}`,
                value: `p75 ${write(row.p75)}`,
                rating: row.rating,
                parts: {
                  good: row.good / row.samples,
                  'needs-improvement': row.needs_improvement / row.samples,
                  poor: row.poor / row.samples,
                },
              }))}
            />
          </>
        )}
      />
    </>
  );
}
