/** A field with one line of text, such as a name, a number or a day, or with several lines. */
import type { ComponentPropsWithoutRef } from 'react';
import { type ControlProps, Field, type FieldProps } from './field.tsx';

type Native<E extends 'input' | 'textarea'> = FieldProps &
  Omit<ComponentPropsWithoutRef<E>, keyof FieldProps | keyof ControlProps>;

/** Takes the properties of `<input>`. */
export function TextField({ label, rule, error, optional, ...native }: Native<'input'>) {
  return <Field {...{ label, rule, error, optional }}>{control => <input {...native} {...control} />}</Field>;
}

/** Takes the properties of `<textarea>`. */
export function TextArea({ label, rule, error, optional, ...native }: Native<'textarea'>) {
  return (
    <Field {...{ label, rule, error, optional }}>{control => <textarea {...native} {...control} />}</Field>
  );
}

/** What was typed in a field of a form, without the spaces around it; empty where the form has no such field. */
export const textIn = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();
