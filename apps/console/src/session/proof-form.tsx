/** Asks for a second factor: a passkey, a code of the app, or a recovery code. */
import { codeFrom } from '@rollcall/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Refused, refusedOf } from '../client/refused.ts';
import { SecondaryButton, SubmitButton, TextButton } from '../parts/buttons.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { TextField } from '../parts/text-field.tsx';
import formCss from '../parts/form.module.css';
import { PasswordField } from '../parts/password-field.tsx';
import { useTask } from '../parts/task.ts';
import { useWords } from '../console-context.ts';
import { answerWithPasskey, type Proof } from './passkey.ts';
import { secondFactorWords } from './second-factor-words.ts';

export type ProofMethod = Proof['method'];

/** @param props.challenge fetches a challenge, when a passkey is about to be used */
export function ProofForm(props: {
  readonly methods: readonly ProofMethod[];
  readonly challenge: (
    signal: AbortSignal,
  ) => Promise<{ readonly ticket: string; readonly options: Record<string, unknown> }>;
  readonly send: (proof: Proof, signal: AbortSignal) => Promise<void>;
  readonly onCancel: () => void;
  readonly label: string;
  readonly cancel: string;
}) {
  const { methods, challenge, send, onCancel, label, cancel } = props;
  const words = useWords(secondFactorWords);
  const task = useTask();
  const form = useRef<HTMLFormElement>(null);
  const typed = methods.find(method => method === 'totp' || method === 'password') ?? 'recovery_code';
  const [recovering, setRecovering] = useState(false);
  const [wrong, setWrong] = useState(false);
  const method = recovering ? 'recovery_code' : typed;
  const canType = methods.includes(method);
  const focus = () => form.current?.querySelector('input')?.focus();
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const edited = () => {
    setWrong(false);
    task.clear();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('proof') ?? '');
    const code =
      method === 'totp' ? codeFrom(given) : method === 'password' ? given : given.normalize('NFKC').trim();
    if (
      method === 'totp'
        ? !/^\d{6}$/.test(code)
        : method === 'recovery_code'
          ? !/^[\w -]{10,24}$/.test(code)
          : code === ''
    ) {
      setWrong(true);
      focus();
      return;
    }
    task.run(async signal => {
      try {
        await send(method === 'password' ? { method, password: code } : { method, code }, signal);
      } catch (thrown) {
        const refused = refusedOf(thrown);
        throw method === 'recovery_code' && refused.name === 'CaptchaMismatch'
          ? new Refused('WrongRecoveryCode')
          : refused;
      }
    });
  };
  return (
    <form ref={form} className={formCss.form} onSubmit={submit} method="post" noValidate>
      {methods.includes('passkey') ? (
        <div>
          <SecondaryButton
            aria-disabled={task.phase !== 'idle' || undefined}
            onClick={() =>
              task.run(async signal => send(await answerWithPasskey(await challenge(signal)), signal))
            }
          >
            {words.usePasskey}
          </SecondaryButton>
        </div>
      ) : null}
      {!canType ? null : method === 'password' ? (
        <PasswordField
          label={words.password}
          name="proof"
          use="current"
          error={wrong ? words.passwordMissing : undefined}
          onEdit={edited}
        />
      ) : (
        <TextField
          key={method}
          label={method === 'totp' ? words.code : words.recoveryCode}
          rule={method === 'totp' ? words.codeRule : words.recoveryCodeRule}
          error={wrong ? (method === 'totp' ? words.codeWrong : words.recoveryCodeWrong) : undefined}
          name="proof"
          inputMode={method === 'totp' ? 'numeric' : 'text'}
          autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={method === 'totp' ? 254 : 24}
          onInput={edited}
        />
      )}
      <ErrorMessage problem={task.problem} />
      <div className={formCss.foot}>
        {canType ? <SubmitButton task={task} label={label} busy={words.checking} /> : null}
        <SecondaryButton onClick={onCancel}>{cancel}</SecondaryButton>
        {typed !== 'recovery_code' && methods.includes('recovery_code') ? (
          <TextButton
            onClick={() => {
              edited();
              setRecovering(!recovering);
              // the other field is rendered with the next frame
              requestAnimationFrame(focus);
            }}
          >
            {recovering ? words.useApp : words.useRecoveryCode}
          </TextButton>
        ) : null}
      </div>
    </form>
  );
}
