/** The answer of a question as its kind is drawn, with the tables beside it. */
import type { Behind, Question, QuestionAnswer } from '@rollcall/contract/console';
import type { ReactNode } from 'react';
import { ChartView } from '../charts/chart-view.tsx';
import type { Tabular } from '../charts/tabular.ts';
import { formatCell } from '../charts/tabular.ts';
import { TextButton } from '../parts/buttons.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import fieldCss from '../parts/field.module.css';
import { useNumberFormat } from '../parts/number-format.ts';
import { SampleBadge } from '../parts/sample-badge.tsx';
import { Table } from '../parts/table.tsx';
import { everything, HiddenEvents } from '../usage/hidden-events.tsx';
import { begunPoints, pointWords } from '../usage/period.ts';
import { AnnotationList } from './annotation-list.tsx';
import { marksOf, useAnnotations } from './annotations.ts';
import { both, filterOf, newPeople, peopleBehind, peopleOf } from './edits.ts';
import css from './ask.module.css';
import { asksOfPeople, groupName } from './names.ts';
import { PeopleList } from './people-list.tsx';
import {
  drawnLines,
  fileName,
  funnelGroups,
  funnelTable,
  funnelTrend,
  lineWriter,
  pathsTable,
  peopleTable,
  retentionCounts,
  retentionGroups,
  retentionTable,
  stickinessTable,
  timeTable,
  trendTable,
} from './tables.ts';
import { Summary } from './summary.tsx';
import { pointPeriod } from './period.ts';
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

/** A table under the chart; a first column of text, then figures. */
function Below({ title, table }: { title: string; table: Tabular }) {
  return (
    <>
      <h2>{title}</h2>
      <Table
        label={title}
        rows={table.rows}
        rowKey={(_, index) => String(index)}
        columns={table.columns.map((column, at) => ({
          key: String(at),
          head: column.head,
          numeric: column.write !== undefined,
          wide: at === 0,
          render: (row: (typeof table.rows)[number]) => formatCell(column, row[at]),
        }))}
      />
    </>
  );
}

export function AnswerChart(props: AnswerProps) {
  const { question, answer, at, name, tile = false, onPeople, onQuestion } = props;
  const writers = useWriters();
  const { words, language, whole } = writers;
  const { short } = useNumberFormat();
  // below the heading of a tile, or of the page
  const Heading = tile ? 'h3' : 'h2';
  const body = answer.answer;
  const behind = (of: Behind) => () => onPeople?.(peopleOf(question, of));
  const annotations = useAnnotations(
    body.kind === 'trend' ? { from: dayText(answer.from), to: dayText(answer.to - 1) } : undefined,
  );
  const before = answer.previous?.answer;
  const notes = (
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
  const view = (
    table: Tabular,
    render: Parameters<typeof ChartView>[0]['render'],
    below?: ReactNode,
    read?: Tabular,
  ) => (
    <>
      <ChartView
        name={fileName(name, answer)}
        title={name}
        table={table}
        {...(read ? { read } : {})}
        notes={notes}
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
      {tile || table.rows.length === 0 ? null : below}
    </>
  );
  const more =
    'more' in body && body.more > 0 ? (
      <p>
        {words.moreGroups(whole(body.more))}{' '}
        {onQuestion && question.top < MOST_GROUPS ? (
          <TextButton
            onClick={() => onQuestion({ ...question, top: Math.min(MOST_GROUPS, question.top + body.more) })}
          >
            {words.listMore}
          </TextButton>
        ) : null}
      </p>
    ) : null;
  switch (body.kind) {
    case 'trend': {
      const begun = begunPoints(body.points, question.grain, at);
      const points = body.points.slice(0, begun.count);
      const table = trendTable(
        question,
        { ...body, points },
        before?.kind === 'trend' ? before : undefined,
        writers,
      );
      const lines = drawnLines(body.lines);
      const write = lineWriter(question, lines[0]?.series ?? 0, writers);
      const durations = write !== writers.figure;
      const fresh = newPeople(question);
      return view(
        table,
        ({ Lines }) => (
          <Lines
            table={table}
            label={name}
            reading={words.reading}
            short={row => pointWords(points[row] ?? '', language).short}
            tick={durations ? write : short}
            time={durations}
            running={answer.unfinished && begun.running ? words.running[question.grain] : undefined}
            marks={marksOf(points, annotations.items)}
            tickInterval={question.grain === 'hour' || question.grain === 'day' ? question.grain : undefined}
            onPick={
              onPeople &&
              (row =>
                onPeople(
                  peopleBehind(
                    question,
                    lines[0]?.series ?? 0,
                    lines.length === 1 ? (lines[0]?.by ?? []) : [],
                    pointPeriod(points[row] ?? '', question.grain),
                  ),
                ))
            }
          />
        ),
        <>
          <Summary
            question={question}
            answer={answer}
            writers={writers}
            onPeople={onPeople && ((line, by) => onPeople(peopleBehind(question, line, by)))}
          />
          {fresh && onQuestion ? (
            <p>
              <TextButton onClick={() => onQuestion(fresh)}>{words.newPeople}</TextButton>
            </p>
          ) : null}
          {more}
          <AnnotationList items={annotations.items} onChange={annotations.reload} />
        </>,
      );
    }
    case 'funnel': {
      const steps = body.groups[0]?.steps ?? [];
      const table = funnelTable(question, steps, writers);
      const over = funnelTrend(body, writers);
      return view(
        table,
        ({ Steps, Lines }) => (
          <>
            <Steps table={table} label={name} />
            {tile || over.rows.length < 2 ? null : (
              <>
                <h2>{words.conversionOver}</h2>
                <Lines
                  table={over}
                  label={words.conversionOver}
                  reading={words.reading}
                  short={row => pointWords(body.points[row] ?? '', language).short}
                />
              </>
            )}
          </>
        ),
        <>
          {onPeople ? (
            <ul className={css.behind}>
              {question.series.map((_, step) => (
                <li key={step}>
                  <TextButton onClick={behind({ funnel: { steps: step + 1, lost: false } })}>
                    {words.behind.step(step + 1)}
                  </TextButton>
                  {step === 0 ? null : (
                    <>
                      {' '}
                      <TextButton onClick={behind({ funnel: { steps: step + 1, lost: true } })}>
                        {words.behind.lost(step + 1)}
                      </TextButton>
                    </>
                  )}
                </li>
              ))}
            </ul>
          ) : null}
          {body.groups.length > 1 ? (
            <Below title={words.groups} table={funnelGroups(question, body, writers)} />
          ) : null}
          {more}
        </>,
      );
    }
    case 'retention': {
      const [everybody] = body.groups;
      const table = everybody ? retentionTable(everybody, writers) : { columns: [], rows: [] };
      const cohorts = everybody?.cohorts.filter(({ people }) => people > 0) ?? [];
      return view(
        table,
        ({ Triangle }) => (
          <>
            {onPeople ? <p className={fieldCss.rule}>{words.pickCell}</p> : null}
            <Triangle
              table={table}
              label={name}
              onPick={
                onPeople &&
                ((line, column) => {
                  // The first row is the average.
                  const point = cohorts[line - 1]?.point;
                  if (point === undefined) return undefined;
                  const after = column === 1 ? undefined : column - 2;
                  const of = { retention: { point, ...(after === undefined ? {} : { after }) } };
                  return { what: words.behind.point(point, after), open: behind(of) };
                })
              }
            />
          </>
        ),
        <>
          {body.groups.length > 1 ? (
            <Below title={words.groups} table={retentionGroups(body, writers)} />
          ) : null}
          {more}
        </>,
        retentionCounts(table, writers),
      );
    }
    case 'stickiness': {
      const table = stickinessTable(question, body, writers);
      return view(
        table,
        ({ Lines }) => (
          <Lines
            table={table}
            label={name}
            reading={words.reading}
            short={row => String(row + 1)}
            tick={short}
            onPick={
              onPeople &&
              (row => behind({ stickiness: { series: body.lines[0]?.series ?? 0, points: row + 1 } })())
            }
          />
        ),
        more,
      );
    }
    case 'time': {
      const table = timeTable(body, writers);
      return view(
        table,
        ({ Spans }) => (
          <>
            <p className={fieldCss.rule}>{words.timeLegend}</p>
            <Spans table={table} label={name} bar={1} mark={2} />
          </>
        ),
        <>
          {onPeople ? (
            <ul className={css.behind}>
              {body.rows.slice(0, BEHIND).map(({ by }) => (
                <li key={by.join('\n')}>
                  <TextButton onClick={() => onPeople(peopleOfTime(question, by))}>
                    {words.peopleOf(groupName(by, words))}
                  </TextButton>
                </li>
              ))}
            </ul>
          ) : null}
          {more}
        </>,
      );
    }
    case 'paths': {
      const table = pathsTable(body, writers);
      const steps = [...new Set(body.moves.map(({ step }) => step))].sort((a, b) => a - b);
      return view(table, ({ Ribbons }) => (
        <>
          {steps.map(step => (
            <div key={step}>
              {steps.length > 1 ? <Heading>{words.pathStep(step)}</Heading> : null}
              <Ribbons
                table={{ ...table, rows: table.rows.filter(row => row[3] === step).slice(0, tile ? 8 : 24) }}
                label={steps.length > 1 ? words.pathStep(step) : name}
              />
            </div>
          ))}
        </>
      ));
    }
    case 'people':
      return (
        <PeopleList
          body={body}
          table={peopleTable(body, writers)}
          file={fileName(name, answer)}
          notes={notes}
        />
      );
  }
}

/** The day of a time, in the school's zone. */
const dayText = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);

/** Groups that are listed at most where more are asked for: a page still draws them. */
const MOST_GROUPS = 100;

/** Rows of time spent whose people are offered. */
const BEHIND = 10;

/** Who spent the time of a row; rows that are not divided are by kind and key. */
const peopleOfTime = (question: Question, by: readonly (string | null)[]): Question => {
  const divided = question.breakdowns.length > 0 || by.length === 0;
  const breakdowns = divided ? question.breakdowns : (['event.kind', 'event.key'] as const);
  const timed = filterOf([{ property: 'event.duration', op: 'set' }], false);
  const people = peopleBehind({ ...question, breakdowns: [...breakdowns] }, 0, by);
  const filter = both(people.filter, timed);
  return filter ? { ...people, filter } : people;
};
