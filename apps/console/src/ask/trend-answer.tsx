/** A trend: its lines, and under them totals, new people and annotations. */
import { TextButton } from '../parts/buttons.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { begunPoints, pointWords } from '../usage/period.ts';
import { AnnotationList } from './annotation-list.tsx';
import { marksOf, useAnnotations } from './annotations.ts';
import { type AnswerOf, AnswerView, MoreGroups } from './answer-view.tsx';
import { newPeople, peopleBehind } from './edits.ts';
import { dayText, pointPeriod } from './period.ts';
import { Summary } from './summary.tsx';
import { drawnLines, trendTable } from './trend-table.ts';
import { lineWriter, useWriters } from './writers.ts';

export function TrendAnswer(props: AnswerOf<'trend'>) {
  const { question, answer, body, at, name, onPeople, onQuestion } = props;
  const writers = useWriters();
  const { words, language } = writers;
  const { short } = useNumberFormat();
  const annotations = useAnnotations({ from: dayText(answer.from), to: dayText(answer.to - 1) });
  const before = answer.previous?.answer;
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
  const open =
    onPeople &&
    ((row: number) =>
      onPeople(
        peopleBehind(
          question,
          lines[0]?.series ?? 0,
          lines.length === 1 ? (lines[0]?.by ?? []) : [],
          pointPeriod(points[row] ?? '', question.grain),
        ),
      ));
  return (
    <AnswerView
      {...props}
      table={table}
      render={({ Lines }) => (
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
          onPick={open}
        />
      )}
    >
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
      <MoreGroups question={question} more={body.more} onQuestion={onQuestion} />
      <AnnotationList items={annotations.items} onChange={annotations.reload} />
    </AnswerView>
  );
}
