/** `/console/monitor/errors/ID`: one group: its readable stack, its releases, and how often it happened over time. */
import { type GroupStatus, groupStatuses, type ReadableFrame } from '@rollcall/contract/console';
import { createRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { addressOf, askedOf, oneOf } from '../address/codec.ts';
import { FigureView } from '../charts/figure.tsx';
import type { Tabular } from '../charts/tabular.ts';
import type { AnswerOf, ConsoleCalls } from '../client/rows.ts';
import { Quiet } from '../parts/buttons.tsx';
import css from '../parts/console-parts.module.css';
import { Empty, Facts, PageHead, Section, When } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { includes } from '../session/me.ts';
import { useWords } from '../surroundings.ts';
import own from './console-monitor.module.css';
import { beatOf, PeriodFields, useFigures } from './filters.tsx';
import { StatusMark, StatusQuestion } from './group-status.tsx';
import { filled, monitorParams, rangeOf } from './period.ts';
import { monitorRoute } from './route.ts';
import { monitorWords } from './words.ts';

type Detail = AnswerOf<ConsoleCalls['getErrorGroup']>;

const { period, from, to } = monitorParams;
const address = addressOf({ period, from, to, as: oneOf(['chart', 'table'], 'chart') });

export const groupRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: '/console/monitor/errors/$id',
  ...address.route,
  loaderDeps: ({ search }) => askedOf(search),
  loader: async ({ context: { client }, params: { id }, deps, abortController: { signal } }) => {
    const range = rangeOf(deps, Date.now());
    return { ...(await client.ask('getErrorGroup', { query: { id, ...range } }, signal)), range };
  },
  component: Group,
});

function Stack({ frames }: { frames: readonly ReadableFrame[] }) {
  const words = useWords(monitorWords);
  if (frames.length === 0) return <Empty what={words.noStack} how={words.noStackHow} />;
  return (
    <ol className={own.stack}>
      {frames.map((frame, at) => (
        <li key={at} data-own={frame.own ? '' : undefined}>
          <b>{frame.function || '—'}</b>
          <span>
            {frame.file}:{frame.line}:{frame.column}
            {frame.own ? null : ` · ${words.library}`}
            {frame.mapped ? null : ` · ${words.unmapped}`}
          </span>
        </li>
      ))}
    </ol>
  );
}

const code = (text: string) => <code className={css.figuresFont}>{text}</code>;

function Group() {
  const state = groupRoute.useSearch();
  const { group, origin, frames, releases, step, counts, pages, range } = groupRoute.useLoaderData();
  const { operator } = groupRoute.useRouteContext();
  const navigate = groupRoute.useNavigate();
  const words = useWords(monitorWords);
  const figures = useFigures();
  const [asked, setAsked] = useState<GroupStatus>();
  const ask = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const points = filled(counts, step, range);
  const table: Tabular = {
    columns: [{ head: words.moment }, { head: words.count, write: figures.whole }],
    rows: counts.length > 0 ? points.map(({ at, count }) => [figures.when(at), count]) : [],
  };
  const releaseColumns: Column<Detail['releases'][number]>[] = [
    {
      key: 'release',
      head: words.release,
      wide: true,
      render: row => <code className={css.figuresFont}>{row.release}</code>,
    },
    { key: 'count', head: words.count, figure: true, render: row => figures.whole(row.count) },
    { key: 'first', head: words.firstSeen, render: row => <When at={row.first_seen} /> },
    { key: 'last', head: words.lastSeen, render: row => <When at={row.last_seen} /> },
  ];
  const pageColumns: Column<Detail['pages'][number]>[] = [
    { key: 'page', head: words.page, wide: true, render: row => row.page },
    { key: 'count', head: words.count, figure: true, render: row => figures.whole(row.count) },
  ];
  return (
    <>
      <PageHead title={group.name} lead={<StatusMark group={group} />}>
        {includes(operator.role, 'admin')
          ? groupStatuses
              .filter(status => status !== group.status)
              .map(status => (
                <Quiet key={status} onClick={() => setAsked(status)}>
                  {words.acts[status]}
                </Quiet>
              ))
          : null}
      </PageHead>
      <p className={own.message}>{group.message}</p>
      <div className={css.folded}>
        <Facts
          facts={[
            [words.culprit, code(group.culprit || '—')],
            [words.count, figures.whole(group.count)],
            [words.firstSeen, <When key="first" at={group.first_seen} />],
            [words.lastSeen, <When key="last" at={group.last_seen} />],
            [words.firstRelease, code(group.first_release)],
            [words.lastRelease, code(group.last_release)],
            [words.origin, words.origins[origin] ?? origin],
            [words.product, group.product],
            [words.id, code(group.id)],
          ]}
        />
      </div>
      <Section title={words.stack} lead={words.stackLead}>
        <Stack frames={frames} />
      </Section>
      <Section title={words.overTime}>
        <div className={css.bar}>
          <PeriodFields state={state} onAsk={ask} />
        </div>
        <FigureView
          name={`error-${group.id}`}
          title={words.overTime}
          table={table}
          as={state.as}
          onAs={as => void navigate({ search: now => ({ ...now, as }), replace: true })}
          empty={<Empty what={words.nothing} />}
          render={({ Lines }) => (
            <Lines
              table={table}
              label={words.overTime}
              reading={words.reading}
              short={row => figures.short(points[row]?.at ?? 0, step)}
              tick={figures.brief}
              beat={beatOf(step)}
            />
          )}
        />
      </Section>
      <Section title={words.releases}>
        <Table label={words.releases} columns={releaseColumns} rows={releases} rowKey={row => row.release} />
      </Section>
      {pages.length > 0 ? (
        <Section title={words.pages}>
          <Table label={words.pages} columns={pageColumns} rows={pages} rowKey={row => row.page} />
        </Section>
      ) : null}
      {asked ? <StatusQuestion group={group} status={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}
