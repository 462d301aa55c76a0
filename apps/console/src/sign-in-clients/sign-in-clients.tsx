/** `/console/sign-in-clients`: sign-ins by platform, product and version, to find the client that fails. */
import { createRoute } from '@tanstack/react-router';
import { oneOf, searchParams } from '../search-params/search-params.ts';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { refusalText } from '../error-texts.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import filterBarCss from '../parts/filter-bar.module.css';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { type Column, Table } from '../parts/table.tsx';
import textCss from '../parts/text.module.css';
import { shellRoute } from '../shell/route.ts';
import { view } from './sign-in-clients.view.ts';
import { signInClientsWords } from './words.ts';

const DAY = 86_400_000;
const spans = { '24h': DAY, '7d': 7 * DAY, '31d': 31 * DAY } as const;
const periods = ['24h', '7d', '31d'] as const;

type Row = AnswerOf<ConsoleCalls['getSignInClients']>['rows'][number];

const searchSchema = searchParams({ period: oneOf(periods, '7d') });

export const signInClientsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search: { period } }) => ({ period }),
  loader: ({ context: { client }, deps: { period }, abortController: { signal } }) => {
    const to = Date.now();
    return client.call('getSignInClients', { query: { from: to - spans[period], to } }, signal);
  },
  component: SignInClients,
});

function SignInClients() {
  const { period } = signInClientsRoute.useSearch();
  const common = useCommonWords();
  const { rows } = signInClientsRoute.useLoaderData();
  const navigate = signInClientsRoute.useNavigate();
  const { language } = useConsoleContext();
  const words = useWords(signInClientsWords);
  const { whole } = useNumberFormat();
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const cell = (row: Row, text: string | null) =>
    row.others ? '—' : text === null ? words.notSaid : <span className={textCss.code}>{text}</span>;
  const columns: Column<Row>[] = [
    {
      key: 'platform',
      head: words.platform,
      render: row => (row.others ? words.others : cell(row, row.platform)),
    },
    { key: 'product', head: words.product, render: row => cell(row, row.product) },
    { key: 'sdk', head: words.sdk, render: row => cell(row, row.sdk) },
    { key: 'signed-in', head: words.signedIn, numeric: true, render: row => whole(row.signed_in) },
    { key: 'refused', head: words.refused, numeric: true, render: row => whole(row.refused) },
    {
      key: 'share',
      head: words.share,
      numeric: true,
      render: row => percent.format(row.refused / (row.signed_in + row.refused)),
    },
    {
      key: 'most-refused',
      head: words.mostRefused,
      wide: true,
      render: ({ most_refused: most }) =>
        most === null ? '—' : common.besides(refusalText(language, most.refusal), whole(most.count)),
    },
  ];
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <div className={filterBarCss.bar}>
        <SelectField
          label={words.period}
          value={period}
          options={periods.map(name => [name, words.periods[name]] as const)}
          onSelect={chosen => void navigate({ search: { period: chosen } })}
        />
      </div>
      <Table
        label={words.title}
        columns={columns}
        rows={rows}
        rowKey={row => [row.others, row.platform, row.product, row.sdk].join(' ')}
        empty={<EmptyState what={words.empty} how={words.emptyHow} />}
      />
    </>
  );
}
