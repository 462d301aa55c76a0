/** The account's second factors: an authenticator app, passkeys and recovery codes, each with its forms. */
import type { SecondFactors } from '@rollcall/contract';
import { useId, useState } from 'react';
import { Loaded } from '../account/loaded.tsx';
import buttonsCss from '../task/buttons.module.css';
import { Panel } from '../forms/panel.tsx';
import panelCss from '../forms/panel.module.css';
import { useWords } from '../provider/use-words.ts';
import { useTask } from '../task/use-task.ts';
import { AddApp, AddPasskey } from './add-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './second-factors.module.css';
import { type SecondFactorsFlow, useSecondFactors } from './use-second-factors.ts';
import { secondFactorWords } from './words.ts';

interface Factor {
  /** Null: the app. */
  readonly id: string | null;
  readonly name: string;
}
type Open = 'totp' | 'passkey' | 'renew' | 'ask' | { readonly remove: Factor };

/** Asks before it removes a factor or replaces the recovery codes. */
function Ask(props: {
  label: string;
  busy: string;
  text: string;
  work: (signal: AbortSignal) => Promise<void>;
  onClose: () => void;
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
          props.onClose();
        })
      }
      onCancel={props.onClose}
    >
      <p className={panelCss.note}>{props.text}</p>
    </Panel>
  );
}

function Form({
  open,
  flow,
  factors,
  onClose,
}: {
  open: Open;
  flow: SecondFactorsFlow;
  factors: SecondFactors;
  onClose: () => void;
}) {
  const words = useWords('secondFactor', secondFactorWords);
  if (open === 'totp') return <AddApp flow={flow} onDone={onClose} onCancel={onClose} />;
  if (open === 'passkey') return <AddPasskey flow={flow} onDone={onClose} onCancel={onClose} />;
  if (open === 'renew')
    return (
      <Ask
        label={words.renew}
        busy={words.renewing}
        text={words.askRenew}
        work={flow.renew}
        onClose={onClose}
      />
    );
  if (open === 'ask')
    return (
      <Ask
        label={factors.enabled ? words.turnOff : words.turnOn}
        busy={words.turning}
        text={factors.enabled ? words.askTurnOff : words.askTurnOn}
        work={signal => flow.setTwoStepVerification(!factors.enabled, signal)}
        onClose={onClose}
      />
    );
  const { id } = open.remove;
  const last = factors.passkeys.length + (factors.totp ? 1 : 0) === 1;
  return (
    <Ask
      label={words.remove}
      busy={words.removing}
      text={last && factors.enabled ? words.askRemoveLast : words.askRemove}
      work={signal => flow.remove(id, signal)}
      onClose={onClose}
    />
  );
}

export function AccountSecondFactors() {
  const words = useWords('secondFactor', secondFactorWords);
  const flow = useSecondFactors();
  const [open, setOpen] = useState<Open>();
  const title = useId();
  const close = () => setOpen(undefined);
  return (
    <section className={css.factors} aria-labelledby={title}>
      <h3 id={title}>{words.title}</h3>
      <p className={panelCss.note}>{words.lead}</p>
      <Loaded value={flow.factors} task={flow.loading}>
        {state => {
          const { totp, passkeys, passkeys_available: available, recovery_codes_left: left } = state;
          const factors: Factor[] = [
            ...(totp ? [{ id: null, name: words.totp }] : []),
            ...passkeys.map(({ id, name }) => ({ id, name: `${words.passkey} · ${name}` })),
          ];
          return (
            <>
              {factors.length > 0 ? (
                <ul>
                  {factors.map(factor => (
                    <li key={factor.id ?? ''}>
                      <span>{factor.name}</span>
                      <button
                        type="button"
                        className={buttonsCss.link}
                        aria-label={words.about(words.remove, factor.name)}
                        onClick={() => setOpen({ remove: factor })}
                      >
                        {words.remove}
                      </button>
                    </li>
                  ))}
                  <li>
                    <span>{state.enabled ? words.stepOn : words.stepOff}</span>
                    {state.required ? null : (
                      <button type="button" className={buttonsCss.link} onClick={() => setOpen('ask')}>
                        {state.enabled ? words.turnOff : words.turnOn}
                      </button>
                    )}
                  </li>
                  {state.enabled ? (
                    <li>
                      <span>{words.codesLeft(left)}</span>
                      <button type="button" className={buttonsCss.link} onClick={() => setOpen('renew')}>
                        {words.renew}
                      </button>
                    </li>
                  ) : null}
                </ul>
              ) : (
                <p>{words.none}</p>
              )}
              {flow.codes ? (
                <RecoveryCodes codes={flow.codes} onSaved={flow.saved} />
              ) : open ? (
                <Form
                  key={typeof open === 'string' ? open : open.remove.id}
                  open={open}
                  flow={flow}
                  factors={state}
                  onClose={close}
                />
              ) : (
                <p className={css.foot}>
                  <button type="button" className={buttonsCss.secondary} onClick={() => setOpen('totp')}>
                    {words.add.totp}
                  </button>
                  {available ? (
                    <button type="button" className={buttonsCss.secondary} onClick={() => setOpen('passkey')}>
                      {words.add.passkey}
                    </button>
                  ) : null}
                </p>
              )}
              {available ? null : <p className={panelCss.note}>{words.notHere}</p>}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
