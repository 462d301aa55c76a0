/** The page of `/console/agreements`, loaded when it is opened. */
import type { DocumentRow } from '@rollcall/contract/console';
import { createLazyRoute, Link } from '@tanstack/react-router';
import buttonsCss from '../parts/buttons.module.css';
import textCss from '../parts/text.module.css';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { hasRole } from '../session/current-operator.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { agreementsWords } from './words.ts';

export const route = createLazyRoute('/shell/console/agreements')({ component: Agreements });

function Agreements() {
  const documents = route.useLoaderData();
  const { operator } = route.useRouteContext();
  const { language } = useConsoleContext();
  const words = useWords(agreementsWords);
  const common = useCommonWords();
  const { whole } = useNumberFormat();
  const columns: Column<DocumentRow>[] = [
    {
      key: 'title',
      head: words.document,
      wide: true,
      render: row => (
        <Link to="/console/agreements/$code" params={{ code: row.code }} search={{ pid: row.pid ?? '' }}>
          {row.title[language] || row.code}
        </Link>
      ),
    },
    { key: 'code', head: words.code, render: row => <code className={textCss.code}>{row.code}</code> },
    { key: 'pid', head: words.site, render: row => row.pid ?? words.everySite },
    {
      key: 'version',
      head: words.version,
      numeric: true,
      render: row => (row.version === 0 ? '—' : row.version),
    },
    {
      key: 'state',
      head: words.inForce,
      render: row =>
        row.id === null ? (
          <StatusBadge tone="neutral">{words.draftOnly}</StatusBadge>
        ) : row.draft_at === null ? (
          <StatusBadge tone="good">{words.inForce}</StatusBadge>
        ) : (
          <StatusBadge tone="warning">{words.draftWaits}</StatusBadge>
        ),
    },
    {
      key: 'needs',
      head: words.needsSignature,
      render: row => (row.needs_signature ? common.yes : common.no),
    },
    { key: 'signed', head: words.signed, numeric: true, render: row => whole(row.signatures) },
    { key: 'published', head: words.published, render: row => <DateTime at={row.published_at} /> },
  ];
  return (
    <>
      <PageHeader title={words.title} lead={words.lead}>
        {hasRole(operator.role, 'admin') ? (
          <Link className={buttonsCss.secondary} to="/console/agreements/edit">
            {words.write}
          </Link>
        ) : null}
      </PageHeader>
      <Table
        label={words.title}
        columns={columns}
        rows={documents}
        rowKey={row => `${row.code} ${row.pid}`}
        empty={<EmptyState what={words.empty} how={words.emptyHow} />}
      />
    </>
  );
}
