/** A funnel: its steps, the conversion over time, and the people behind each step. */
import { type Behind, groupName } from '@rollcall/contract/console';
import { useState } from 'react';
import { TextButton } from '../parts/buttons.tsx';
import { pointWords } from '../usage/period.ts';
import { type AnswerOf, AnswerView, Below, GroupField, MoreGroups } from './answer-view.tsx';
import css from './ask.module.css';
import { isShown, ofGroup, peopleOf } from './edits.ts';
import { funnelGroups, funnelTable, funnelTrend } from './funnel-table.ts';
import { durationWriter, useWriters } from './writers.ts';

type Told = Extract<Behind, { readonly funnel: object }>['funnel'];

/** People of a step from which the slowest tenth is offered. */
const MANY = 20;

export function FunnelAnswer(props: AnswerOf<'funnel'>) {
  const { question, body, name, tile, onPeople, onQuestion } = props;
  const writers = useWriters();
  const { words, language } = writers;
  const table = funnelTable(question, body.groups[0]?.steps ?? [], writers);
  const over = funnelTrend(body, writers);
  const open = (told: Told) => onPeople?.(peopleOf(question, { funnel: told }));
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
                onPick={
                  onPeople &&
                  (row => open({ steps: question.series.length, lost: false, point: body.points[row] }))
                }
              />
            </>
          )}
        </>
      )}
    >
      {onPeople ? <StepPeople groups={body.groups.filter(isShown)} onOpen={open} /> : null}
      {body.groups.length > 1 ? (
        <Below
          title={words.groups}
          table={funnelGroups(question, body, writers)}
          onPick={
            onPeople &&
            ((row, step) => {
              const { by } = body.groups[row] ?? {};
              if (!by || !isShown({ by }) || step === 0 || step > question.series.length) return undefined;
              return {
                what: `${words.behind.step(step)} ${groupName(by, words)}`,
                open: () => open({ steps: step, lost: false, ...ofGroup(by) }),
              };
            })
          }
        />
      ) : null}
      <MoreGroups question={question} more={body.more} onQuestion={onQuestion} />
    </AnswerView>
  );
}

/** Of each step, and of a group: who did it, who did not, who was fast and who slow. */
function StepPeople(props: { groups: AnswerOf<'funnel'>['body']['groups']; onOpen: (told: Told) => void }) {
  const { groups, onOpen } = props;
  const writers = useWriters();
  const { behind: words } = writers.words;
  const write = durationWriter(writers);
  const [chosen, setChosen] = useState(0);
  const place = chosen < groups.length ? chosen : 0;
  const { by, steps } = groups[place] ?? { by: [], steps: [] };
  const link = (text: string, told: Told, short?: string) => (
    <TextButton
      key={text}
      {...(short === undefined ? {} : { 'aria-label': `${short} ${text}` })}
      onClick={() => onOpen({ ...told, ...ofGroup(by) })}
    >
      {short ?? text}
    </TextButton>
  );
  /** Of the times that a step took: up to the median, above it, and the slowest tenth. */
  const times = (step: number, people: number, { p50, p90 }: { p50: number | null; p90: number | null }) => {
    if (p50 === null) return null;
    const told = { steps: step, lost: false };
    const above = [p50, ...(people >= MANY && p90 !== null && p90 > p50 ? [p90] : [])];
    return (
      <>
        {link(words.took(step, undefined, write(p50)), { ...told, took: { upto: p50 } }, `≤ ${write(p50)}`)}
        {above.map(over =>
          link(words.took(step, write(over), undefined), { ...told, took: { over } }, `> ${write(over)}`),
        )}
      </>
    );
  };
  return (
    <>
      <GroupField
        names={groups.map(group => groupName(group.by, writers.words))}
        value={place}
        onSelect={setChosen}
      />
      <ul className={css.behind}>
        {steps.map(({ people, between }, at) => {
          const step = at + 1;
          return (
            <li key={step}>
              {link(words.step(step), { steps: step, lost: false })}
              {at === 0 ? null : link(words.lost(step), { steps: step, lost: true })}
              {between ? times(step, people, between) : null}
            </li>
          );
        })}
      </ul>
    </>
  );
}
