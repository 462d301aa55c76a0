/** Dialogs that confirm an action: they say what will happen, run it, and show the refusal where it failed. */
import type { FormEvent, ReactNode } from 'react';
import { useCommonWords } from '../console-context.ts';
import { SecondaryButton, SubmitButton } from './buttons.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorMessage } from './error-message.tsx';
import formCss from './form.module.css';
import { useTask } from './task.ts';

export interface ConfirmDialogProps<T> {
  /** What is done: on the submit button, and in the title. @default saves */
  readonly label?: string | undefined;
  /** What it is done to: in the title, beside the label. */
  readonly of?: string;
  /** @default the label, and `of` */
  readonly title?: string | undefined;
  readonly text?: ReactNode;
  /** The submit button's label while the action runs. @default saving */
  readonly busy?: string | undefined;
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
  const { of, text, validate, onConfirm, onDone, onClose, children } = props;
  const words = useCommonWords();
  const { label = words.save, busy = words.saving } = props;
  const { title = of === undefined ? label : words.titled(label, of) } = props;
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

export function DeleteDialog(props: Omit<ConfirmDialogProps<unknown>, 'label' | 'busy'>) {
  const words = useCommonWords();
  return <ConfirmDialog {...props} label={words.delete} busy={words.deleting} />;
}
