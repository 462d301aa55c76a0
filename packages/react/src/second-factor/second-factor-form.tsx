/** Asks for a second factor: a code of the app, a passkey or a recovery code. */
import type { SecondFactorMethod, SecondFactorProof } from '@rollcall/contract';
import { useId, useState } from 'react';
import tickCss from '../fields/tick.module.css';
import { FormPanel } from '../forms/form-panel.tsx';
import { Panel } from '../forms/panel.tsx';
import panelCss from '../forms/panel.module.css';
import css from '../proof/proof.module.css';
import { useWords } from '../provider/use-words.ts';
import { useTask } from '../task/use-task.ts';
import {
  appCodeField,
  FACTOR_PROBLEMS,
  RECOVERY_PLACES,
  RECOVERY_PROBLEMS,
  recoveryCodeField,
} from './factor-fields.tsx';
import { answerWithPasskey, type Challenge, PasskeyCancelled } from './passkey.ts';
import { secondFactorWords } from './words.ts';

export interface SecondFactorFormProps {
  readonly methods: readonly SecondFactorMethod[];
  readonly challenge: (signal: AbortSignal) => Promise<Challenge>;
  readonly send: (proof: SecondFactorProof, signal: AbortSignal) => Promise<void>;
  readonly onCancel: () => void;
  /** Names the choice of the method. @default words of the second step */
  readonly legend?: string;
}

function ByApp({ send, onCancel }: SecondFactorFormProps) {
  const words = useWords('secondFactor', secondFactorWords);
  return (
    <FormPanel
      label={words.submit}
      busy={words.confirming}
      fields={[appCodeField(words)]}
      problemNames={FACTOR_PROBLEMS}
      submit={({ captcha }, signal) => send({ method: 'totp', code: captcha }, signal)}
      onCancel={onCancel}
    />
  );
}

function ByRecoveryCode({ send, onCancel }: SecondFactorFormProps) {
  const words = useWords('secondFactor', secondFactorWords);
  return (
    <FormPanel
      label={words.submit}
      busy={words.confirming}
      fields={[recoveryCodeField(words)]}
      problemPlaces={RECOVERY_PLACES}
      problemNames={RECOVERY_PROBLEMS}
      submit={({ proof }, signal) => send({ method: 'recovery_code', code: proof }, signal)}
      onCancel={onCancel}
    />
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

const FORMS = { totp: ByApp, passkey: ByPasskey, recovery_code: ByRecoveryCode } as const;

export function SecondFactorForm(props: SecondFactorFormProps) {
  const { methods } = props;
  const words = useWords('secondFactor', secondFactorWords);
  const [chosen, setChosen] = useState<SecondFactorMethod>();
  const name = useId();
  const method = chosen ?? methods[0];
  const Form = method && FORMS[method];
  return (
    <>
      {methods.length > 1 ? (
        <fieldset className={css.choice}>
          <legend>{props.legend ?? words.methods}</legend>
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
      {Form ? <Form {...props} /> : null}
    </>
  );
}
