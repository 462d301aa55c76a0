/** The page of `/console/monitor/errors/$id`, loaded when it is opened. */
import { type GroupStatus, groupStatuses, type ReadableFrame } from '@rollcall/contract/console';
import { useState } from 'react';
import { ChartView } from '../charts/chart-view.tsx';
import type { Tabular } from '../charts/tabular.ts';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import filterBarCss from '../parts/filter-bar.module.css';
import textCss from '../parts/text.module.css';
import { DateTime } from '../parts/date-time.tsx';
import { DescriptionList } from '../parts/description-list.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader, Section } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { hasRole } from '../session/current-operator.ts';
import { useWords } from '../console-context.ts';
import own from './monitor.module.css';
import { tickIntervalsOf, PeriodFields, useFormats } from './filters.tsx';
import { GroupNote, GroupNoteDialog } from './group-note.tsx';
import { GroupStatusBadge, GroupStatusDialog, NewBadge } from './group-status.tsx';
import { PageViews } from './page-views.tsx';
import { filled } from './period.ts';
import { trailTime } from './trail-time.ts';
import { monitorWords } from './words.ts';
import { createLazyRoute } from '@tanstack/react-router';

type Detail = AnswerOf<ConsoleCalls['getErrorGroup']>;

export const route = createLazyRoute('/shell/monitor/console/monitor/errors/$id')({ component: Group });

function Stack({ frames }: { frames: readonly ReadableFrame[] }) {
  const words = useWords(monitorWords);
  if (frames.length === 0) return <EmptyState what={words.noStack} how={words.noStackHow} />;
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

const code = (text: string) => <code className={textCss.code}>{text}</code>;

function Group() {
  const state = route.useSearch();
  const {
    group,
    newest_release: newest,
    origin,
    frames,
    trail,
    releases,
    step,
    counts,
    pages,
    range,
  } = route.useLoaderData();
  const { operator } = route.useRouteContext();
  const navigate = route.useNavigate();
  const words = useWords(monitorWords);
  const formats = useFormats();
  const [dialog, setDialog] = useState<GroupStatus | 'note'>();
  const update = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const points = filled(counts, step, range);
  const table: Tabular = {
    columns: [{ head: words.moment }, { head: words.count, write: formats.whole }],
    rows: counts.length > 0 ? points.map(({ at, count }) => [formats.moment(at), count]) : [],
  };
  const releaseColumns: Column<Detail['releases'][number]>[] = [
    {
      key: 'release',
      head: words.release,
      wide: true,
      render: row => <code className={textCss.code}>{row.release}</code>,
    },
    { key: 'count', head: words.count, numeric: true, render: row => formats.whole(row.count) },
    { key: 'pages', head: words.pageViews, numeric: true, render: row => <PageViews of={row} /> },
    { key: 'first', head: words.firstSeen, render: row => <DateTime at={row.first_seen} /> },
    { key: 'last', head: words.lastSeen, render: row => <DateTime at={row.last_seen} /> },
  ];
  const pageColumns: Column<Detail['pages'][number]>[] = [
    { key: 'page', head: words.page, wide: true, render: row => row.page },
    { key: 'count', head: words.count, numeric: true, render: row => formats.whole(row.count) },
  ];
  return (
    <>
      <PageHeader
        title={group.name}
        lead={
          <span className={own.states}>
            <span>
              <GroupStatusBadge group={group} />
            </span>
            <NewBadge group={group} newest={newest} />
          </span>
        }
      >
        {hasRole(operator.role, 'admin') ? (
          <>
            {groupStatuses
              .filter(status => status !== group.status)
              .map(status => (
                <SecondaryButton key={status} onClick={() => setDialog(status)}>
                  {words.acts[status]}
                </SecondaryButton>
              ))}
            <SecondaryButton onClick={() => setDialog('note')}>
              {group.note ? words.changeNote : words.addNote}
            </SecondaryButton>
          </>
        ) : null}
      </PageHeader>
      <p className={own.message}>{group.message}</p>
      <GroupNote note={group.note} />
      <DescriptionList
        columns={2}
        items={[
          [words.culprit, code(group.culprit || '—')],
          [words.count, formats.whole(group.count)],
          [words.pageViews, <PageViews key="pages" of={group} />],
          [words.firstSeen, <DateTime key="first" at={group.first_seen} />],
          [words.lastSeen, <DateTime key="last" at={group.last_seen} />],
          [words.firstRelease, code(group.first_release)],
          [words.lastRelease, code(group.last_release)],
          [words.origin, words.origins[origin] ?? origin],
          [words.product, group.product],
          [words.id, code(group.id)],
        ]}
      />
      <Section title={words.stack} lead={words.stackLead}>
        <Stack frames={frames} />
      </Section>
      {trail.length > 0 ? (
        <Section title={words.trail} lead={words.trailLead}>
          <ol className={own.stack}>
            {trail.map(({ page, what, ago }, at) => (
              <li key={at} data-own="">
                <b>{what}</b>
                <span>
                  {page} · {trailTime(words, ago, formats.fraction)}
                </span>
              </li>
            ))}
          </ol>
        </Section>
      ) : null}
      <Section title={words.overTime}>
        <div className={filterBarCss.bar}>
          <PeriodFields state={state} onChange={update} />
        </div>
        <ChartView
          name={`error-${group.id}`}
          title={words.overTime}
          table={table}
          empty={<EmptyState what={words.nothing} />}
          render={({ Lines }) => (
            <Lines
              table={table}
              label={words.overTime}
              reading={words.reading}
              short={row => formats.short(points[row]?.at ?? 0, step)}
              tick={formats.brief}
              tickInterval={tickIntervalsOf(step)}
            />
          )}
        />
      </Section>
      {pages.length > 0 ? (
        <Section title={words.pages} lead={words.pagesLead}>
          <Table label={words.pages} columns={pageColumns} rows={pages} rowKey={row => row.page} />
        </Section>
      ) : null}
      <Section title={words.releases} lead={words.pageViewsRule}>
        <Table label={words.releases} columns={releaseColumns} rows={releases} rowKey={row => row.release} />
      </Section>
      {dialog === 'note' ? (
        <GroupNoteDialog group={group} onClose={() => setDialog(undefined)} />
      ) : dialog ? (
        <GroupStatusDialog group={group} status={dialog} onClose={() => setDialog(undefined)} />
      ) : null}
    </>
  );
}
