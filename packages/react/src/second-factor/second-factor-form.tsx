/** Asks for a second factor: a code of the app, a passkey or a recovery code. */
import type { SecondFactorMethod, SecondFactorProof } from '@rollcall/contract';
import { useId, useState } from 'react';
import { TextInput } from '../fields/text-input.tsx';
import tickCss from '../fields/tick.module.css';
import { Panel } from '../forms/panel.tsx';
import panelCss from '../forms/panel.module.css';
import { useForm } from '../forms/use-form.ts';
import css from '../proof/proof.module.css';
import { useWords } from '../provider/use-words.ts';
import { useTask } from '../task/use-task.ts';
import { answerWithPasskey, type Challenge, PasskeyCancelled } from './passkey.ts';
import { secondFactorWords } from './words.ts';

export interface SecondFactorFormProps {
  readonly methods: readonly SecondFactorMethod[];
  readonly challenge: (signal: AbortSignal) => Promise<Challenge>;
  readonly send: (proof: SecondFactorProof, signal: AbortSignal) => Promise<void>;
  readonly onCancel: () => void;
}

/** A wrong code is a problem of the field. */
const PLACES = { CaptchaMismatch: 'proof', InvalidCaptcha: 'proof' } as const;
const NAMES = { CaptchaMismatch: 'WrongFactor' } as const;

function ByCode({ method, send, onCancel }: SecondFactorFormProps & { method: 'totp' | 'recovery_code' }) {
  const words = useWords('secondFactor', secondFactorWords);
  const id = useId();
  const app = method === 'totp';
  const form = useForm({
    rules: {
      proof: {
        normalise: text => text.replaceAll(/\s/g, ''),
        check: text => ((app ? /^\d{6}$/ : /^[\w-]{10,24}$/).test(text) ? undefined : 'WrongFactor'),
      },
    },
    problemPlaces: PLACES,
    problemNames: NAMES,
    submit: ({ proof }, signal) => send({ method, code: proof }, signal),
  });
  return (
    <Panel
      label={words.submit}
      busy={words.confirming}
      task={form.task}
      problem={form.problem}
      retry={form.retry}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <TextInput
        id={`${id}code`}
        label={app ? words.code : words.recovery_code}
        rule={app ? words.codeRule : words.recoveryRule}
        {...form.inputProps('proof')}
        type="text"
        inputMode={app ? 'numeric' : 'text'}
        autoComplete={app ? 'one-time-code' : 'off'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={app ? 7 : 24}
        first
        figures
      />
    </Panel>
  );
}

function ByPasskey({ challenge, send, onCancel }: SecondFactorFormProps) {
  const words = useWords('secondFactor', secondFactorWords);
  const task = useTask();
  const [cancelled, setCancelled] = useState(false);
  return (
    <Panel
      label={words.usePasskey}
      busy={words.confirming}
      task={task}
      problem={task.problem}
      onSubmit={() => {
        setCancelled(false);
        task.run(async signal => {
          try {
            await send({ method: 'passkey', ...(await answerWithPasskey(await challenge(signal))) }, signal);
          } catch (thrown) {
            if (!(thrown instanceof PasskeyCancelled)) throw thrown;
            setCancelled(true);
          }
        });
      }}
      onCancel={onCancel}
    >
      <p className={panelCss.note} aria-live="polite">
        {cancelled ? words.passkeyFailed : null}
      </p>
    </Panel>
  );
}

export function SecondFactorForm(props: SecondFactorFormProps) {
  const { methods } = props;
  const words = useWords('secondFactor', secondFactorWords);
  const [chosen, setChosen] = useState<SecondFactorMethod>();
  const name = useId();
  const method = chosen ?? methods[0];
  return (
    <>
      {methods.length > 1 ? (
        <fieldset className={css.choice}>
          <legend>{words.methods}</legend>
          {methods.map(one => (
            <label key={one}>
              <input
                type="radio"
                className={tickCss.tick}
                name={name}
                checked={one === method}
                onChange={() => setChosen(one)}
              />
              <span>{words[one]}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {method === 'passkey' ? (
        <ByPasskey {...props} />
      ) : method ? (
        <ByCode key={method} {...props} method={method} />
      ) : null}
    </>
  );
}
