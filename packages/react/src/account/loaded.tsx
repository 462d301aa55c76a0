/** Placeholders while something of the account is loading, and its problem when that failed. */
import type { ReactNode } from 'react';
import type { Task } from '../task/use-task.ts';
import { FormError } from '../problem/form-error.tsx';
import { useRollcall } from '../provider/provider.tsx';
import css from './account.module.css';

/** Grey lines in the section's place. */
export function LoadingPlaceholder({ slow }: { slow?: boolean }) {
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

/** Draws `children` once `value` is there; before that a placeholder or the task's problem. */
export function Loaded<T>(props: { value: T | undefined; task: Task; children: (value: T) => ReactNode }) {
  const { value, task, children } = props;
  return (
    <>
      <FormError problem={task.problem} retry={task.retry} />
      {value !== undefined ? (
        children(value)
      ) : task.problem ? null : (
        <LoadingPlaceholder slow={task.phase === 'slow'} />
      )}
    </>
  );
}
