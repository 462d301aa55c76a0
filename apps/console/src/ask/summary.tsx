/** Under a trend: totals, averages and the change against the period before, and the people behind them. */
import type { Question, QuestionAnswer } from '@rollcall/contract/console';
import { TextButton } from '../parts/buttons.tsx';
import fieldCss from '../parts/field.module.css';
import { type Columns, Table } from '../parts/table.tsx';
import { isShown } from './edits.ts';
import { lineName, trendSummary } from './trend-table.ts';
import { lineWriter, type Writers } from './writers.ts';

export function Summary(props: {
  question: Question;
  answer: QuestionAnswer;
  writers: Writers;
  onPeople: ((at: number, by: readonly (string | null)[]) => void) | undefined;
}) {
  const { question, answer, writers, onPeople } = props;
  const { words, percent } = writers;
  if (answer.answer.kind !== 'trend') return null;
  const before = answer.previous?.answer;
  const rows = trendSummary(
    question,
    answer.answer,
    before?.kind === 'trend' ? before : undefined,
    answer.unfinished,
  );
  type Row = (typeof rows)[number];
  const figure = (row: Row, value: number | null) =>
    value === null ? '—' : lineWriter(question, row.series, writers)(value);
  const columns: Columns<Row> = [
    { key: 'series', head: words.series, wide: true, render: row => lineName(question, row, words) },
    { key: 'total', head: words.total, numeric: true, render: row => figure(row, row.total) },
    { key: 'average', head: words.average, numeric: true, render: row => figure(row, row.average) },
    before !== undefined && {
      key: 'before',
      head: words.before,
      numeric: true,
      render: row => figure(row, row.before),
    },
    before !== undefined && {
      key: 'change',
      head: words.change,
      numeric: true,
      render: ({ change }: Row) => (change === null ? '—' : `${change > 0 ? '+' : ''}${percent(change)}`),
    },
    onPeople !== undefined && {
      key: 'people',
      head: words.people,
      render: row =>
        row.series === null || !isShown(row) ? (
          '—'
        ) : (
          <TextButton
            aria-label={words.peopleOf(lineName(question, row, words))}
            onClick={() => onPeople(row.series ?? 0, row.by)}
          >
            {words.thesePeople}
          </TextButton>
        ),
    },
  ];
  return (
    <>
      <Table
        label={words.summary}
        columns={columns}
        rows={rows}
        rowKey={row => `${row.series} ${row.by.join('\n')}`}
      />
      {question.compare && !before ? <p className={fieldCss.rule}>{words.noComparison}</p> : null}
    </>
  );
}
