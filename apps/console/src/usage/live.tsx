/** `/console/usage/live`: activity of the last 30 minutes, and single events. */
import { createRoute, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { searchParams, queryParams, text } from '../search-params/search-params.ts';
import { formatCell, type Tabular } from '../charts/tabular.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader, Section } from '../parts/page.tsx';
import { Stats } from '../parts/stats.tsx';
import { Table } from '../parts/table.tsx';
import { useConsoleContext, useWords } from '../console-context.ts';
import { timeFormat } from '../zone.ts';
import { UsageChart } from './chart.tsx';
import { Filters } from './filters.tsx';
import { LiveEvents } from './live-events.tsx';
import { usageParams, sourceQuery } from './period.ts';
import { usageRoute } from './route.tsx';
import { usageWords } from './words.ts';
import { view } from './live.view.ts';

/** Milliseconds between two refreshes. */
const REFRESH_MS = 15_000;

const { platform, sample, bots, dev, as } = usageParams;
/** `find` is a part of the key of single events. */
const searchSchema = searchParams({ platform, sample, bots, dev, as, find: text('', 128) });

export const liveRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => {
    const { find: _, ...asked } = search;
    return queryParams(asked);
  },
  loader: ({ context, deps, abortController }) =>
    context.client.call('getUsageLive', { query: sourceQuery(deps) }, abortController.signal),
  staleTime: 0,
  component: Live,
});

function Live() {
  const state = liveRoute.useSearch();
  const answer = liveRoute.useLoaderData();
  const navigate = liveRoute.useNavigate();
  const router = useRouter();
  const { language } = useConsoleContext();
  const words = useWords(usageWords);
  const { whole, short } = useNumberFormat();
  useEffect(() => {
    const timer = setInterval(() => {
      // a hidden tab does not refresh
      if (document.visibilityState === 'visible')
        void router.invalidate({ filter: match => match.routeId === liveRoute.id });
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [router]);
  const minute = timeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const update = (change: object) => void navigate({ search: now => ({ ...now, ...change }) });
  const table: Tabular = {
    columns: [
      { head: words.point },
      { head: words.events, write: whole },
      { head: words.people, write: whole },
    ],
    rows: answer.minutes.some(({ events }) => events > 0)
      ? answer.minutes.map(({ at, events, people }) => [
          { words: minute.format(at), iso: new Date(at).toISOString() },
          events,
          people,
        ])
      : [],
  };
  return (
    <>
      <PageHeader title={words.live} lead={words.liveLead} />
      <Filters state={{ ...state, period: '28', from: '', to: '' }} onChange={update} period={false} />
      <Stats items={[{ name: words.active, value: whole(answer.active), note: words.activeNote }]} />
      <UsageChart
        name="live"
        title={words.live}
        table={table}
        answer={answer}
        empty={<EmptyState what={words.nothing} />}
        render={({ Lines }) => (
          <Lines
            table={table}
            label={words.live}
            reading={words.reading}
            short={row => formatCell(table.columns[0], table.rows[row]?.[0])}
            tick={short}
            tickInterval="minute"
          />
        )}
      />
      <Section title={words.lately}>
        <Table
          label={words.lately}
          rows={answer.keys}
          rowKey={row => `${row.kind} ${row.key}`}
          columns={[
            { key: 'key', head: words.key, wide: true, render: row => row.key },
            { key: 'kind', head: words.kind, render: row => words.kinds[row.kind] },
            { key: 'events', head: words.events, numeric: true, render: row => whole(row.events) },
            { key: 'people', head: words.people, numeric: true, render: row => whole(row.people) },
          ]}
          empty={<EmptyState what={words.nothing} />}
        />
      </Section>
      <LiveEvents source={state} search={state.find} onSearch={find => update({ find })} />
    </>
  );
}
