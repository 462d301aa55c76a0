/** What stands where something of the account is being loaded, or did not load. */
import type { ReactNode } from 'react';
import type { Task } from '../fields/use-task.ts';
import { FormProblem } from '../fields/work.tsx';
import { useRollcall } from '../session/provider.tsx';
import css from './account.module.css';

/** Lines where the section will stand. */
export function Awaited({ slow }: { slow?: boolean }) {
  const { work } = useRollcall().phrases;
  return (
    <div className={css.awaited} aria-live="polite">
      <p>{slow ? work.slow : work.loading}</p>
      <i />
      <i />
      <i />
    </div>
  );
}

/** Draws `children` once there is something; before that how the loading goes, and a way to try again. */
export function Loaded<T>(props: { value: T | undefined; task: Task; children: (value: T) => ReactNode }) {
  const { value, task, children } = props;
  return (
    <>
      <FormProblem problem={task.problem} retry={task.retry} />
      {value !== undefined ? children(value) : task.problem ? null : <Awaited slow={task.phase === 'slow'} />}
    </>
  );
}
