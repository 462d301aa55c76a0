/** A button that shows the state of the task that it starts. */
import type { ButtonHTMLAttributes } from 'react';
import type { Phase } from './use-task.ts';

export interface TaskButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-disabled' | 'aria-busy' | 'children' | 'type'> {
  readonly phase: Phase;
  readonly label: string;
  /** The label while the task is running. */
  readonly busy: string;
  /** @default 'button' */
  readonly type?: 'button' | 'submit';
}

/**
 * Draws a button that shows how its task stands. Keeps the focus while the task is running: it is `aria-disabled` and
 * `aria-busy` then, not `disabled`, and has `data-working`.
 *
 * @example <TaskButton phase={task.phase} label="Save" busy="Saving" />
 * @see `docs/react.md`
 */
export function TaskButton({ phase, label, busy, type = 'button', ...native }: TaskButtonProps) {
  const working = phase !== 'idle';
  return (
    <button
      type={type}
      {...native}
      aria-disabled={working || undefined}
      aria-busy={working || undefined}
      data-working={working ? '' : undefined}
    >
      <span>{working ? busy : label}</span>
    </button>
  );
}
