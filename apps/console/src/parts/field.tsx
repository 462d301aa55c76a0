/** A form field in the console's style: label, control, error, rule. */
import { controlProps, Field as UiField } from '@rollcall/ui';
import { type ReactNode, useId } from 'react';
import { useCommonWords } from '../console-context.ts';
import css from './field.module.css';

const classes = {
  field: css.field,
  head: css.head,
  optional: css.optional,
  error: css.error,
  rule: css.rule,
};

export type ControlProps = ReturnType<typeof controlProps> & { readonly className: string | undefined };

export interface FieldProps {
  readonly label: string;
  readonly rule?: ReactNode;
  readonly error?: string | undefined;
  /** The field may stay empty. @default false */
  readonly optional?: boolean | undefined;
}

export function Field(props: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const { optional, children, ...field } = props;
  const id = useId();
  const words = useCommonWords();
  return (
    <UiField {...field} id={id} optional={optional ? words.optional : undefined} classes={classes}>
      {children({ ...controlProps({ ...field, id }), className: css.control })}
    </UiField>
  );
}
