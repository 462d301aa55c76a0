/** The console's buttons: one primary action a view, secondary ones, and text buttons within tables and bars. */
import { SlowNotice, TaskButton } from '@rollcall/ui';
import { type ButtonHTMLAttributes, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useCommonWords } from '../console-context.ts';
import css from './buttons.module.css';
import { focusHeading } from './focus-heading.ts';
import type { ConsoleTask } from './task.ts';

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> & {
  readonly children: ReactNode;
  /** @default 'button' */
  readonly type?: 'button' | 'submit';
};

/** Where a button with the focus goes with what it did, the focus goes to the heading of its section. A dialog has its own rule. */
function Button({ type, ...native }: ButtonProps & { readonly className: string | undefined }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    const section = element?.parentElement?.closest('section, main') ?? null;
    return () => {
      if (!element || document.activeElement !== element || element.closest('dialog')) return;
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusHeading(section);
      });
    };
  }, []);
  return <button {...native} ref={button} type={type === 'submit' ? 'submit' : 'button'} />;
}

export function PrimaryButton(native: ButtonProps) {
  return <Button {...native} className={css.primary} />;
}

export function SecondaryButton(native: ButtonProps) {
  return <Button {...native} className={css.secondary} />;
}

export function TextButton(native: ButtonProps) {
  return <Button {...native} className={css.textButton} />;
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
