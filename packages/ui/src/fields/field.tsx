/** The frame of a form control: label, control, error, rule. */
import type { ReactNode } from 'react';

export interface FieldClasses {
  /** Around everything; has `data-wrong` while there is an error. */
  readonly field?: string | undefined;
  /** The line of the label and the action. */
  readonly head?: string | undefined;
  /** The word beside the label. */
  readonly optional?: string | undefined;
  /** Around the error and the rule. @default neither has anything around it */
  readonly note?: string | undefined;
  readonly error?: string | undefined;
  readonly rule?: string | undefined;
}

export interface FieldProps {
  /** The control's id; the error and the rule get ids that begin with it. */
  readonly id: string;
  readonly label: string;
  /** Shown beside the label: that the field may stay empty, or must not. */
  readonly optional?: string | undefined;
  /** Stands at the end of the label's line. */
  readonly action?: ReactNode;
  /** What the field takes, shown before a mistake is made. */
  readonly rule?: ReactNode;
  readonly error?: ReactNode;
  readonly classes: FieldClasses;
  /** The control, with `controlProps`. */
  readonly children: ReactNode;
}

/**
 * The attributes that tie a control to its label, error and rule.
 * @example <input {...controlProps({ id: 'school' })} />
 * @see `docs/react.md`
 */
export function controlProps(field: Pick<FieldProps, 'id' | 'rule' | 'error'>) {
  const { id, rule, error } = field;
  const ids = [error && `${id}-error`, rule && `${id}-rule`].filter(Boolean).join(' ');
  return {
    id,
    'aria-describedby': ids || undefined,
    'aria-invalid': error ? (true as const) : undefined,
  };
}

/**
 * Draws the label, the rule and the error around a control. The element for the error is always in the document, so
 * that screen readers announce an error when it appears.
 *
 * @example <Field id="school" label="School" classes={{}}><input {...controlProps({ id: 'school' })} /></Field>
 * @see `docs/react.md`
 */
export function Field(props: FieldProps) {
  const { id, label, optional, action, rule, error, classes, children } = props;
  const notes = (
    <>
      <div role="alert" id={`${id}-error`} className={classes.error}>
        {error}
      </div>
      {rule ? (
        <div id={`${id}-rule`} className={classes.rule}>
          {rule}
        </div>
      ) : null}
    </>
  );
  return (
    <div className={classes.field} data-wrong={error ? '' : undefined}>
      <div className={classes.head}>
        <label htmlFor={id}>
          {label}
          {optional ? <span className={classes.optional}>{optional}</span> : null}
        </label>
        {action}
      </div>
      {children}
      {classes.note ? (
        <div className={classes.note} data-note="">
          {notes}
        </div>
      ) : (
        notes
      )}
    </div>
  );
}
