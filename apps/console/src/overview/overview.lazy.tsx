/** The page of `/console`: first what does not work and since when, then what is new, then today beside a week ago. */
import { createLazyRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { refusalText } from '../error-texts.ts';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader, Section } from '../parts/page.tsx';
import { type Stat, Stats } from '../parts/stats.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { timeFormat } from '../zone.ts';
import { useActivePeople } from './active-people.ts';
import { Firing } from './firing.tsx';
import { Health } from './health.tsx';
import { NewErrors } from './new-errors.tsx';
import { overviewWords } from './words.ts';

/** Without its scripts the figures stay. */
const FrontDashboard = lazy(() => import('./front-dashboard.tsx').catch(() => ({ default: () => null })));

export const route = createLazyRoute('/shell/console')({ component: Overview });

const HOUR = 3_600_000;

function Overview() {
  const { found, health, firing, dashboard } = route.useLoaderData();
  const { language } = useConsoleContext();
  const words = useWords(overviewWords);
  const common = useCommonWords();
  const { whole } = useNumberFormat();
  const active = useActivePeople(found.at);
  // Counts of a week ago are by the hour, to the end of the one that is running.
  const until = timeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(
    (Math.floor(found.at / HOUR) + 1) * HOUR,
  );
  // A process of the version before does not count a week ago.
  const statOf = (name: string, { today, before }: { today: number; before?: number }): Stat => ({
    name,
    value: whole(today),
    note: before === undefined ? undefined : words.before(whole(before)),
  });
  const columns: Column<(typeof found.refusals_today)[number]>[] = [
    { key: 'refusal', head: words.refusal, wide: true, render: row => refusalText(language, row.refusal) },
    { key: 'count', head: words.today, numeric: true, render: row => whole(row.count) },
    {
      key: 'before',
      head: words.weekAgo,
      numeric: true,
      render: ({ before }: { before?: number }) => (before === undefined ? '' : whole(before)),
    },
  ];
  return (
    <>
      <PageHeader
        title={words.title}
        lead={
          <>
            {words.asOf} <DateTime at={found.at} />
          </>
        }
      />
      <Health items={health} />
      <Firing rules={firing} />
      <NewErrors />
      <Section title={words.todayBeside} lead={words.besideWhat(until)}>
        <Stats
          items={[
            statOf(words.signedIn, found.signed_in),
            statOf(words.signedUp, found.signed_up),
            statOf(words.refused, found.refused),
            ...(active
              ? [
                  {
                    name: words.active,
                    value: whole(active.today),
                    note: words.wholeDay(whole(active.before)),
                  },
                ]
              : []),
            statOf(words.sent, found.messages_sent),
            {
              ...statOf(words.failed, found.messages_failed),
              tone: found.messages_failed.today > found.messages_failed.before ? 'bad' : undefined,
            },
            {
              name: words.people,
              value: whole(found.people),
              note: found.blocked > 0 ? words.blocked(whole(found.blocked)) : undefined,
            },
          ]}
        />
      </Section>
      <Section title={words.refusalsToday}>
        <Table
          label={words.refusalsToday}
          columns={columns}
          rows={found.refusals_today}
          rowKey={row => row.refusal}
          empty={<EmptyState what={words.noRefusals} how={words.noRefusalsHow} />}
        />
      </Section>
      {dashboard ? (
        <Suspense fallback={<p>{common.loading}</p>}>
          <FrontDashboard dashboard={dashboard} />
        </Suspense>
      ) : null}
    </>
  );
}
