/** When a dashboard is sent, and to whom: shown to admins, who change and end it. */
import type { AlertChannel, DashboardSubscription } from '@rollcall/contract/console';
import { useState } from 'react';
import { useCommonWords, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { DeleteDialog } from '../parts/confirm-dialog.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { Section } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Column, RowAction, RowActions, Table } from '../parts/table.tsx';
import { useTask } from '../parts/task.ts';
import { hourText, SubscriptionDialog } from './subscription-dialog.tsx';
import { subscriptionWords } from './subscription-words.ts';

type OpenDialog =
  | { readonly what: 'add' }
  | { readonly what: 'change' | 'delete'; readonly row: DashboardSubscription };

export function Subscriptions(props: {
  dashboard: string;
  subscriptions: readonly DashboardSubscription[];
  channels: readonly AlertChannel[];
  mail: boolean;
}) {
  const { dashboard, subscriptions, channels, mail } = props;
  const words = useWords(subscriptionWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const task = useTask();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const when = ({ weekday, hour }: DashboardSubscription) =>
    words.dayAndHour(
      weekday === null ? words.daily : words.weekly(words.weekdays[weekday - 1] ?? ''),
      hourText(hour),
    );
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  const pause = (row: DashboardSubscription) =>
    task.run(async signal => {
      const { id, revision, weekday, hour, emails, channels: to, enabled } = row;
      const body = { id, revision, dashboard, weekday, hour, emails, channels: to, enabled: !enabled };
      await mutate('changeSubscription', { body }, signal);
    });
  const columns: Column<DashboardSubscription>[] = [
    { key: 'when', head: words.when, render: when },
    {
      key: 'to',
      head: words.to,
      wide: true,
      written: true,
      render: row =>
        [...row.emails, ...row.channels.map(id => names.get(id) ?? String(id))].join(common.comma),
    },
    {
      key: 'last',
      head: words.last,
      render: row => (
        <>
          <DateTime at={row.sent_at} fallback="—" />
          {row.waiting === 0 ? null : (
            <>
              {' '}
              <StatusBadge tone="neutral">{words.waiting(row.waiting)}</StatusBadge>
            </>
          )}
          {row.failed === 0 ? null : (
            <>
              {' '}
              <StatusBadge tone="bad">{words.failed(row.failed)}</StatusBadge>
            </>
          )}
        </>
      ),
    },
    {
      key: 'next',
      head: words.next,
      render: row =>
        row.enabled ? (
          <DateTime at={row.next_at} />
        ) : (
          <StatusBadge tone="neutral">{words.paused}</StatusBadge>
        ),
    },
    {
      key: 'actions',
      head: common.actions,
      render: row => (
        <RowActions>
          <RowAction
            label={common.change}
            of={when(row)}
            onClick={() => setDialog({ what: 'change', row })}
          />
          <RowAction
            label={row.enabled ? words.pause : words.resume}
            of={when(row)}
            busy={task.phase !== 'idle'}
            onClick={() => pause(row)}
          />
          <RowAction
            label={common.delete}
            of={when(row)}
            onClick={() => setDialog({ what: 'delete', row })}
          />
        </RowActions>
      ),
    },
  ];
  return (
    <Section
      title={words.title}
      lead={words.lead}
      action={<SecondaryButton onClick={() => setDialog({ what: 'add' })}>{words.add}</SecondaryButton>}
    >
      {task.problem ? <ErrorMessage problem={task.problem} /> : null}
      {mail || subscriptions.every(({ emails }) => emails.length === 0) ? null : <p>{words.noMail}</p>}
      <Table
        label={words.title}
        columns={columns}
        rows={subscriptions}
        rowKey={row => row.id}
        empty={<EmptyState what={words.none} how={words.noneHow} />}
      />
      {dialog?.what === 'add' || dialog?.what === 'change' ? (
        <SubscriptionDialog
          dashboard={dashboard}
          {...(dialog.what === 'change' ? { subscription: dialog.row } : {})}
          channels={channels}
          mail={mail}
          onClose={close}
        />
      ) : dialog?.what === 'delete' ? (
        <DeleteDialog
          of={when(dialog.row)}
          text={words.deleteText}
          onClose={close}
          onConfirm={async (_, signal) => {
            const { id, revision } = dialog.row;
            await mutate('deleteSubscription', { body: { id, revision } }, signal);
          }}
        />
      ) : null}
    </Section>
  );
}
