/**
 * The six figures of a code: one input, drawn as six slots by its background, so that paste, autofill, screen readers
 * and the time before the script all work as in any input.
 */
import { useRollcall } from '../provider/provider.tsx';
import { maskAddress } from './code-digits.ts';
import { controlProps, Field, type FieldFrame } from './field.tsx';
import css from './fields.module.css';
import type { CodeSender } from '../forms/use-code-sender.ts';
import type { FieldBinding } from '../forms/use-form-fields.ts';
import { useHydrated } from '@rollcall/ui';

export function CodeInput(
  props: Omit<FieldFrame, 'label'> & { field: FieldBinding; sender: CodeSender; onSend: () => void },
) {
  const { field, sender, onSend } = props;
  const { phrases } = useRollcall();
  const hydrated = useHydrated();
  const words = phrases.fields;
  const working = sender.task.phase !== 'idle';
  const frame = {
    ...props,
    label: words.code,
    rule:
      sender.sentTo === undefined ? (props.rule ?? words.codeRule) : words.sentTo(maskAddress(sender.sentTo)),
  };
  return (
    <Field
      {...frame}
      action={
        <button
          type="button"
          className={css.link}
          disabled={!hydrated || sender.seconds > 0}
          aria-disabled={working || undefined}
          onClick={onSend}
          data-figures=""
        >
          {working
            ? words.sending
            : sender.seconds > 0
              ? words.resendIn(sender.seconds)
              : sender.sentTo === undefined
                ? words.sendCode
                : words.resendCode}
        </button>
      }
    >
      <div className={css.slots}>
        <input
          {...controlProps(frame)}
          {...field}
          className={css.code}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
        />
      </div>
    </Field>
  );
}
