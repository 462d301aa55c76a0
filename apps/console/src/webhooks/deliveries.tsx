/** The messages of a webhook, each with its tries. */
import { type Webhook, type WebhookDelivery, webhookDeliveryStates } from '@rollcall/contract/console';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { failureText } from '../failure-text.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { Section } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { Noted } from '../parts/noted.tsx';
import { type Column, RowAction, Table } from '../parts/table.tsx';
import textCss from '../parts/text.module.css';
import { webhookWords } from './words.ts';

type State = WebhookDelivery['state'];

const tones = { waiting: 'warning', delivered: 'good', 'given-up': 'bad' } as const;

function Tries({ of }: { of: WebhookDelivery }) {
  const { language } = useConsoleContext();
  const words = useWords(webhookWords);
  const common = useCommonWords();
  const { whole } = useNumberFormat();
  if (of.tries.length === 0) return <>{of.state === 'waiting' ? words.noTry : '—'}</>;
  return (
    <>
      {of.tries.map(one => (
        <div key={`${one.at} ${one.duration}`} className={textCss.line}>
          <DateTime at={one.at} />{' '}
          {one.status === null
            ? (words.failures[one.failure ?? ''] ?? failureText(language, one.failure ?? 'unknown'))
            : words.answered(String(one.status))}
          {common.comma}
          {words.milliseconds(whole(one.duration))}
        </div>
      ))}
    </>
  );
}

export function Deliveries(props: {
  webhook: Webhook;
  page: { readonly items: readonly WebhookDelivery[]; readonly next: string | null };
  state: State | '';
  cursor: string;
}) {
  const { webhook, page, state, cursor } = props;
  const words = useWords(webhookWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const navigate = useNavigate();
  const [again, setAgain] = useState<WebhookDelivery>();
  const nameOf = ({ type }: WebhookDelivery) =>
    (words.event as Readonly<Record<string, string>>)[type] ?? type;
  const columns: Column<WebhookDelivery>[] = [
    { key: 'at', head: words.at, render: row => <DateTime at={row.created_at} /> },
    {
      key: 'what',
      head: words.what,
      render: row => <Noted note={row.type}>{nameOf(row)}</Noted>,
    },
    {
      key: 'account',
      head: words.account,
      render: row =>
        row.account_id === null ? (
          '—'
        ) : (
          <Link to="/console/people/$id" params={{ id: row.account_id }}>
            {row.account_id.slice(0, 8)}
          </Link>
        ),
    },
    {
      key: 'state',
      head: words.state,
      render: row => (
        <Noted
          note={
            row.next_at === null ? null : (
              <>
                {words.nextTry} <DateTime at={row.next_at} />
              </>
            )
          }
        >
          <StatusBadge tone={tones[row.state]}>{words.states[row.state]}</StatusBadge>
        </Noted>
      ),
    },
    { key: 'tries', head: words.tries, wide: true, render: row => <Tries of={row} /> },
    {
      key: 'actions',
      head: common.actions,
      render: row =>
        webhook.paused_at === null ? (
          <RowAction label={words.resend} of={nameOf(row)} onClick={() => setAgain(row)} />
        ) : (
          '—'
        ),
    },
  ];
  return (
    <Section title={words.deliveries} lead={words.deliveriesLead}>
      <SelectField<State | ''>
        label={words.state}
        value={state}
        options={[['', common.all], ...labelled(webhookDeliveryStates, words.states)]}
        onSelect={chosen => void navigate({ to: '.', search: chosen === '' ? {} : { state: chosen } })}
      />
      <Table
        label={words.deliveries}
        columns={columns}
        rows={page.items}
        rowKey={row => row.id}
        empty={<EmptyState what={words.noDeliveries} how={words.noDeliveriesHow} />}
      />
      <Pager count={page.items.length} cursor={cursor} next={page.next} />
      {again ? (
        <ConfirmDialog
          of={nameOf(again)}
          label={words.resend}
          busy={words.testing}
          onClose={() => setAgain(undefined)}
          onConfirm={(_, signal) => mutate('resendWebhook', { body: { id: again.id } }, signal)}
        />
      ) : null}
    </Section>
  );
}
