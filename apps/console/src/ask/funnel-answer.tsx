/** A funnel: its steps, the conversion over time, and the people behind each step. */
import type { Behind } from '@rollcall/contract/console';
import { TextButton } from '../parts/buttons.tsx';
import { pointWords } from '../usage/period.ts';
import { type AnswerOf, AnswerView, Below, MoreGroups } from './answer-view.tsx';
import css from './ask.module.css';
import { peopleOf } from './edits.ts';
import { funnelGroups, funnelTable, funnelTrend } from './tables.ts';
import { useWriters } from './writers.ts';

export function FunnelAnswer(props: AnswerOf<'funnel'>) {
  const { question, body, name, tile, onPeople, onQuestion } = props;
  const writers = useWriters();
  const { words, language } = writers;
  const table = funnelTable(question, body.groups[0]?.steps ?? [], writers);
  const over = funnelTrend(body, writers);
  const behind = (of: Behind) => () => onPeople?.(peopleOf(question, of));
  return (
    <AnswerView
      {...props}
      table={table}
      render={({ Steps, Lines }) => (
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
      )}
    >
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
      <MoreGroups question={question} more={body.more} onQuestion={onQuestion} />
    </AnswerView>
  );
}
