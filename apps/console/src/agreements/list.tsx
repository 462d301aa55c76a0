/** `/console/agreements`: every document with its version in force. */
import type { DocumentRow } from '@rollcall/contract/console';
import { createRoute, Link } from '@tanstack/react-router';
import css from '../parts/console-parts.module.css';
import { Empty, Mark, PageHead, useNumbers, When } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { includes } from '../session/me.ts';
import { shellRoute } from '../shell/route.ts';
import { useCommon, useSurroundings, useWords } from '../surroundings.ts';
import { agreementsWords } from './words.ts';

export const agreementsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/console/agreements',
  loader: ({ context, abortController }) => context.client.ask('listDocuments', {}, abortController.signal),
  component: Agreements,
});

function Agreements() {
  const documents = agreementsRoute.useLoaderData();
  const { operator } = agreementsRoute.useRouteContext();
  const { language } = useSurroundings();
  const words = useWords(agreementsWords);
  const common = useCommon();
  const { whole } = useNumbers();
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
    { key: 'code', head: words.code, render: row => <code className={css.figuresFont}>{row.code}</code> },
    { key: 'pid', head: words.site, render: row => row.pid ?? words.everySite },
    {
      key: 'version',
      head: words.version,
      figure: true,
      render: row => (row.version === 0 ? '—' : row.version),
    },
    {
      key: 'state',
      head: words.inForce,
      render: row =>
        row.id === null ? (
          <Mark tone="plain">{words.draftOnly}</Mark>
        ) : row.draft_at === null ? (
          <Mark tone="good">{words.inForce}</Mark>
        ) : (
          <Mark tone="middling">{words.draftWaits}</Mark>
        ),
    },
    {
      key: 'needs',
      head: words.needsSignature,
      render: row => (row.needs_signature ? common.yes : common.no),
    },
    { key: 'signed', head: words.signed, figure: true, render: row => whole(row.signatures) },
    { key: 'published', head: words.published, render: row => <When at={row.published_at} /> },
  ];
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {includes(operator.role, 'admin') ? (
          <Link className={css.quiet} to="/console/agreements/edit">
            {words.write}
          </Link>
        ) : null}
      </PageHead>
      <Table
        label={words.title}
        columns={columns}
        rows={documents}
        rowKey={row => `${row.code} ${row.pid}`}
        empty={<Empty what={words.empty} how={words.emptyHow} />}
      />
    </>
  );
}
