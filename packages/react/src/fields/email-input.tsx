/** An e-mail address that a code is sent to. */
import { useWords } from '../provider/use-words.ts';
import type { FieldFrame } from './field.tsx';
import type { FieldBinding } from './field-binding.ts';
import { TextInput } from './text-input.tsx';
import { emailWords } from './words.ts';

/**
 * Draws an e-mail address with its label and its problem. The label has a default in the phrases.
 * @example <EmailInput id="email" {...form.inputProps('email')} />
 * @see `docs/react.md`
 */
export function EmailInput(
  props: Omit<FieldFrame, 'label' | 'rule' | 'required'> & {
    label?: string | undefined;
    field: FieldBinding;
    first?: boolean;
  },
) {
  const words = useWords('email', emailWords);
  return (
    <TextInput
      {...props}
      label={props.label ?? words.email}
      rule={words.emailRule}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
    />
  );
}
