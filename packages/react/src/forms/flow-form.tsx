/** The form of a flow, and the places in it that are a site's own. */
import { type FormEvent, type ReactNode, useRef } from 'react';
import css from '../fields/fields.module.css';
import { useFirstFocus } from './use-first-focus.ts';

/** A site's own pieces of a form; each stands where its name says, and nothing stands there by default. */
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

/**
 * A form that only the script submits; its first field has the focus. `before` and `after` are its caller's to place.
 *
 * @param props.label names the form for screen readers
 */
export function FlowForm(props: {
  label: string;
  slots: FormSlots | undefined;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const { label, slots, onSubmit } = props;
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form);
  return (
    <form
      ref={form}
      className={css.form}
      method="post"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
      aria-label={label}
    >
      {slots?.logo}
      {slots?.heading}
      {props.children}
      {slots?.footer}
    </form>
  );
}
