/** The people that a question found. */
import type { QuestionBody } from '@rollcall/contract/console';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { saveFile, type Tabular, toCsv } from '../charts/tabular.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { SaveParquet } from '../charts/chart-view.tsx';
import { TextButton } from '../parts/buttons.tsx';
import chartViewCss from '../charts/chart-view.module.css';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import fieldCss from '../parts/field.module.css';
import { useNumberFormat } from '../parts/number-format.ts';
import { type Column, Table } from '../parts/table.tsx';
import { shellRoute } from '../shell/route.ts';
import { CohortDialog } from './save-dialogs.tsx';
import { askWords } from './words.ts';

type People = Extract<QuestionBody, { readonly kind: 'people' }>;
type Person = People['people'][number];

/** Accounts have a UUID; users of older systems have no page. */
const ACCOUNT = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

export function PeopleList(props: {
  body: People;
  table: Tabular;
  file: string;
  notes: ReactNode;
  /** How the number that was pressed counts, which is not people; of all their times. */
  counted?: ((times: number) => string) | undefined;
}) {
  const { body, table, file, notes, counted } = props;
  const words = useWords(askWords);
  const common = useCommonWords();
  const { language } = useConsoleContext();
  const { whole } = useNumberFormat();
  const { operator } = shellRoute.useRouteContext();
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState(false);
  if (body.people.length === 0) return <EmptyState what={words.noData} how={words.noDataHow} />;
  const accounts = body.people.flatMap(({ id }) => id ?? []);
  const columns: Column<Person>[] = [
    {
      key: 'person',
      head: words.person,
      wide: true,
      render: ({ id, nickname }) =>
        id === null ? (
          words.visitor
        ) : ACCOUNT.test(id) && nickname !== null ? (
          <Link to="/console/people/$id" params={{ id }}>
            {nickname}
          </Link>
        ) : (
          common.besides(nickname ?? id, words.deleted)
        ),
    },
    { key: 'times', head: words.often, numeric: true, render: ({ times }) => whole(times) },
    { key: 'first', head: words.first, render: ({ first }) => <DateTime at={first} /> },
    { key: 'last', head: words.last, render: ({ last }) => <DateTime at={last} /> },
  ];
  return (
    <div className={chartViewCss.chartView} lang={language}>
      <header>
        {notes}
        <p className={fieldCss.rule}>
          {words.listed(whole(body.people.length), whole(body.total))}
          {counted && body.people.length === body.total
            ? ` · ${counted(body.people.reduce((sum, { times }) => sum + times, 0))}`
            : null}
        </p>
        <span>
          {operator.role === 'admin' && accounts.length > 0 ? (
            <TextButton onClick={() => setAsking(true)}>{words.toCohort}</TextButton>
          ) : null}
          <TextButton onClick={() => saveFile(`${file}.csv`, toCsv(table))}>{common.download}</TextButton>
          <SaveParquet name={file} table={table} />
        </span>
      </header>
      <output>{made ? words.cohortMade : null}</output>
      <Table label={words.kinds.people} columns={columns} rows={body.people} rowKey={(_, at) => String(at)} />
      {asking ? (
        <CohortDialog
          definition={{ all: [{ accounts }] }}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false);
            setMade(true);
          }}
        />
      ) : null}
    </div>
  );
}
