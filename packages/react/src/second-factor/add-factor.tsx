/** The forms that add an authenticator app and a passkey. */
import { TotpSecret } from '@rollcall/ui';
import { useEffect, useState } from 'react';
import { FormPanel } from '../forms/form-panel.tsx';
import panelCss from '../forms/panel.module.css';
import { FormError } from '../problem/form-error.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import buttonsCss from '../task/buttons.module.css';
import { useTask } from '../task/use-task.ts';
import { appCodeField, FACTOR_PROBLEMS, passkeyNameField } from './factor-fields.tsx';
import css from './second-factors.module.css';
import type { SecondFactorsFlow, TotpSetup } from './use-second-factors.ts';
import { secondFactorWords } from './words.ts';

/** What the forms need: of the account's own page, or of a sign-in. */
export type AddFlow = Pick<SecondFactorsFlow, 'startApp' | 'addApp' | 'addPasskey'>;

interface AddProps {
  readonly flow: AddFlow;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

const CLASSES = { text: panelCss.note, qr: css.qr, openApp: css.openApp, secret: css.code };

export function AddApp({ flow, onDone, onCancel }: AddProps) {
  const { phrases } = useRollcall();
  const words = useWords('secondFactor', secondFactorWords);
  const [setup, setSetup] = useState<TotpSetup>();
  const { run, problem, retry } = useTask();
  const [begin] = useState(() => flow.startApp);
  useEffect(() => run(async signal => setSetup(await begin(signal))), [begin, run]);
  if (setup)
    return (
      <FormPanel
        label={words.add.totp}
        busy={words.adding}
        lead={<TotpSecret setup={setup} words={words} classes={CLASSES} />}
        fields={[appCodeField(words)]}
        problemNames={FACTOR_PROBLEMS}
        submit={async ({ captcha }, signal) => {
          await flow.addApp(setup, captcha, signal);
          onDone();
        }}
        onCancel={onCancel}
      />
    );
  return (
    <>
      <FormError problem={problem} retry={retry} />
      {problem ? null : <p aria-live="polite">{phrases.work.loading}</p>}
      <p>
        <button type="button" className={buttonsCss.link} onClick={onCancel}>
          {words.cancel}
        </button>
      </p>
    </>
  );
}

export function AddPasskey({ flow, onDone, onCancel }: AddProps) {
  const words = useWords('secondFactor', secondFactorWords);
  const [cancelled, setCancelled] = useState(false);
  return (
    <FormPanel
      label={words.add.passkey}
      busy={words.adding}
      fields={[passkeyNameField(words)]}
      note={<span aria-live="polite">{cancelled ? words.passkeyFailed : null}</span>}
      submit={async ({ name }, signal) => {
        setCancelled(false);
        const { deviceName, PasskeyCancelled } = await import('./passkey.ts');
        try {
          await flow.addPasskey(name || (deviceName() ?? words.passkey), signal);
        } catch (thrown) {
          if (!(thrown instanceof PasskeyCancelled)) throw thrown;
          setCancelled(true);
          return;
        }
        onDone();
      }}
      onCancel={onCancel}
    />
  );
}
