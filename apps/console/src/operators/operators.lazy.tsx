/** The page of `/console/operators`, loaded when it is opened. */
import type { Invitation, OperatorRow } from '@rollcall/contract/console';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { TextButton, SecondaryButton } from '../parts/buttons.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader, Section } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Column, RowActions, Table } from '../parts/table.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useTask } from '../parts/task.ts';
import { sessionWords } from '../session/words.ts';
import { useCommonWords, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { type OpenDialog, OperatorDialog } from './operator-dialog.tsx';
import { operatorsWords } from './words.ts';

export const route = createLazyRoute('/shell/console/operators')({ component: Operators });

function Operators() {
  const { operators, invitations } = route.useLoaderData();
  const { operator } = route.useRouteContext();
  const words = useWords(operatorsWords);
  const session = useWords(sessionWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const withdrawing = useTask();
  const [dialog, setDialog] = useState<OpenDialog>();
  const columns: Column<OperatorRow>[] = [
    {
      key: 'name',
      head: words.name,
      wide: true,
      render: row => (
        <>
          {row.name} {row.id === operator.id ? <StatusBadge tone="neutral">{words.you}</StatusBadge> : null}
        </>
      ),
    },
    { key: 'role', head: words.role, render: row => session.roles[row.role] },
    {
      key: 'state',
      head: words.state,
      render: row =>
        row.disabled_at === null ? (
          <StatusBadge tone="good">{words.on}</StatusBadge>
        ) : (
          <StatusBadge tone="bad">{words.off}</StatusBadge>
        ),
    },
    {
      key: 'factor',
      head: words.factor,
      render: row => (row.second_factor ? words.factorSet : words.factorMissing),
    },
    { key: 'last', head: words.lastSignIn, render: row => <DateTime at={row.last_signed_in_at} /> },
    { key: 'since', head: words.since, render: row => <DateTime at={row.created_at} /> },
    {
      key: 'actions',
      head: common.actions,
      render: row => (
        <RowActions>
          <TextButton onClick={() => setDialog({ what: 'role', operator: row })}>
            {words.changeRole}
          </TextButton>
          <TextButton onClick={() => setDialog({ what: 'password', operator: row })}>
            {words.passwordLink}
          </TextButton>
          {row.second_factor && row.id !== operator.id ? (
            <TextButton onClick={() => setDialog({ what: 'reset', operator: row })}>
              {words.resetFactor}
            </TextButton>
          ) : null}
          {row.disabled_at === null ? (
            <TextButton onClick={() => setDialog({ what: 'disable', operator: row })}>
              {words.disable}
            </TextButton>
          ) : (
            <TextButton onClick={() => setDialog({ what: 'enable', operator: row })}>
              {words.enable}
            </TextButton>
          )}
        </RowActions>
      ),
    },
  ];
  const links: Column<Invitation>[] = [
    { key: 'kind', head: words.kind, render: row => words.kinds[row.kind] },
    {
      key: 'name',
      head: words.forWhom,
      wide: true,
      render: row => row.name ?? session.roles[row.role],
    },
    { key: 'by', head: words.by, render: row => row.invited_by ?? '—' },
    { key: 'until', head: words.until, render: row => <DateTime at={row.expires_at} /> },
    {
      key: 'withdraw',
      head: common.actions,
      render: row => (
        <TextButton
          onClick={() =>
            withdrawing.run(async signal => {
              await mutate('withdrawInvitation', { body: { id: row.id } }, signal);
            })
          }
        >
          {words.withdraw}
        </TextButton>
      ),
    },
  ];
  return (
    <>
      <PageHeader title={words.title} lead={words.lead}>
        <SecondaryButton onClick={() => setDialog({ what: 'invite' })}>{words.invite}</SecondaryButton>
      </PageHeader>
      <Table label={words.title} columns={columns} rows={operators} rowKey={row => row.id} />
      <Section title={words.open} lead={invitations.length > 0 ? words.openLead : undefined}>
        {withdrawing.problem ? <ErrorMessage problem={withdrawing.problem} /> : null}
        <Table
          label={words.open}
          columns={links}
          rows={invitations}
          rowKey={row => row.id}
          empty={<EmptyState what={words.noOpen} />}
        />
      </Section>
      {dialog ? <OperatorDialog dialog={dialog} onChange={setDialog} /> : null}
    </>
  );
}
