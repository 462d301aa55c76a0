/** `/console/import`: the files of the last 30 days, and where the next one is chosen. */
import type { ImportRow, ImportState } from '@rollcall/contract/console';
import { createRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../console-context.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { shellRoute } from '../shell/route.ts';
import { ChooseFile } from './choose-file.tsx';
import { view } from './imports.view.ts';
import { importWords } from './words.ts';

export const importsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  loader: async ({ context: { client }, abortController: { signal } }) => {
    const [{ items }, people] = await Promise.all([
      client.call('listImports', {}, signal),
      client.call('listPeople', { query: { limit: 1 } }, signal),
    ]);
    return { items, pid: items[0]?.pid ?? people.items[0]?.pid ?? '' };
  },
  staleTime: 0,
  component: Imports,
});

export function ImportStateBadge({ state }: { state: ImportState }) {
  const words = useWords(importWords);
  const tone = state === 'done' ? 'good' : state === 'undone' || state === 'cancelled' ? 'bad' : 'neutral';
  return <StatusBadge tone={tone}>{words.states[state]}</StatusBadge>;
}

function Imports() {
  const { items, pid } = importsRoute.useLoaderData();
  const words = useWords(importWords);
  const { whole } = useNumberFormat();
  const [choosing, setChoosing] = useState(false);
  const columns: Column<ImportRow>[] = [
    {
      key: 'name',
      head: words.file,
      wide: true,
      written: true,
      render: row => (
        <Link to="/console/import/$id" params={{ id: row.id }}>
          {row.name}
        </Link>
      ),
    },
    { key: 'state', head: words.state, render: row => <ImportStateBadge state={row.state} /> },
    { key: 'rows', head: words.rows, numeric: true, render: row => whole(row.rows) },
    { key: 'when', head: words.when, render: row => <DateTime at={row.created_at} /> },
    { key: 'by', head: words.by, render: row => row.created_by },
  ];
  return (
    <>
      <PageHeader title={words.title} lead={words.lead}>
        <SecondaryButton onClick={() => setChoosing(true)}>{words.choose}</SecondaryButton>
      </PageHeader>
      <Table
        label={words.title}
        columns={columns}
        rows={items}
        rowKey={row => row.id}
        empty={<EmptyState what={words.empty} how={words.emptyHow} />}
      />
      {choosing ? <ChooseFile pid={pid} onClose={() => setChoosing(false)} /> : null}
    </>
  );
}
