/** The forms of the account's second factors, one of which is open at a time. */
import type { SecondFactors } from '@rollcall/contract';
import { Panel } from '../forms/panel.tsx';
import panelCss from '../forms/panel.module.css';
import { useWords } from '../provider/use-words.ts';
import { useTask } from '../task/use-task.ts';
import { AddApp, AddPasskey } from './add-factor.tsx';
import type { SecondFactorsFlow } from './use-second-factors.ts';
import { secondFactorWords } from './words.ts';

/** An open form; `remove ` is followed by a factor's id, the app's by nothing. */
export type FactorAction = 'totp' | 'passkey' | 'renew' | 'ask' | `remove ${string}`;

/** Asks before it removes a factor or replaces the recovery codes. */
function Ask(props: {
  label: string;
  busy: string;
  text: string;
  work: (signal: AbortSignal) => Promise<void>;
  onDone: () => void;
  onCancel: () => void;
}) {
  const task = useTask();
  return (
    <Panel
      label={props.label}
      busy={props.busy}
      task={task}
      problem={task.problem}
      onSubmit={() =>
        task.run(async signal => {
          await props.work(signal);
          props.onDone();
        })
      }
      onCancel={props.onCancel}
    >
      <p className={panelCss.note}>{props.text}</p>
    </Panel>
  );
}

export function FactorForm({
  open,
  flow,
  factors,
  onDone,
  onCancel,
}: {
  open: FactorAction;
  flow: SecondFactorsFlow;
  factors: SecondFactors;
  onDone: (status: string) => void;
  onCancel: () => void;
}) {
  const words = useWords('secondFactor', secondFactorWords);
  const added = () => onDone(words.added);
  if (open === 'totp') return <AddApp flow={flow} onDone={added} onCancel={onCancel} />;
  if (open === 'passkey') return <AddPasskey flow={flow} onDone={added} onCancel={onCancel} />;
  if (open === 'renew')
    return (
      <Ask
        label={words.renew}
        busy={words.renewing}
        text={words.askRenew}
        work={flow.renew}
        onDone={() => onDone(words.codesSaved)}
        onCancel={onCancel}
      />
    );
  if (open === 'ask')
    return (
      <Ask
        label={factors.enabled ? words.turnOff : words.turnOn}
        busy={words.turning}
        text={factors.enabled ? words.askTurnOff : words.askTurnOn}
        work={signal => flow.setTwoStepVerification(!factors.enabled, signal)}
        onDone={() => onDone(words.changed)}
        onCancel={onCancel}
      />
    );
  const id = open.slice('remove '.length) || null;
  const last = factors.passkeys.length + (factors.totp ? 1 : 0) === 1;
  return (
    <Ask
      label={words.remove}
      busy={words.removing}
      text={last && factors.enabled ? words.askRemoveLast : words.askRemove}
      work={signal => flow.remove(id, signal)}
      onDone={() => onDone(words.removed)}
      onCancel={onCancel}
    />
  );
}
