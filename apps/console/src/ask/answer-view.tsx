/** The frame of an answer that is drawn: its notes, what stands in place of nothing, and what stands under the chart. */
import type { Question, QuestionAnswer, QuestionBody } from '@rollcall/contract/console';
import type { ReactNode } from 'react';
import { ChartView } from '../charts/chart-view.tsx';
import { formatCell, type Tabular } from '../charts/tabular.ts';
import { TextButton } from '../parts/buttons.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import fieldCss from '../parts/field.module.css';
import { SelectField } from '../parts/select-field.tsx';
import { SampleBadge } from '../parts/sample-badge.tsx';
import { Table } from '../parts/table.tsx';
import { everything, HiddenEvents } from '../usage/hidden-events.tsx';
import { pointWords } from '../usage/period.ts';
import { asksOfPeople } from './names.ts';
import { dayText } from './period.ts';
import { fileName } from './tables.ts';
import { useWriters } from './writers.ts';

export interface AnswerProps {
  readonly question: Question;
  readonly answer: QuestionAnswer;
  /** When the answer came, in ms since 1970. */
  readonly at: number;
  /** What the question is called: in the file's name, and for screen readers. */
  readonly name: string;
  /** A tile of a dashboard: the chart alone. @default false */
  readonly tile?: boolean;
  /** Asks another question, in place of one of which nothing is shown. */
  readonly onQuestion?: (question: Question) => void;
  /** Opens the people behind a number, by the question that lists them. */
  readonly onPeople?: (people: Question) => void;
}

/** An answer of one kind. */
export type AnswerOf<Kind extends QuestionBody['kind']> = AnswerProps & {
  readonly body: Extract<QuestionBody, { readonly kind: Kind }>;
};

export function AnswerNotes({ question, answer }: Pick<AnswerProps, 'question' | 'answer'>) {
  const { words, language } = useWriters();
  return (
    <>
      <SampleBadge sampled={answer.sample} />
      {asksOfPeople(question) ? <p className={fieldCss.rule}>{words.lateProperties}</p> : null}
      {answer.rows_from === null || answer.source === 'sums' ? null : (
        <p className={fieldCss.rule}>
          {words.rowsFrom(pointWords(dayText(answer.rows_from), language).date)}
        </p>
      )}
    </>
  );
}

/** The chart of a table, and under it `children`, which a tile does not have. */
export function AnswerView(
  props: AnswerProps & {
    table: Tabular;
    /** The table as it is read. @default the same */
    read?: Tabular;
    render: Parameters<typeof ChartView>[0]['render'];
    children?: ReactNode;
  },
) {
  const { question, answer, name, tile = false, onQuestion, table, read, render, children } = props;
  const { words } = useWriters();
  return (
    <>
      <ChartView
        name={fileName(name, answer)}
        title={name}
        table={table}
        {...(read ? { read } : {})}
        notes={<AnswerNotes question={question} answer={answer} />}
        own={tile}
        parquet={!tile}
        empty={
          <EmptyState
            what={words.noData}
            how={
              <>
                {words.noDataHow}{' '}
                {onQuestion ? (
                  <HiddenEvents
                    population={question.population}
                    period={question.period}
                    onShow={() =>
                      onQuestion({ ...question, population: { ...question.population, ...everything } })
                    }
                  />
                ) : null}
              </>
            }
          />
        }
        render={render}
      />
      {tile || table.rows.length === 0 ? null : children}
    </>
  );
}

/** Groups that are listed at most where more are asked for: a page still draws them. */
const MOST_GROUPS = 100;

/** How many groups are not listed, and a way to list them. @param props.more how many */
export function MoreGroups({
  question,
  more,
  onQuestion,
}: {
  question: Question;
  more: number;
  onQuestion: AnswerProps['onQuestion'] | undefined;
}) {
  const { words, whole } = useWriters();
  if (more === 0) return null;
  return (
    <p>
      {words.moreGroups(whole(more))}{' '}
      {onQuestion && question.top < MOST_GROUPS ? (
        <TextButton
          onClick={() => onQuestion({ ...question, top: Math.min(MOST_GROUPS, question.top + more) })}
        >
          {words.listMore}
        </TextButton>
      ) : null}
    </p>
  );
}

/** The group whose people are opened; nothing where there is but one. */
export function GroupField(props: {
  names: readonly string[];
  /** The place of the group. */
  value: number;
  onSelect: (place: number) => void;
}) {
  const { names, value, onSelect } = props;
  const { words } = useWriters();
  if (names.length < 2) return null;
  return (
    <SelectField
      label={words.groupOf}
      value={String(value)}
      options={names.map((name, place) => [String(place), name] as const)}
      onSelect={place => onSelect(Number(place))}
    />
  );
}

/** A table under the chart; a first column of text, then figures. */
export function Below(props: {
  title: string;
  table: Tabular;
  /** Who is behind a figure, and what lists them; undefined: nobody is listed. */
  onPick?:
    | ((row: number, column: number) => { readonly what: string; readonly open: () => void } | undefined)
    | undefined;
}) {
  const { title, table, onPick } = props;
  return (
    <>
      <h2>{title}</h2>
      <Table
        label={title}
        rows={table.rows.map((cells, place) => ({ cells, place }))}
        rowKey={({ place }) => String(place)}
        columns={table.columns.map((column, at) => ({
          key: String(at),
          head: column.head,
          numeric: column.write !== undefined,
          wide: at === 0,
          render: ({ cells, place }: { cells: (typeof table.rows)[number]; place: number }) => {
            const text = formatCell(column, cells[at]);
            const picked = onPick?.(place, at);
            return picked ? (
              <TextButton aria-label={`${text} ${picked.what}`} onClick={picked.open}>
                {text}
              </TextButton>
            ) : (
              text
            );
          },
        }))}
      />
    </>
  );
}
