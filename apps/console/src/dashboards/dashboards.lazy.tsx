/** The page of `/console/dashboards`, loaded when it is opened. */
import type { DashboardSummary, SavedQuestion } from '@rollcall/contract/console';
import { Link, useNavigate, createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { askWords } from '../ask/words.ts';
import { useCommonWords, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { DeleteDialog } from '../parts/confirm-dialog.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader, Section } from '../parts/page.tsx';
import { Noted } from '../parts/noted.tsx';
import { type Columns, RowAction, RowActions, Table } from '../parts/table.tsx';
import { shellRoute } from '../shell/route.ts';
import { RenameDialog } from '../ask/save-dialogs.tsx';
import { Cohorts } from './cohorts.tsx';
import { DashboardDialog } from './dashboard-dialog.tsx';
import { useTileName } from './tile.tsx';
import { dashboardWords } from './words.ts';

export const route = createLazyRoute('/shell/usage/console/dashboards')({ component: Dashboards });

type OpenDialog =
  | { readonly what: 'create' }
  | { readonly what: 'rename'; readonly row: SavedQuestion }
  | {
      readonly what: 'deleteDashboard' | 'deleteSavedQuestion';
      readonly row: DashboardSummary | SavedQuestion;
    };

function Dashboards() {
  const { dashboards, questions, cohorts } = route.useLoaderData();
  const { operator } = shellRoute.useRouteContext();
  const words = useWords(dashboardWords);
  const ask = useWords(askWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const navigate = useNavigate();
  const nameOf = useTileName();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const admin = operator.role === 'admin';
  const shared = <Row extends DashboardSummary | SavedQuestion>(
    what: 'deleteDashboard' | 'deleteSavedQuestion',
  ): Columns<Row> => [
    { key: 'owner', head: words.owner, render: row => row.owner ?? words.builtIn },
    { key: 'shared', head: ask.shared, render: row => ask.sharedWith[row.shared] },
    { key: 'changed', head: words.changed, render: row => <DateTime at={row.changed_at} /> },
    admin && {
      key: 'actions',
      head: common.actions,
      render: row => (
        <RowActions>
          {'question' in row ? (
            <RowAction
              label={ask.rename}
              of={nameOf(row)}
              onClick={() => setDialog({ what: 'rename', row })}
            />
          ) : null}
          <RowAction label={common.delete} of={nameOf(row)} onClick={() => setDialog({ what, row })} />
        </RowActions>
      ),
    },
  ];
  return (
    <>
      <PageHeader title={words.title} lead={words.lead}>
        {admin ? (
          <SecondaryButton onClick={() => setDialog({ what: 'create' })}>{words.create}</SecondaryButton>
        ) : null}
      </PageHeader>
      <Table
        label={words.title}
        rows={dashboards}
        rowKey={row => row.id}
        columns={[
          {
            key: 'name',
            head: words.name,
            wide: true,
            written: true,
            render: row => (
              <Noted note={row.about || (row.front ? words.front : '')}>
                <Link to="/console/dashboards/$id" params={{ id: row.id }}>
                  {nameOf(row)}
                </Link>
              </Noted>
            ),
          },
          { key: 'tiles', head: words.tiles, numeric: true, render: row => String(row.tiles) },
          ...shared<DashboardSummary>('deleteDashboard'),
        ]}
        empty={<EmptyState what={words.none} how={words.noneHow} />}
      />
      <Section title={words.questions}>
        <Table
          label={words.questions}
          rows={questions}
          rowKey={row => row.id}
          columns={[
            {
              key: 'name',
              head: words.name,
              wide: true,
              written: true,
              render: row => (
                <Noted note={row.about}>
                  <Link to="/console/ask" search={{ saved: row.id }}>
                    {nameOf(row)}
                  </Link>
                </Noted>
              ),
            },
            ...shared<SavedQuestion>('deleteSavedQuestion'),
          ]}
          empty={<EmptyState what={ask.savedNone} how={ask.savedHow} />}
        />
      </Section>
      <Cohorts cohorts={cohorts} admin={admin} />
      {dialog?.what === 'rename' ? <RenameDialog kept={dialog.row} onClose={close} /> : null}
      {dialog?.what === 'create' ? (
        <DashboardDialog
          onClose={close}
          onDone={id => void navigate({ to: '/console/dashboards/$id', params: { id } })}
        />
      ) : null}
      {dialog?.what === 'deleteDashboard' || dialog?.what === 'deleteSavedQuestion' ? (
        <DeleteDialog
          of={nameOf(dialog.row)}
          text={dialog.what === 'deleteDashboard' ? words.deleteText : ask.deleteText}
          onClose={close}
          onConfirm={async (_, signal) => {
            const { id, revision } = dialog.row;
            await mutate(dialog.what, { body: { id, revision } }, signal);
          }}
        />
      ) : null}
    </>
  );
}
