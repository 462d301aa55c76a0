/** The page of `/console/service-tokens`, loaded when it is opened. */
import type { ServiceToken } from '@rollcall/contract/console';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommonWords, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { Noted } from '../parts/noted.tsx';
import { type Column, RowAction, RowActions, Table } from '../parts/table.tsx';
import { CreateServiceToken } from './create-service-token.tsx';
import { MadeToken } from './made-token.tsx';
import { serviceTokenWords } from './words.ts';

export const route = createLazyRoute('/shell/console/service-tokens')({ component: ServiceTokens });

type OpenDialog =
  | { readonly what: 'create' }
  | { readonly what: 'made'; readonly token: string }
  | { readonly what: 'end'; readonly row: ServiceToken };

function State({ row, at }: { row: ServiceToken; at: number }) {
  const words = useWords(serviceTokenWords);
  if (row.ended_at !== null) return <StatusBadge tone="bad">{words.ended}</StatusBadge>;
  if (row.expires_at <= at) return <StatusBadge tone="bad">{words.expired}</StatusBadge>;
  return <StatusBadge tone="good">{words.on}</StatusBadge>;
}

function ServiceTokens() {
  const { items, at } = route.useLoaderData();
  const words = useWords(serviceTokenWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const columns: Column<ServiceToken>[] = [
    {
      key: 'name',
      head: words.name,
      wide: true,
      written: true,
      render: row => <Noted note={row.purpose}>{row.name}</Noted>,
    },
    {
      key: 'scopes',
      head: words.scopes,
      written: true,
      render: row => row.scopes.map(scope => words.scope[scope]).join(common.comma),
    },
    { key: 'state', head: words.state, render: row => <State row={row} at={at} /> },
    {
      key: 'last',
      head: words.lastUse,
      render: row => (
        <Noted note={row.last_used_address}>
          <DateTime at={row.last_used_at} />
        </Noted>
      ),
    },
    { key: 'expires', head: words.expires, render: row => <DateTime at={row.expires_at} /> },
    { key: 'by', head: words.by, render: row => row.created_by },
    {
      key: 'actions',
      head: common.actions,
      render: row => (
        <RowActions>
          <Link to="/console/audit" search={{ by: row.id }}>
            {words.acts}
          </Link>
          {row.ended_at === null ? (
            <RowAction label={words.end} of={row.name} onClick={() => setDialog({ what: 'end', row })} />
          ) : null}
        </RowActions>
      ),
    },
  ];
  return (
    <>
      <PageHeader title={words.title} lead={words.lead}>
        <SecondaryButton onClick={() => setDialog({ what: 'create' })}>{words.create}</SecondaryButton>
      </PageHeader>
      <Table
        label={words.title}
        columns={columns}
        rows={items}
        rowKey={row => row.id}
        empty={<EmptyState what={words.empty} how={words.emptyHow} />}
      />
      {dialog?.what === 'create' ? (
        <CreateServiceToken onClose={close} onMade={token => setDialog({ what: 'made', token })} />
      ) : null}
      {dialog?.what === 'made' ? <MadeToken token={dialog.token} onClose={close} /> : null}
      {dialog?.what === 'end' ? (
        <ConfirmDialog
          of={dialog.row.name}
          text={words.endText}
          label={words.end}
          busy={words.ending}
          onClose={close}
          onConfirm={(_, signal) => mutate('endServiceToken', { body: { id: dialog.row.id } }, signal)}
        />
      ) : null}
    </>
  );
}
