/** A dialog that confirms an action: says what will happen, runs it, and shows the refusal where it failed. */
import type { FormEvent, ReactNode } from 'react';
import { useCommonWords } from '../console-context.ts';
import { SecondaryButton, SubmitButton } from './buttons.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorMessage } from './error-message.tsx';
import formCss from './form.module.css';
import { useTask } from './task.ts';

export interface ConfirmDialogProps<T> {
  readonly title: string;
  readonly text?: ReactNode;
  /** The label of the submit button, and its label while the action runs. */
  readonly label: string;
  readonly busy: string;
  /** Returns false where the form can't be submitted yet; the first control with an error gets the focus. */
  readonly validate?: (data: FormData) => boolean;
  /** Runs the action; a rejection keeps the dialog open and is shown in it. */
  readonly onConfirm: (data: FormData, signal: AbortSignal) => Promise<T>;
  /** Called with the action's result. @default onClose */
  readonly onDone?: (result: T) => void;
  readonly onClose: () => void;
  /** The form's fields. */
  readonly children?: ReactNode;
}

export function ConfirmDialog<T>(props: ConfirmDialogProps<T>) {
  const { title, text, label, busy, validate, onConfirm, onDone, onClose, children } = props;
  const words = useCommonWords();
  const task = useTask();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    if (validate && !validate(data)) {
      // the errors are rendered with the next frame
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    task.run(async signal => {
      const result = await onConfirm(data, signal);
      if (onDone) onDone(result);
      else onClose();
    });
  };
  return (
    <Dialog title={title} onClose={onClose} busy={task.phase !== 'idle'}>
      {text ? <p>{text}</p> : null}
      <form onSubmit={submit} noValidate>
        {children}
        {task.problem ? <ErrorMessage problem={task.problem} /> : null}
        <div className={formCss.foot}>
          <SubmitButton task={task} label={label} busy={busy} />
          <SecondaryButton onClick={onClose}>{words.cancel}</SecondaryButton>
        </div>
      </form>
    </Dialog>
  );
}
