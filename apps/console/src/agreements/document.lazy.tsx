/** The page of `/console/agreements/$code`, loaded when it is opened. */
import type { DocumentVersion } from '@rollcall/contract/console';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import buttonsCss from '../parts/buttons.module.css';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader, Section } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { agreementsWords } from './words.ts';

type Signature = AnswerOf<ConsoleCalls['listSignatures']>['items'][number];

export const route = createLazyRoute('/shell/console/agreements/$code')({ component: OneDocument });

function OneDocument() {
  const { code } = route.useParams();
  const state = route.useSearch();
  const { versions, shown, signatures } = route.useLoaderData();
  const { language } = useConsoleContext();
  const words = useWords(agreementsWords);
  const common = useCommonWords();
  const { whole } = useNumberFormat();
  const columns: Column<DocumentVersion>[] = [
    { key: 'title', head: words.document, wide: true, render: row => row.title[language] },
    { key: 'version', head: words.version, numeric: true, render: row => row.version },
    {
      key: 'needs',
      head: words.needsSignature,
      render: row => (row.needs_signature ? common.yes : common.no),
    },
    { key: 'published', head: words.published, render: row => <DateTime at={row.published_at} /> },
    {
      key: 'signed',
      head: words.signed,
      numeric: true,
      render: row => (
        <Link from="/console/agreements/$code" to="." search={now => ({ ...now, of: row.id, cursor: '' })}>
          {whole(row.signatures)}
        </Link>
      ),
    },
    {
      key: 'read',
      head: common.actions,
      render: row => (
        <a href={`/agreements/${row.id}`} target="_blank" rel="noopener">
          {words.read}
        </a>
      ),
    },
  ];
  const people: Column<Signature>[] = [
    {
      key: 'person',
      head: words.person,
      wide: true,
      render: row => (
        <Link to="/console/people/$id" params={{ id: row.account_id }}>
          {row.fullname ? common.besides(row.nickname, row.fullname) : row.nickname}
        </Link>
      ),
    },
    { key: 'at', head: words.signedAt, render: row => <DateTime at={row.signed_at} /> },
    { key: 'address', head: words.address, render: row => row.address },
  ];
  return (
    <>
      <PageHeader
        title={versions[0]?.title[language] ?? code}
        lead={`${code} · ${state.pid === '' ? words.everySite : state.pid}`}
      >
        <Link
          className={buttonsCss.secondary}
          to="/console/agreements/edit"
          search={{ code, pid: state.pid }}
        >
          {words.edit}
        </Link>
      </PageHeader>
      <Section title={words.versions}>
        <Table
          label={words.versions}
          columns={columns}
          rows={versions}
          rowKey={row => String(row.id)}
          empty={<EmptyState what={words.draftOnly} />}
        />
      </Section>
      {shown ? (
        <Section title={words.who} lead={words.whoLead(shown.version)}>
          <Table
            label={words.who}
            columns={people}
            rows={signatures.items}
            rowKey={row => `${row.account_id} ${row.signed_at}`}
            empty={<EmptyState what={words.noSignatures} how={words.noSignaturesHow} />}
          />
          <Pager count={signatures.items.length} cursor={state.cursor} next={signatures.next} />
        </Section>
      ) : null}
    </>
  );
}
