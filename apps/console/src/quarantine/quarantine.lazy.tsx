/** The page of `/console/quarantine`, loaded when it is opened. */
import type { QuarantinedRecord } from '@rollcall/contract/console';
import textCss from '../parts/text.module.css';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useWords } from '../console-context.ts';
import css from './quarantine.module.css';
import { quarantineWords } from './words.ts';
import { createLazyRoute } from '@tanstack/react-router';

export const route = createLazyRoute('/shell/console/quarantine')({ component: QuarantineView });

function QuarantineView() {
  const state = route.useSearch();
  const page = route.useLoaderData();
  const words = useWords(quarantineWords);
  const { whole } = useNumberFormat();
  const columns: Column<QuarantinedRecord>[] = [
    { key: 'at', head: words.at, render: row => <DateTime at={row.at} /> },
    { key: 'kind', head: words.kind, render: row => words.kinds[row.kind] },
    { key: 'product', head: words.product, render: row => row.product ?? '—' },
    { key: 'key', head: words.key, render: row => row.key ?? '—' },
    {
      key: 'reason',
      head: words.reason,
      wide: true,
      render: row => <span className={textCss.code}>{row.reason}</span>,
    },
    {
      key: 'record',
      head: words.record,
      render: row =>
        row.record === null ? (
          '—'
        ) : (
          <details>
            <summary className={css.summary}>{words.show}</summary>
            <pre className={css.record}>{row.record}</pre>
          </details>
        ),
    },
  ];
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      {page.total === 0 ? null : <p>{words.total(whole(page.total))}</p>}
      <Table
        label={words.title}
        columns={columns}
        rows={page.items}
        rowKey={(row, index) => `${row.id ?? row.at} ${index}`}
        empty={<EmptyState what={words.none} how={words.noneHow} />}
      />
      <Pager count={page.items.length} cursor={state.cursor} next={page.next} />
    </>
  );
}
