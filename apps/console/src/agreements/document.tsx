/** `/console/agreements/CODE`: the versions of a document, and who signed one of them. */
import type { DocumentVersion } from '@rollcall/contract/console';
import { createRoute, Link } from '@tanstack/react-router';
import { addressOf, text, whole as wholeParam } from '../address/codec.ts';
import type { AnswerOf, ConsoleCalls } from '../client/rows.ts';
import css from '../parts/console-parts.module.css';
import { Empty, PageHead, Section, useNumbers, When } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { shellRoute } from '../shell/route.ts';
import { useCommon, useSurroundings, useWords } from '../surroundings.ts';
import { agreementsWords } from './words.ts';

const address = addressOf({
  pid: text('', 64),
  /** The version whose signatures are shown; 0: the one in force. */
  of: wholeParam(0, 0, 2_147_483_647),
  cursor: text('', 600),
});
type Signature = AnswerOf<ConsoleCalls['listSignatures']>['items'][number];

export const documentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/console/agreements/$code',
  ...address.route,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, params: { code }, deps, abortController: { signal } }) => {
    const versions = await client.ask(
      'listDocumentVersions',
      { query: { code, limit: 200, ...(deps.pid === '' ? {} : { pid: deps.pid }) } },
      signal,
    );
    const shown = versions.items.find(({ id }) => id === deps.of) ?? versions.items[0];
    const signatures = shown
      ? await client.ask(
          'listSignatures',
          { query: { id: shown.id, ...(deps.cursor === '' ? {} : { cursor: deps.cursor }) } },
          signal,
        )
      : { items: [], next: null };
    return { versions: versions.items, shown, signatures };
  },
  component: OneDocument,
});

function OneDocument() {
  const { code } = documentRoute.useParams();
  const state = documentRoute.useSearch();
  const { versions, shown, signatures } = documentRoute.useLoaderData();
  const { language } = useSurroundings();
  const words = useWords(agreementsWords);
  const common = useCommon();
  const { whole } = useNumbers();
  const columns: Column<DocumentVersion>[] = [
    { key: 'version', head: words.version, figure: true, render: row => row.version },
    { key: 'title', head: words.document, wide: true, render: row => row.title[language] },
    {
      key: 'needs',
      head: words.needsSignature,
      render: row => (row.needs_signature ? common.yes : common.no),
    },
    { key: 'published', head: words.published, render: row => <When at={row.published_at} /> },
    {
      key: 'signed',
      head: words.signed,
      figure: true,
      render: row => (
        <Link from={documentRoute.fullPath} to="." search={now => ({ ...now, of: row.id, cursor: '' })}>
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
          {row.nickname}
          {row.fullname ? ` (${row.fullname})` : ''}
        </Link>
      ),
    },
    { key: 'at', head: words.signedAt, render: row => <When at={row.signed_at} /> },
    { key: 'address', head: words.address, render: row => row.address },
  ];
  return (
    <>
      <PageHead
        title={versions[0]?.title[language] ?? code}
        lead={`${code} · ${state.pid === '' ? words.everySite : state.pid}`}
      >
        <Link className={css.quiet} to="/console/agreements/edit" search={{ code, pid: state.pid }}>
          {words.edit}
        </Link>
      </PageHead>
      <Section title={words.versions}>
        <Table
          label={words.versions}
          columns={columns}
          rows={versions}
          rowKey={row => String(row.id)}
          empty={<Empty what={words.draftOnly} />}
        />
      </Section>
      {shown ? (
        <Section title={words.who} lead={words.whoLead(shown.version)}>
          <Table
            label={words.who}
            columns={people}
            rows={signatures.items}
            rowKey={row => `${row.account_id} ${row.signed_at}`}
            empty={<Empty what={words.nobody} how={words.nobodyHow} />}
          />
          <Pager count={signatures.items.length} cursor={state.cursor} next={signatures.next} />
        </Section>
      ) : null}
    </>
  );
}
