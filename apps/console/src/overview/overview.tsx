/** `/console`: the key figures of today and the last seven days. */
import { usageLagShown } from '@rollcall/contract/console';
import { createRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader, Section } from '../parts/page.tsx';
import { type Stat, Stats } from '../parts/stats.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { refusalText } from '../error-texts.ts';
import { shellRoute } from '../shell/route.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { overviewWords } from './words.ts';
import { dayOf, dayStart } from '../zone.ts';
import { view } from './overview.view.ts';

/** Without its scripts the figures stay. */
const FrontDashboard = lazy(() => import('./front-dashboard.tsx').catch(() => ({ default: () => null })));

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  loader: async ({ context: { client }, abortController: { signal } }) => {
    const [found, board] = await Promise.all([
      client.call('getOverview', { query: { today_from: dayStart(dayOf(Date.now())) ?? 0 } }, signal),
      // What stands below the figures must not keep them away: a process without the event store does not answer it.
      client.call('getDashboard', { query: { front: true } }, signal).catch(() => ({ dashboard: null })),
    ]);
    return { found, dashboard: board.dashboard };
  },
  component: Overview,
});

function Overview() {
  const { found, dashboard } = overviewRoute.useLoaderData();
  const { language } = useConsoleContext();
  const words = useWords(overviewWords);
  const common = useCommonWords();
  const { whole } = useNumberFormat();
  const statOf = (name: string, { today, week }: { today: number; week: number }): Stat => ({
    name,
    value: whole(today),
    note: words.week(whole(week)),
  });
  const columns: Column<(typeof found.refusals_today)[number]>[] = [
    { key: 'refusal', head: words.refusal, wide: true, render: row => refusalText(language, row.refusal) },
    { key: 'count', head: words.count, numeric: true, render: row => whole(row.count) },
  ];
  return (
    <>
      <PageHeader
        title={words.title}
        lead={
          <>
            {words.lead}
            {common.gap}
            {words.asOf} <DateTime at={found.at} />
          </>
        }
      />
      <Stats
        items={[
          {
            name: words.people,
            value: whole(found.people),
            note: found.blocked > 0 ? words.blocked(whole(found.blocked)) : undefined,
          },
          statOf(words.signedUp, found.signed_up),
          statOf(words.signedIn, found.signed_in),
          statOf(words.refused, found.refused),
          statOf(words.sent, found.messages_sent),
          {
            ...statOf(words.failed, found.messages_failed),
            tone: found.messages_failed.today > 0 ? 'bad' : undefined,
          },
          {
            name: words.lag,
            value: found.usage_lag === null ? '—' : words.seconds(whole(Math.max(0, found.usage_lag / 1000))),
            note: found.usage_lag === null ? words.lagNone : words.lagWhat,
            tone: found.usage_lag !== null && found.usage_lag >= usageLagShown ? 'bad' : undefined,
          },
        ]}
      />
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
        <Suspense>
          <FrontDashboard dashboard={dashboard} />
        </Suspense>
      ) : null}
    </>
  );
}
