/** The page of `/console/messages`, loaded when it is opened. */
import { sampleSender } from '@rollcall/contract/console';
import { ChartView } from '../charts/chart-view.tsx';
import type { Tabular } from '../charts/tabular.ts';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { FilterBar } from '../parts/filter-bar.tsx';
import textCss from '../parts/text.module.css';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader, Section } from '../parts/page.tsx';
import { SampleBadge } from '../parts/sample-badge.tsx';
import { Stats } from '../parts/stats.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { failureText } from '../failure-text.ts';
import { dayOf, dayStart, timeFormat } from '../zone.ts';
import { BudgetAlerts, BudgetSection } from './budget.tsx';
import { overTime, type Totals, totalsBy, totalsOf } from './totals.ts';
import { messagesWords } from './words.ts';
import { createLazyRoute } from '@tanstack/react-router';

const HOUR = 3_600_000;
const channels = ['', 'sms', 'voice', 'email'] as const;
type Failure = AnswerOf<ConsoleCalls['listMessageFailures']>['items'][number];

export const route = createLazyRoute('/shell/console/messages')({ component: Messages });

const DAY = 24 * HOUR;
const dayBegin = (at: number) => dayStart(dayOf(at)) ?? at;
const hourBegin = (at: number) => Math.floor(at / HOUR) * HOUR;

function Messages() {
  const state = route.useSearch();
  const { counts, failures, budget } = route.useLoaderData();
  const navigate = route.useNavigate();
  const { language } = useConsoleContext();
  const words = useWords(messagesWords);
  const common = useCommonWords();
  const nameOf = (sender: string) => words.senders[sender] ?? sender;
  const { whole, short } = useNumberFormat();
  const update = (change: Partial<typeof state>) =>
    void navigate({ search: now => ({ ...now, cursor: '', ...change }) });
  const byHour = state.period === '24h';
  const moments = overTime(
    counts.rows,
    counts.from,
    counts.to,
    byHour ? hourBegin : dayBegin,
    at => at + (byHour ? HOUR : DAY),
  );
  const sum = totalsOf(counts.rows);
  const format = timeFormat(
    language,
    byHour
      ? { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      : { month: 'short', day: 'numeric', weekday: 'short' },
  );
  const brief = timeFormat(
    language,
    byHour ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { month: 'numeric', day: 'numeric' },
  );
  const table: Tabular = {
    columns: [
      { head: words.when },
      { head: words.sent, write: whole },
      { head: words.limited, write: whole },
      { head: words.failed, write: whole },
    ],
    rows:
      counts.rows.length === 0
        ? []
        : moments.map(({ at, sum }) => [
            { words: format.format(at), iso: new Date(at).toISOString() },
            sum.sent,
            sum.limited,
            sum.failed,
          ]),
  };
  const groups = [
    ...totalsBy(counts.rows, ({ sender, channel, purpose }) => [sender, channel, purpose].join('\n')),
  ].map(([name, sum]) => ({ name: name.split('\n'), ...sum }));
  const columns: Column<{ name: string[] } & Totals>[] = [
    { key: 'sender', head: words.sender, render: row => nameOf(row.name[0] ?? '') },
    {
      key: 'channel',
      head: words.channel,
      render: row => words.channels[row.name[1] ?? ''] ?? row.name[1],
    },
    {
      key: 'purpose',
      head: words.purpose,
      wide: true,
      render: row => words.purposes[row.name[2] ?? ''] ?? row.name[2],
    },
    { key: 'sent', head: words.sent, numeric: true, render: row => whole(row.sent) },
    { key: 'limited', head: words.limited, numeric: true, render: row => whole(row.limited) },
    { key: 'failed', head: words.failed, numeric: true, render: row => whole(row.failed) },
  ];
  const failed: Column<Failure>[] = [
    { key: 'at', head: words.when, render: row => <DateTime at={row.at} /> },
    { key: 'sender', head: words.sender, render: row => nameOf(row.sender) },
    { key: 'channel', head: words.channel, render: row => words.channels[row.channel] ?? row.channel },
    { key: 'purpose', head: words.purpose, render: row => words.purposes[row.purpose] ?? row.purpose },
    { key: 'outcome', head: words.outcome, render: row => words.outcomes[row.outcome] ?? row.outcome },
    {
      key: 'reason',
      head: words.reason,
      wide: true,
      render: ({ reason }) => {
        if (reason === null) return '—';
        const text = failureText(language, reason);
        return text === reason ? <span className={textCss.code}>{reason}</span> : text;
      },
    },
  ];
  const senders = budget.senders.map(({ name }) => name);
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <SampleBadge sampled={counts.rows.some(({ sender }) => sender === sampleSender)} />
      <BudgetAlerts totals={budget.totals} />
      <FilterBar>
        <SelectField
          label={words.period}
          value={state.period}
          options={labelled(['24h', '7d', '31d'], words.periods)}
          onSelect={period => update({ period })}
        />
        <SelectField
          label={words.channel}
          value={state.channel}
          options={channels.map(
            name => [name, name === '' ? common.all : (words.channels[name] ?? name)] as const,
          )}
          onSelect={channel => update({ channel })}
        />
        <SelectField
          label={words.sender}
          value={state.sender}
          options={[
            ['', common.all] as const,
            ...[
              ...new Set([
                ...senders,
                ...counts.rows.map(({ sender }) => sender),
                ...(state.sender === '' ? [] : [state.sender]),
              ]),
            ].map(name => [name, nameOf(name)] as const),
          ]}
          onSelect={sender => update({ sender })}
        />
        <SelectField
          label={words.purpose}
          value={state.purpose}
          options={[['', common.all] as const, ...Object.entries(words.purposes)]}
          onSelect={purpose => update({ purpose })}
        />
      </FilterBar>
      <Stats
        items={[
          { name: words.sent, value: whole(sum.sent) },
          { name: words.limited, value: whole(sum.limited), note: words.limitedWhat },
          { name: words.failed, value: whole(sum.failed), tone: sum.failed > 0 ? 'bad' : undefined },
        ]}
      />
      <ChartView
        name="messages"
        title={words.overTime}
        table={table}
        empty={<EmptyState what={words.empty} how={words.emptyHow} />}
        render={({ Lines }) => (
          <Lines
            table={table}
            label={words.overTime}
            reading={words.reading}
            short={row => brief.format(moments[row]?.at)}
            tick={short}
            tickInterval={state.period === '24h' ? 'hour' : undefined}
          />
        )}
      />
      {groups.length > 0 ? (
        <Section title={words.bySender}>
          <Table label={words.bySender} columns={columns} rows={groups} rowKey={row => row.name.join(' ')} />
        </Section>
      ) : null}
      <Section title={words.failures}>
        <Table
          label={words.failures}
          columns={failed}
          rows={failures.items}
          rowKey={row => String(row.id)}
          empty={<EmptyState what={words.noFailures} />}
        />
        <Pager count={failures.items.length} cursor={state.cursor} next={failures.next} />
      </Section>
      <BudgetSection budget={budget} />
    </>
  );
}
