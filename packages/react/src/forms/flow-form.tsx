/** The form of a flow, such as signing in, and the places in it that are a site's own. */
import { type FormEvent, type ReactNode, useRef } from 'react';
import css from './form.module.css';
import { FormError } from '../problem/form-error.tsx';
import type { Problem } from '../problem/problem.ts';
import { SubmitButton } from '../task/submit-button.tsx';
import type { Task } from '../task/use-task.ts';
import { useFirstFocus } from './use-first-focus.ts';

/** A site's own pieces of a form. By default these places are empty. */
export interface FormSlots {
  /** Above everything. */
  readonly logo?: ReactNode;
  /** Under the logo, such as an `<h1>`: the components bring no heading of their own. */
  readonly heading?: ReactNode;
  /** Above the first field. */
  readonly before?: ReactNode;
  /** Under the last field, above the button. */
  readonly after?: ReactNode;
  /** Under everything. */
  readonly footer?: ReactNode;
}

export interface FlowFormProps {
  /** The form's state, as `useForm` gives it. */
  readonly form: {
    readonly task: Task;
    readonly problem: Problem | undefined;
    readonly submit: () => void;
    readonly retry: () => void;
  };
  /** Names the form for screen readers. */
  readonly label: string;
  readonly slots?: FormSlots | undefined;
  /** The label of the button. */
  readonly submitLabel: string;
  /** The label of the button while the form is being sent. */
  readonly busyLabel: string;
  /** Whether the page has its primary button elsewhere. @default false */
  readonly secondary?: boolean | undefined;
  /** Stands above the problem of the whole form. */
  readonly lead?: ReactNode;
  /** Stands under the button. */
  readonly aside?: ReactNode;
  /** The fields; the one that is marked as `first` gets the focus. */
  readonly children: ReactNode;
}

/**
 * Draws the form around the fields of a flow; only the script submits it.
 * @example <FlowForm form={form} label="Join" submitLabel="Join" busyLabel="Joining">…</FlowForm>
 * @see `docs/react.md`
 */
export function FlowForm(props: FlowFormProps) {
  const { form, slots } = props;
  const element = useRef<HTMLFormElement>(null);
  useFirstFocus(element);
  return (
    <form
      ref={element}
      className={css.form}
      method="post"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        form.submit();
      }}
      aria-label={props.label}
    >
      {slots?.logo}
      {slots?.heading}
      {props.lead}
      <FormError problem={form.problem} retry={form.retry} />
      {slots?.before}
      {props.children}
      {slots?.after}
      <SubmitButton
        task={form.task}
        label={props.submitLabel}
        busy={props.busyLabel}
        secondary={props.secondary}
      />
      {props.aside ? <p className={css.aside}>{props.aside}</p> : null}
      {slots?.footer}
    </form>
  );
}
