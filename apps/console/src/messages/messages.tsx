/** `/console/messages` */
import { createRoute } from '@tanstack/react-router';
import { addressOf, askedOf, oneOf, text } from '../address/codec.ts';
import { FigureView } from '../charts/figure.tsx';
import type { Tabular } from '../charts/tabular.ts';
import type { AnswerOf, ConsoleCalls } from '../client/rows.ts';
import css from '../parts/console-parts.module.css';
import { Choice } from '../parts/field.tsx';
import { Empty, Facts, Figures, PageHead, Section, useNumbers, When } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { shellRoute } from '../shell/route.ts';
import { useCommon, useSurroundings, useWords } from '../surroundings.ts';
import { overTime, type Sum, sumOf, sumsBy } from './sums.ts';
import { messagesWords } from './words.ts';

const HOUR = 3_600_000;
const spans = { '24h': 24 * HOUR, '7d': 7 * 24 * HOUR, '31d': 31 * 24 * HOUR } as const;
const channels = ['', 'sms', 'voice', 'email'] as const;

const address = addressOf({
  period: oneOf(['24h', '7d', '31d'], '24h'),
  channel: oneOf(channels, ''),
  sender: text('', 40),
  purpose: text('', 40),
  as: oneOf(['chart', 'table'], 'chart'),
  cursor: text('', 600),
});
type Failure = AnswerOf<ConsoleCalls['listMessageFailures']>['items'][number];
type Prefix = AnswerOf<ConsoleCalls['getMessageBudget']>['prefixes'][number];

export const messagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/console/messages',
  ...address.route,
  loaderDeps: ({ search }) => askedOf(search),
  loader: async ({ context: { client }, deps, abortController: { signal } }) => {
    const sender = deps.sender === '' ? {} : { sender: deps.sender };
    const now = Date.now();
    const [counts, failures, budget] = await Promise.all([
      client.ask(
        'getMessageCounts',
        {
          query: {
            from: now - spans[deps.period],
            to: now,
            ...sender,
            ...(deps.purpose === '' ? {} : { purpose: deps.purpose }),
            ...(deps.channel === '' ? {} : { channel: deps.channel }),
          },
        },
        signal,
      ),
      client.ask(
        'listMessageFailures',
        { query: { limit: 20, ...sender, ...(deps.cursor === '' ? {} : { cursor: deps.cursor }) } },
        signal,
      ),
      client.ask('getMessageBudget', {}, signal),
    ]);
    return { counts, failures, budget };
  },
  component: Messages,
});

const dayBegin = (at: number) => new Date(at).setHours(0, 0, 0, 0);
const nextDay = (at: number) => {
  const date = new Date(at);
  return date.setDate(date.getDate() + 1);
};
const hourBegin = (at: number) => Math.floor(at / HOUR) * HOUR;

function Messages() {
  const state = messagesRoute.useSearch();
  const { counts, failures, budget } = messagesRoute.useLoaderData();
  const navigate = messagesRoute.useNavigate();
  const { language } = useSurroundings();
  const words = useWords(messagesWords);
  const common = useCommon();
  const { whole, short } = useNumbers();
  const ask = (change: Partial<typeof state>) =>
    void navigate({ search: now => ({ ...now, cursor: '', ...change }) });
  const byHour = state.period === '24h';
  const moments = overTime(
    counts.rows,
    counts.from,
    counts.to,
    byHour ? hourBegin : dayBegin,
    byHour ? at => at + HOUR : nextDay,
  );
  const sum = sumOf(counts.rows);
  const format = new Intl.DateTimeFormat(
    language,
    byHour
      ? { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      : { month: 'short', day: 'numeric', weekday: 'short' },
  );
  const brief = new Intl.DateTimeFormat(
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
        : moments.map(({ at, sum }) => [format.format(at), sum.sent, sum.limited, sum.failed]),
  };
  const groups = [
    ...sumsBy(counts.rows, ({ sender, channel, purpose }) => [sender, channel, purpose].join('\n')),
  ].map(([name, sum]) => ({ name: name.split('\n'), ...sum }));
  const columns: Column<{ name: string[] } & Sum>[] = [
    { key: 'sender', head: words.sender, render: row => row.name[0] },
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
    { key: 'sent', head: words.sent, figure: true, render: row => whole(row.sent) },
    { key: 'limited', head: words.limited, figure: true, render: row => whole(row.limited) },
    { key: 'failed', head: words.failed, figure: true, render: row => whole(row.failed) },
  ];
  const failed: Column<Failure>[] = [
    { key: 'at', head: words.when, render: row => <When at={row.at} /> },
    { key: 'sender', head: words.sender, render: row => row.sender },
    { key: 'channel', head: words.channel, render: row => words.channels[row.channel] ?? row.channel },
    { key: 'purpose', head: words.purpose, render: row => words.purposes[row.purpose] ?? row.purpose },
    { key: 'outcome', head: words.outcome, render: row => words.outcomes[row.outcome] ?? row.outcome },
    {
      key: 'reason',
      head: words.reason,
      wide: true,
      render: row => <span className={css.figuresFont}>{row.reason ?? '—'}</span>,
    },
  ];
  const prefixes: Column<Prefix>[] = [
    { key: 'prefix', head: words.prefix, wide: true, render: row => row.prefix },
    { key: 'sent', head: words.sent, figure: true, render: row => whole(row.sent) },
    { key: 'left', head: words.left, figure: true, render: row => whole(row.left) },
    { key: 'until', head: words.until, render: row => <When at={row.until} /> },
  ];
  const senders = budget.senders.map(({ name }) => name);
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div className={css.bar}>
        <Choice
          label={words.period}
          value={state.period}
          options={(['24h', '7d', '31d'] as const).map(name => [name, words.periods[name]] as const)}
          onChoose={period => ask({ period })}
        />
        <Choice
          label={words.channel}
          value={state.channel}
          options={channels.map(
            name => [name, name === '' ? common.all : (words.channels[name] ?? name)] as const,
          )}
          onChoose={channel => ask({ channel })}
        />
        <Choice
          label={words.sender}
          value={state.sender}
          options={[
            ['', common.all] as const,
            ...[...new Set([...senders, ...(state.sender === '' ? [] : [state.sender])])].map(
              name => [name, name] as const,
            ),
          ]}
          onChoose={sender => ask({ sender })}
        />
        <Choice
          label={words.purpose}
          value={state.purpose}
          options={[['', common.all] as const, ...Object.entries(words.purposes)]}
          onChoose={purpose => ask({ purpose })}
        />
      </div>
      <Figures
        figures={[
          { name: words.sent, value: whole(sum.sent) },
          { name: words.limited, value: whole(sum.limited), note: words.limitedWhat },
          { name: words.failed, value: whole(sum.failed), tone: sum.failed > 0 ? 'bad' : undefined },
        ]}
      />
      <FigureView
        name="messages"
        title={words.overTime}
        table={table}
        as={state.as}
        onAs={as => void navigate({ search: now => ({ ...now, as }), replace: true })}
        empty={<Empty what={words.empty} how={words.emptyHow} />}
        render={({ Lines }) => (
          <Lines
            table={table}
            label={words.overTime}
            reading={words.reading}
            short={row => brief.format(moments[row]?.at)}
            tick={short}
            beat={state.period === '24h' ? 'hour' : undefined}
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
          empty={<Empty what={words.noFailures} />}
        />
        <Pager count={failures.items.length} cursor={state.cursor} next={failures.next} />
      </Section>
      <Section title={words.budget}>
        <Facts
          facts={[
            [
              words.order,
              budget.senders.length === 0
                ? words.noSenders
                : budget.senders
                    .map(
                      ({ name, channels }) =>
                        `${name} (${channels.map(one => words.channels[one] ?? one).join(', ')})`,
                    )
                    .join(' → '),
            ],
            [words.dailyLimit, words.dailyLimitValue(whole(budget.daily_limit))],
            [words.exhausted, whole(budget.exhausted)],
            [
              words.prefixLimit,
              budget.prefix_limit === 0 ? words.noLimit : words.prefixLimitValue(whole(budget.prefix_limit)),
            ],
          ]}
        />
        <Table
          label={words.budget}
          columns={prefixes}
          rows={budget.prefixes}
          rowKey={row => row.prefix}
          empty={<p className={css.lead}>{words.noPrefixes}</p>}
        />
      </Section>
    </>
  );
}
