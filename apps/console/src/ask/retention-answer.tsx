/** A retention: the triangle of who came back when, and the averages of groups. */
import { type Behind, groupName } from '@rollcall/contract/console';
import fieldCss from '../parts/field.module.css';
import { type AnswerOf, AnswerView, Below, MoreGroups } from './answer-view.tsx';
import { isShown, ofGroup, peopleOf } from './edits.ts';
import { retentionCounts, retentionGroups, retentionTable } from './retention-table.ts';
import { useWriters } from './writers.ts';

export function RetentionAnswer(props: AnswerOf<'retention'>) {
  const { question, body, name, onPeople, onQuestion } = props;
  const writers = useWriters();
  const { words } = writers;
  const [everybody] = body.groups;
  const table = everybody ? retentionTable(everybody, writers) : { columns: [], rows: [] };
  const cohorts = everybody?.cohorts.filter(({ people }) => people > 0) ?? [];
  const behind = (of: Behind) => () => onPeople?.(peopleOf(question, of));
  /** @param column 1: who started, then those who came back so many points later */
  const pick = (line: number, column: number) => {
    // The first row is the average.
    const point = cohorts[line - 1]?.point;
    if (point === undefined) return undefined;
    const after = column === 1 ? undefined : column - 2;
    const of = { retention: { point, ...(after === undefined ? {} : { after }) } };
    return { what: words.behind.point(point, after), open: behind(of) };
  };
  return (
    <AnswerView
      {...props}
      table={table}
      read={retentionCounts(table, writers)}
      render={({ Triangle }) => (
        <>
          {onPeople ? <p className={fieldCss.rule}>{words.pickCell}</p> : null}
          <Triangle table={table} label={name} onPick={onPeople && pick} />
        </>
      )}
    >
      {body.groups.length > 1 ? (
        <Below
          title={words.groups}
          table={retentionGroups(question, body, writers)}
          onPick={
            onPeople &&
            ((row, column) => {
              const { by } = body.groups[row] ?? {};
              const after = column < 2 ? undefined : column - 2;
              // Nobody could come back so much later yet.
              if (
                column === 0 ||
                !by ||
                !isShown({ by }) ||
                (after !== undefined && body.groups[row]?.average[after] == null)
              )
                return undefined;
              return {
                what: `${words.behind.point(undefined, after)} ${groupName(by, words)}`,
                open: behind({ retention: { ...(after === undefined ? {} : { after }), ...ofGroup(by) } }),
              };
            })
          }
        />
      ) : null}
      <MoreGroups question={question} more={body.more} onQuestion={onQuestion} />
    </AnswerView>
  );
}
