/** A field for a password, current or new, that can be shown. */
import { PasswordControl } from '@rollcall/ui';
import { useCommonWords } from '../console-context.ts';
import { Field, type FieldProps } from './field.tsx';
import css from './field.module.css';

export function PasswordField(
  props: FieldProps & {
    readonly name: string;
    readonly use: 'current' | 'new';
    readonly onEdit?: () => void;
  },
) {
  const { name, use, onEdit, ...field } = props;
  const words = useCommonWords();
  return (
    <Field {...field}>
      {({ className, ...control }) => (
        <PasswordControl
          {...control}
          classes={{ control: css.joined, input: className, eye: css.eye }}
          name={name}
          autoComplete={use === 'current' ? 'current-password' : 'new-password'}
          showLabel={words.show}
          hideLabel={words.hide}
          onInput={onEdit}
        />
      )}
    </Field>
  );
}
