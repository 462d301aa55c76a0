/** The page of `/console/sign-in-clients`, loaded when it is opened. */
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { refusalText } from '../error-texts.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import filterBarCss from '../parts/filter-bar.module.css';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { type Column, Table } from '../parts/table.tsx';
import textCss from '../parts/text.module.css';
import { signInClientsWords } from './words.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { periods } from './periods.ts';

type Row = AnswerOf<ConsoleCalls['getSignInClients']>['rows'][number];

export const route = createLazyRoute('/shell/console/sign-in-clients')({ component: SignInClients });

function SignInClients() {
  const { period } = route.useSearch();
  const common = useCommonWords();
  const { rows } = route.useLoaderData();
  const navigate = route.useNavigate();
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
          options={labelled(periods, words.periods)}
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
