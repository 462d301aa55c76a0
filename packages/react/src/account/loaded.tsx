/** What stands where something of the account is being loaded, or did not load. */
import type { ReactNode } from 'react';
import type { Task } from '../task/use-task.ts';
import { FormError } from '../problem/form-error.tsx';
import { useRollcall } from '../provider/provider.tsx';
import css from './account.module.css';

/** Lines where the section will stand. */
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

/** Draws `children` once there is something; before that how the loading goes, and a way to try again. */
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
