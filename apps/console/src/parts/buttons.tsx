/** The console's buttons: one primary action a view, secondary ones, and text buttons within tables and bars. */
import { SlowNotice, TaskButton } from '@rollcall/ui';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { useCommonWords } from '../console-context.ts';
import css from './buttons.module.css';
import type { ConsoleTask } from './task.ts';

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> & {
  readonly children: ReactNode;
  /** @default 'button' */
  readonly type?: 'button' | 'submit';
};

export function PrimaryButton({ type, ...native }: ButtonProps) {
  return <button {...native} type={type === 'submit' ? 'submit' : 'button'} className={css.primary} />;
}

export function SecondaryButton({ type, ...native }: ButtonProps) {
  return <button {...native} type={type === 'submit' ? 'submit' : 'button'} className={css.secondary} />;
}

export function TextButton({ type, ...native }: ButtonProps) {
  return <button {...native} type={type === 'submit' ? 'submit' : 'button'} className={css.textButton} />;
}

/** Submits its form. While the task runs it shows `busy` and keeps the focus. */
export function SubmitButton(props: {
  task: ConsoleTask;
  label: string;
  busy: string;
  /** @default false */
  secondary?: boolean;
}) {
  const { task, label, busy, secondary } = props;
  const words = useCommonWords();
  return (
    <>
      <TaskButton
        type="submit"
        className={secondary ? css.secondary : css.primary}
        phase={task.phase}
        label={label}
        busy={busy}
      />
      <SlowNotice phase={task.phase} text={words.slow} className={css.slow} />
    </>
  );
}
