/** The budgets of messages: warnings of those that are nearly used up, and the table of all. */
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { useCommonWords, useWords } from '../console-context.ts';
import { DateTime } from '../parts/date-time.tsx';
import { DescriptionList } from '../parts/description-list.tsx';
import noticeCss from '../parts/notice.module.css';
import { useNumberFormat } from '../parts/number-format.ts';
import pageCss from '../parts/page.module.css';
import { Section } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { messagesWords } from './words.ts';

type Budget = AnswerOf<ConsoleCalls['getMessageBudget']>;
type Total = Budget['totals'][number];
type Prefix = Budget['prefixes'][number];

/** An alert for each limit that the server reports as tight or used up. */
export function BudgetAlerts({ totals }: { totals: readonly Total[] }) {
  const words = useWords(messagesWords);
  const common = useCommonWords();
  const { whole } = useNumberFormat();
  return totals
    .filter(total => total.tight)
    .map(({ window, left, limit, until }) => (
      <div key={window} role="alert" className={noticeCss.error}>
        <p>
          {(left === 0 ? words.spent : words.tight)(words.windows[window], whole(left), whole(limit))}
          {until === null ? null : (
            <>
              {common.gap}
              {words.untilWhen} <DateTime at={until} />
            </>
          )}
        </p>
      </div>
    ));
}

export function BudgetSection({ budget }: { budget: Budget }) {
  const words = useWords(messagesWords);
  const common = useCommonWords();
  const { whole } = useNumberFormat();
  const prefixes: Column<Prefix>[] = [
    { key: 'prefix', head: words.prefix, wide: true, render: row => row.prefix },
    { key: 'sent', head: words.sent, numeric: true, render: row => whole(row.sent) },
    { key: 'left', head: words.left, numeric: true, render: row => whole(row.left) },
    { key: 'until', head: words.until, render: row => <DateTime at={row.until} /> },
  ];
  const totals: Column<Total>[] = [
    { key: 'window', head: words.total, wide: true, render: row => words.windows[row.window] },
    { key: 'limit', head: words.limit, numeric: true, render: row => whole(row.limit) },
    { key: 'sent', head: words.sent, numeric: true, render: row => whole(row.sent) },
    { key: 'left', head: words.left, numeric: true, render: row => whole(row.left) },
    {
      key: 'until',
      head: words.until,
      render: row => (row.until === null ? '—' : <DateTime at={row.until} />),
    },
  ];
  return (
    <Section title={words.budget}>
      <DescriptionList
        items={[
          [
            words.order,
            budget.senders.length === 0
              ? words.noSenders
              : budget.senders
                  .map(({ name, channels }) =>
                    common.besides(
                      words.senders[name] ?? name,
                      channels.map(one => words.channels[one] ?? one).join(common.comma),
                    ),
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
      {budget.totals.length > 0 ? (
        <Table label={words.total} columns={totals} rows={budget.totals} rowKey={row => row.window} />
      ) : null}
      <Table
        label={words.budget}
        columns={prefixes}
        rows={budget.prefixes}
        rowKey={row => row.prefix}
        empty={<p className={pageCss.lead}>{words.noPrefixes}</p>}
      />
    </Section>
  );
}
