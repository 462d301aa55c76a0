/** A form's own problem, its slowness, and the button that does the work. */
import type { ReactNode } from 'react';
import { useRollcall } from '../session/provider.tsx';
import css from './fields.module.css';
import { type Problem, worthRetrying } from './problem.ts';
import { Told } from './told.tsx';
import { useHydrated } from './use-hydrated.ts';
import type { Phase, Task } from './use-task.ts';

/** The problem of a whole form, with a way to try again where that may help. */
export function FormProblem({ problem, retry }: { problem: Problem | undefined; retry?: () => void }) {
  const { phrases } = useRollcall();
  return (
    <div role="alert" className={css.formProblem}>
      {problem ? (
        <p>
          <Told problem={problem} />{' '}
          {retry && worthRetrying(problem) ? (
            <button type="button" className={css.link} onClick={retry}>
              {phrases.work.retry}
            </button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}

/** Says that it takes long, once it does. */
export function Slow({ phase }: { phase: Phase }) {
  const { phrases } = useRollcall();
  return (
    <p aria-live="polite" className={css.slow}>
      {phase === 'slow' ? phrases.work.slow : null}
    </p>
  );
}

/**
 * The one primary confirmation of a form. Until the script has run it can't be pressed, so that nothing typed leaves
 * the page by a plain form submission; while it works it keeps the focus and says so, and a second press does nothing.
 * `quiet` is for the small forms of a page that has its primary confirmation elsewhere; `children` stand beside it.
 */
export function Confirm(props: {
  task: Task;
  label: string;
  busy: string;
  quiet?: boolean;
  children?: ReactNode;
}) {
  const { task, label, busy, quiet } = props;
  const hydrated = useHydrated();
  const working = task.phase !== 'idle';
  return (
    <div className={css.confirm}>
      <button
        type="submit"
        className={quiet ? css.secondary : css.primary}
        disabled={!hydrated}
        aria-disabled={working || undefined}
        data-working={working ? '' : undefined}
      >
        <span>{working ? busy : label}</span>
      </button>
      {props.children}
      <Slow phase={task.phase} />
    </div>
  );
}
