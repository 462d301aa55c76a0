/** The result of a saved statement as a tile of a dashboard: run when it is shown, for operators who may run SQL. */
import { useEffect } from 'react';
import { useWords } from '../console-context.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import fieldCss from '../parts/field.module.css';
import { DrawnResult } from './drawn.tsx';
import { Facts, Trouble } from './result.tsx';
import { useRun } from './use-run.ts';
import { sqlWords } from './words.ts';

/**
 * @param props.sql null: the operator may not run it
 * @param props.shared whether the dashboard has a period, a filter or a product, which do not hold here
 */
export function SqlTile({ sql, name, shared }: { sql: string | null; name: string; shared: boolean }) {
  const words = useWords(sqlWords);
  const { state, run, stop } = useRun();
  useEffect(() => {
    if (sql !== null) run(sql);
    return stop;
  }, [sql, run, stop]);
  if (sql === null) return <EmptyState what={words.adminsOnly} />;
  if (state.phase === 'refused') return <Trouble problem={state.problem} onRetry={() => run(sql)} />;
  if (!('result' in state) || !state.result) return <output>{words.running}</output>;
  return (
    <>
      <Facts result={state.result} />
      {shared ? <p className={fieldCss.rule}>{words.ownData}</p> : null}
      <DrawnResult result={state.result} name={name} tile />
    </>
  );
}
