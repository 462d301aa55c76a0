/** Paths: the moves of each step. */
import type { FlowPart } from '../charts/ribbons.tsx';
import fieldCss from '../parts/field.module.css';
import { type AnswerOf, AnswerView } from './answer-view.tsx';
import { isShown, peopleOf } from './edits.ts';
import { moveText } from './names.ts';
import { pathsTable } from './tables.ts';
import { useWriters } from './writers.ts';

/** Moves of a step that are drawn: of a tile, and on a page. */
const DRAWN = { tile: 8, page: 24 } as const;

export function PathsAnswer(props: AnswerOf<'paths'>) {
  const { question, body, name, tile = false, onPeople } = props;
  const writers = useWriters();
  const { words } = writers;
  // below the heading of a tile, or of the page
  const Heading = tile ? 'h3' : 'h2';
  const table = pathsTable(body, writers);
  const steps = [...new Set(body.moves.map(({ step }) => step))].sort((a, b) => a - b);
  /** Pages stand in the table by their names: beginning and end of a path have none in the answer. */
  const pick =
    (step: number) =>
    ({ from, to }: FlowPart) => {
      const told = {
        ...(from === undefined ? {} : { from: from === words.begins ? null : from }),
        ...(to === undefined ? {} : { to: to === words.ends ? null : to }),
      };
      if (!isShown({ by: [told.from ?? null, told.to ?? null] })) return undefined;
      return {
        what: moveText(told.from, told.to, words),
        open: () => onPeople?.(peopleOf(question, { paths: { step, ...told } })),
      };
    };
  return (
    <AnswerView
      {...props}
      table={table}
      render={({ Ribbons }) => (
        <>
          {onPeople ? <p className={fieldCss.rule}>{words.pickMove}</p> : null}
          {steps.map(step => (
            <div key={step}>
              {steps.length > 1 ? <Heading>{words.pathStep(step)}</Heading> : null}
              <Ribbons
                table={{
                  ...table,
                  rows: table.rows.filter(row => row[3] === step).slice(0, tile ? DRAWN.tile : DRAWN.page),
                }}
                label={steps.length > 1 ? words.pathStep(step) : name}
                amount={count => words.moveCount(writers.whole(count), count)}
                onPick={onPeople && pick(step)}
              />
            </div>
          ))}
        </>
      )}
    />
  );
}
