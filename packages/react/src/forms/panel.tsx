/** The small form that opens under a row or a button. */
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import buttonsCss from '../task/buttons.module.css';
import type { Problem } from '../problem/problem.ts';
import type { Task } from '../task/use-task.ts';
import { SubmitButton } from '../task/submit-button.tsx';
import { FormError } from '../problem/form-error.tsx';
import { useWords } from '../provider/use-words.ts';
import css from './panel.module.css';
import { accountWords } from '../account/words.ts';

export interface PanelProps {
  /** The button's words; the form is named by them too. */
  readonly label: string;
  readonly busy?: string | undefined;
  readonly task: Task;
  /** The whole form's. */
  readonly problem: Problem | undefined;
  /** @default the task's */
  readonly retry?: () => void;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  /** Whether its act cannot be taken back. @default false */
  readonly danger?: boolean | undefined;
  /** Without fields: what it means. */
  readonly children: ReactNode;
}

/** Its first field has the focus, else its first button, unless a choice of several forms has it; Escape closes it. */
export function Panel(props: PanelProps) {
  const { label, busy, task, problem, retry = task.retry, danger, onSubmit, onCancel } = props;
  const words = useWords('account', accountWords);
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (document.activeElement?.matches('[type=radio]')) return;
    const first = box.current?.querySelector<HTMLElement>('[data-first]');
    (first ?? box.current?.querySelector<HTMLElement>('button:enabled, input'))?.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    // Escape repeats what the cancel button does
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={box}
      className={css.panel}
      method="post"
      noValidate
      onSubmit={submit}
      aria-label={label}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        // else a dialog around the form closes too
        event.preventDefault();
        onCancel();
      }}
    >
      <FormError problem={problem} retry={retry} />
      {props.children}
      <SubmitButton task={task} label={label} busy={busy ?? words.saving} secondary danger={danger}>
        <button type="button" className={danger ? buttonsCss.secondary : buttonsCss.link} onClick={onCancel}>
          {words.cancel}
        </button>
      </SubmitButton>
    </form>
  );
}
