/** A form control with its label, rule and problem. */
import { controlProps as attributes, Field as Frame } from '@rollcall/ui';
import type { ReactNode } from 'react';
import { ErrorMessage } from '../problem/error-message.tsx';
import type { Problem } from '../problem/problem.ts';
import { useRollcall } from '../provider/provider.tsx';
import css from './fields.module.css';

export interface FieldFrame {
  /** The control's id; the rule and the problem get ids that begin with it. */
  readonly id: string;
  readonly label: string;
  /** What the field takes, shown before a mistake is made. */
  readonly rule?: ReactNode;
  /** Says beside the label that the field must be filled in: for a form whose other fields may stay empty. @default false */
  readonly required?: boolean;
  readonly problem?: Problem | undefined;
  /** Follows the problem, such as a link to the page that solves it. */
  readonly remedy?: ReactNode;
}

/** The attributes that tie a control to its label, rule and problem. */
export const controlProps = ({ id, rule, problem }: Pick<FieldFrame, 'id' | 'rule' | 'problem'>) =>
  attributes({ id, rule, error: problem !== undefined });

/**
 * Draws the label, the rule and the problem around a control. The problem takes the place of the rule, so that nothing moves.
 *
 * @param props.action stands at the end of the label's line
 * @param props.children the control, with `controlProps`
 * @example <Field id="school" label="School"><input id="school" /></Field>
 * @see `docs/react.md`
 */
export function Field(props: FieldFrame & { children: ReactNode; action?: ReactNode }) {
  const { id, label, rule, required, problem, remedy, children, action } = props;
  const { phrases } = useRollcall();
  return (
    <Frame
      id={id}
      label={label}
      optional={required ? phrases.fields.required : undefined}
      action={action}
      rule={rule}
      error={problem ? <ErrorMessage problem={problem}>{remedy}</ErrorMessage> : null}
      classes={css}
    >
      {children}
    </Frame>
  );
}
