/** The button that submits a form. */
import { TaskButton, useHydrated } from '@rollcall/ui';
import type { ReactNode } from 'react';
import css from './buttons.module.css';
import { SlowNotice } from './slow-notice.tsx';
import type { Task } from './use-task.ts';

export interface SubmitButtonProps {
  /** What the form does when it is submitted. */
  readonly task: Task;
  readonly label: string;
  /** The label while the task is running. */
  readonly busy: string;
  /** Drawn as a secondary button, for a small form of a page that has its primary button elsewhere. @default false */
  readonly secondary?: boolean | undefined;
  /** Drawn as a button whose act cannot be taken back, which never stands first. @default false */
  readonly danger?: boolean | undefined;
  /** Stands beside the button, such as a way to cancel; before it where the act cannot be taken back. */
  readonly children?: ReactNode;
}

/**
 * Draws the button that submits a form and shows how its task stands. Until the script has run the button is disabled,
 * so that what was typed never leaves the page by a plain form submission. While the task is running it keeps the
 * focus, and a second press does nothing.
 *
 * @example <SubmitButton task={form.task} label="Join" busy="Joining" />
 * @see `docs/react.md`
 */
export function SubmitButton({ task, label, busy, secondary, danger, children }: SubmitButtonProps) {
  const hydrated = useHydrated();
  return (
    <div className={css.confirm}>
      {danger ? children : null}
      <TaskButton
        type="submit"
        className={danger ? css.danger : secondary ? css.secondary : css.primary}
        phase={task.phase}
        label={label}
        busy={busy}
        disabled={!hydrated}
      />
      {danger ? null : children}
      <SlowNotice phase={task.phase} />
    </div>
  );
}
