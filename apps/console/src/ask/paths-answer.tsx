/** Paths: the moves of each step. */
import { type AnswerOf, AnswerView } from './answer-view.tsx';
import { pathsTable } from './tables.ts';
import { useWriters } from './writers.ts';

/** Moves of a step that are drawn: of a tile, and on a page. */
const DRAWN = { tile: 8, page: 24 } as const;

export function PathsAnswer(props: AnswerOf<'paths'>) {
  const { body, name, tile = false } = props;
  const writers = useWriters();
  const { words } = writers;
  // below the heading of a tile, or of the page
  const Heading = tile ? 'h3' : 'h2';
  const table = pathsTable(body, writers);
  const steps = [...new Set(body.moves.map(({ step }) => step))].sort((a, b) => a - b);
  return (
    <AnswerView
      {...props}
      table={table}
      render={({ Ribbons }) => (
        <>
          {steps.map(step => (
            <div key={step}>
              {steps.length > 1 ? <Heading>{words.pathStep(step)}</Heading> : null}
              <Ribbons
                table={{
                  ...table,
                  rows: table.rows.filter(row => row[3] === step).slice(0, tile ? DRAWN.tile : DRAWN.page),
                }}
                label={steps.length > 1 ? words.pathStep(step) : name}
              />
            </div>
          ))}
        </>
      )}
    />
  );
}
