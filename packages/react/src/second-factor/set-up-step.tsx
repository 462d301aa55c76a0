/** The second step of a sign-in at a site that demands a second factor, for people without one: it is set up here. */
import { addStepPasskey, addStepTotp, finishSetUp, startStepPasskey, startStepTotp } from '@rollcall/account';
import { Dialog } from '@rollcall/ui';
import { useEffect, useRef, useState } from 'react';
import { FormError } from '../problem/form-error.tsx';
import css from '../proof/proof.module.css';
import { useAuth } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import type { Entered } from '../session/entered.ts';
import buttonsCss from '../task/buttons.module.css';
import { useTask } from '../task/use-task.ts';
import { AddApp, type AddFlow, AddPasskey } from './add-factor.tsx';
import { makePasskey, passkeysWorkHere } from './passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorWords } from './words.ts';

interface Made {
  readonly recovery_codes: readonly string[];
  /** Signs in. */
  readonly ticket: string;
}

export type SetUpMethod = 'totp' | 'passkey';

export interface SetUpStepProps {
  /** The ticket of the refused sign-in. */
  readonly ticket: string;
  /** What the server lets people set up from this page. */
  readonly methods: readonly SetUpMethod[];
  /** Called once, when the tokens are stored: whether the sign-in made a new account. */
  readonly onProved: (entered: Entered) => void;
  readonly onCancel: () => void;
}

/** Open for as long as it is rendered. */
export function SetUpStep({ ticket, methods, onProved, onCancel }: SetUpStepProps) {
  const words = useWords('secondFactor', secondFactorWords);
  const auth = useAuth();
  const task = useTask();
  const [adding, setAdding] = useState<SetUpMethod>();
  const [made, setMade] = useState<Made>();
  const flow: AddFlow = {
    startApp: signal => startStepTotp(auth(), { ticket }, { signal }),
    addApp: async (setup, code, signal) => {
      const fields = { step_ticket: ticket, ticket: setup.ticket, code };
      setMade(await addStepTotp(auth(), fields, { signal }));
    },
    addPasskey: async (name, signal) => {
      const challenge = await startStepPasskey(auth(), { ticket }, { signal });
      const fields = { step_ticket: ticket, ...(await makePasskey(challenge, name)) };
      setMade(await addStepPasskey(auth(), fields, { signal }));
    },
  };
  const enter = ({ ticket: last }: Made) =>
    task.run(async signal => {
      onProved((await finishSetUp(auth(), { ticket: last }, { signal })).auth);
    });
  const again = { flow, onDone: () => {}, onCancel: () => setAdding(undefined) };
  const choice = useRef<HTMLParagraphElement>(null);
  /** Which form was closed: its button gets the focus back. */
  const closed = useRef<typeof adding>(undefined);
  useEffect(() => {
    if (closed.current && !adding)
      choice.current?.querySelector<HTMLElement>(`[data-add=${closed.current}]`)?.focus();
    closed.current = adding;
  }, [adding]);
  return (
    // the recovery codes are not shown again: only the button that says they are saved goes on
    <Dialog
      title={words.setUp}
      onClose={onCancel}
      busy={made !== undefined && task.problem === undefined}
      classes={css}
    >
      {made ? (
        <>
          <FormError problem={task.problem} retry={task.retry} />
          <RecoveryCodes codes={made.recovery_codes} onSaved={() => enter(made)} />
        </>
      ) : adding === 'totp' ? (
        <AddApp {...again} />
      ) : adding === 'passkey' ? (
        <AddPasskey {...again} />
      ) : (
        <>
          <p>{words.setUpLead}</p>
          <p ref={choice} className={css.stack}>
            <button
              type="button"
              className={buttonsCss.secondary}
              data-add="totp"
              onClick={() => setAdding('totp')}
            >
              {words.add.totp}
            </button>
            {methods.includes('passkey') && passkeysWorkHere() ? (
              <button
                type="button"
                className={buttonsCss.secondary}
                data-add="passkey"
                onClick={() => setAdding('passkey')}
              >
                {words.add.passkey}
              </button>
            ) : null}
            <button type="button" className={buttonsCss.link} onClick={onCancel}>
              {words.cancel}
            </button>
          </p>
        </>
      )}
    </Dialog>
  );
}
