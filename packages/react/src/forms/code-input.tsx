/**
 * The six digits of a code: one input, drawn as six slots by its background, so that paste, autofill, screen readers and
 * typing before the script has run work as in any input.
 */
import { useHydrated } from '@rollcall/ui';
import type { CodeSender } from './use-code-sender.ts';
import type { FieldBinding } from '../fields/field-binding.ts';
import { useRollcall } from '../provider/provider.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { maskAddress } from '../fields/code-digits.ts';
import { controlProps, Field, type FieldFrame } from '../fields/field.tsx';
import css from './code-input.module.css';
import buttonsCss from '../task/buttons.module.css';

export interface CodeInputProps extends Omit<FieldFrame, 'label'> {
  readonly field: FieldBinding;
  readonly sender: CodeSender;
  /** Called when the person asks for a code. */
  readonly onSend: () => void;
}

/** With the button that sends the code, and the seconds until another may be sent. */
export function CodeInput(props: CodeInputProps) {
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
    <div>
      <Field
        {...frame}
        action={
          <button
            type="button"
            className={buttonsCss.link}
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
      <SlowNotice phase={sender.task.phase} />
    </div>
  );
}
