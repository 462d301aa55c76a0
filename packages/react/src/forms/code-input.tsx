/** The six digits of a code, with the button that sends it. */
import { useHydrated } from '@rollcall/ui';
import { lazy, Suspense } from 'react';
import { loadSigningIn } from '../session/load-signing-in.ts';
import type { CodeSender } from './use-code-sender.ts';
import type { FieldBinding } from '../fields/field-binding.ts';
import { useRollcall } from '../provider/provider.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { maskAddress } from '../fields/mask-address.ts';
import { Field, type FieldFrame } from '../fields/field.tsx';
import { CodeSlots } from './code-slots.tsx';
import buttonsCss from '../task/buttons.module.css';

export interface CodeInputProps extends Omit<FieldFrame, 'label'> {
  readonly field: FieldBinding;
  readonly sender: CodeSender;
  /** Called when the person asks for a code. */
  readonly onSend: () => void;
}

const VoiceCode = lazy(() =>
  loadSigningIn().then(
    part => ({ default: part.VoiceCode }),
    () => ({ default: () => null }),
  ),
);

/**
 * Draws the field of a code, the button that sends it, and the seconds until another may be sent.
 * @example <CodeInput id="code" {...form.inputProps('captcha')} sender={form.code} onSend={form.sendCode} />
 * @see `docs/react.md`
 */
export function CodeInput(props: CodeInputProps) {
  const { sender, onSend } = props;
  const { phrases, voice } = useRollcall();
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
        <CodeSlots {...frame} />
      </Field>
      <SlowNotice phase={sender.task.phase} />
      {voice && sender.sentTo ? (
        <Suspense>
          <VoiceCode sender={sender} />
        </Suspense>
      ) : null}
    </div>
  );
}
