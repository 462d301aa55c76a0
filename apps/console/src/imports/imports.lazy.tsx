/** The page of `/console/import`, loaded when it is opened. */
import type { ImportRow } from '@rollcall/contract/console';
import { Link, createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../console-context.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ImportStateBadge } from './import-state.tsx';
import { importWords } from './words.ts';

export const route = createLazyRoute('/shell/console/import')({ component: Imports });

function Imports() {
  const { items, pid } = route.useLoaderData();
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
