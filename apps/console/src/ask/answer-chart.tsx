/** The answer of a question as its kind is drawn, with the tables beside it. */
import { groupName, type Question } from '@rollcall/contract/console';
import { useState } from 'react';
import { TextButton } from '../parts/buttons.tsx';
import fieldCss from '../parts/field.module.css';
import { useNumberFormat } from '../parts/number-format.ts';
import {
  AnswerNotes,
  type AnswerOf,
  type AnswerProps,
  AnswerView,
  GroupField,
  MoreGroups,
} from './answer-view.tsx';
import css from './ask.module.css';
import { both, filterOf, isShown, ofGroup, peopleBehind, peopleOf } from './edits.ts';
import { FunnelAnswer } from './funnel-answer.tsx';
import { PathsAnswer } from './paths-answer.tsx';
import { PeopleList } from './people-list.tsx';
import { RetentionAnswer } from './retention-answer.tsx';
import { fileName, peopleTable, stickinessTable, timeTable } from './tables.ts';
import { TrendAnswer } from './trend-answer.tsx';
import { drawnLines, lineName } from './trend-table.ts';
import { useWriters, type Writers } from './writers.ts';

export function AnswerChart(props: AnswerProps) {
  const { question, answer, name } = props;
  const writers = useWriters();
  const body = answer.answer;
  switch (body.kind) {
    case 'trend':
      return <TrendAnswer {...props} body={body} />;
    case 'funnel':
      return <FunnelAnswer {...props} body={body} />;
    case 'retention':
      return <RetentionAnswer {...props} body={body} />;
    case 'stickiness':
      return <StickinessAnswer {...props} body={body} />;
    case 'time':
      return <TimeAnswer {...props} body={body} />;
    case 'paths':
      return <PathsAnswer {...props} body={body} />;
    case 'people':
      return (
        <PeopleList
          body={body}
          table={peopleTable(body, writers)}
          file={fileName(name, answer)}
          notes={<AnswerNotes question={question} answer={answer} />}
          counted={timesText(question, writers)}
        />
      );
  }
}

/** How a number counts that is not of people: somebody may move several times, and start at several points. */
const timesText = ({ behind, start }: Question, { words, whole }: Writers) => {
  if (!behind) return undefined;
  if ('paths' in behind) return (count: number) => words.moveCount(whole(count), count);
  const each = 'retention' in behind && behind.retention.point === undefined && start === 'each';
  return each ? (count: number) => words.startCount(whole(count), count) : undefined;
};

function StickinessAnswer(props: AnswerOf<'stickiness'>) {
  const { question, body, name, onPeople, onQuestion } = props;
  const writers = useWriters();
  const { short } = useNumberFormat();
  const table = stickinessTable(question, body, writers);
  const lines = drawnLines(body.lines).filter(isShown);
  const [chosen, setChosen] = useState(0);
  const place = chosen < lines.length ? chosen : 0;
  const line = lines[place];
  const open =
    onPeople &&
    line &&
    ((row: number) => {
      const told = { series: line.series, points: row + 1, ...ofGroup(line.by) };
      onPeople(peopleOf(question, { stickiness: told }));
    });
  return (
    <AnswerView
      {...props}
      table={table}
      render={({ Lines }) => (
        <>
          {onPeople ? (
            <GroupField
              names={lines.map(each => lineName(question, each, writers.words))}
              value={place}
              onSelect={setChosen}
            />
          ) : null}
          <Lines
            table={table}
            label={name}
            reading={writers.words.reading}
            short={row => String(row + 1)}
            tick={short}
            onPick={open}
          />
        </>
      )}
    >
      <MoreGroups question={question} more={body.more} onQuestion={onQuestion} />
    </AnswerView>
  );
}

/** Rows of time spent whose people are offered. */
const BEHIND = 10;

function TimeAnswer(props: AnswerOf<'time'>) {
  const { question, body, name, onPeople, onQuestion } = props;
  const writers = useWriters();
  const { words } = writers;
  const table = timeTable(body, writers);
  return (
    <AnswerView
      {...props}
      table={table}
      render={({ Spans }) => (
        <>
          <p className={fieldCss.rule}>{words.timeLegend}</p>
          <Spans table={table} label={name} bar={1} mark={2} />
        </>
      )}
    >
      {onPeople ? (
        <ul className={css.behind}>
          {body.rows
            .filter(isShown)
            .slice(0, BEHIND)
            .map(({ by }) => (
              <li key={by.join('\n')}>
                <TextButton onClick={() => onPeople(peopleOfTime(question, by))}>
                  {words.peopleOf(groupName(by, words))}
                </TextButton>
              </li>
            ))}
        </ul>
      ) : null}
      <MoreGroups question={question} more={body.more} onQuestion={onQuestion} />
    </AnswerView>
  );
}

/** Who spent the time of a row; rows that are not divided are by kind and key. */
const peopleOfTime = (question: Question, by: readonly (string | null)[]): Question => {
  const divided = question.breakdowns.length > 0 || by.length === 0;
  const breakdowns = divided ? question.breakdowns : (['event.kind', 'event.key'] as const);
  const timed = filterOf([{ property: 'event.duration', op: 'set' }], false);
  const people = peopleBehind({ ...question, breakdowns: [...breakdowns] }, 0, by);
  const filter = both(people.filter, timed);
  return filter ? { ...people, filter } : people;
};
