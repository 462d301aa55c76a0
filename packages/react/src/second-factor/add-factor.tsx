/** The forms that add an authenticator app and a passkey. */
import { useEffect, useId, useState } from 'react';
import { TextInput } from '../fields/text-input.tsx';
import { Panel } from '../forms/panel.tsx';
import panelCss from '../forms/panel.module.css';
import { useForm } from '../forms/use-form.ts';
import { FormError } from '../problem/form-error.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import { useTask } from '../task/use-task.ts';
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

const PLACES = { CaptchaMismatch: 'code', InvalidCaptcha: 'code' } as const;
const NAMES = { CaptchaMismatch: 'WrongFactor' } as const;

function AppCode({ flow, setup, onDone, onCancel }: AddProps & { setup: TotpSetup }) {
  const words = useWords('secondFactor', secondFactorWords);
  const id = useId();
  const form = useForm({
    rules: {
      code: {
        normalise: text => text.replaceAll(/\s/g, ''),
        check: text => (/^\d{6}$/.test(text) ? undefined : 'WrongFactor'),
      },
    },
    problemPlaces: PLACES,
    problemNames: NAMES,
    submit: async ({ code }, signal) => {
      await flow.addApp(setup, code, signal);
      onDone();
    },
  });
  return (
    <Panel
      label={words.add.totp}
      busy={words.adding}
      task={form.task}
      problem={form.problem}
      retry={form.retry}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <p className={panelCss.note}>{words.scan}</p>
      <img
        className={css.qr}
        src={`data:image/svg+xml,${encodeURIComponent(setup.qr)}`}
        alt={words.qr}
        width={200}
        height={200}
      />
      <p className={panelCss.note}>
        {words.orType} <code className={css.code}>{setup.secret}</code>
      </p>
      <TextInput
        id={`${id}code`}
        label={words.code}
        rule={words.codeRule}
        {...form.inputProps('code')}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        first
        figures
      />
    </Panel>
  );
}

export function AddApp(props: AddProps) {
  const { phrases } = useRollcall();
  const [setup, setSetup] = useState<TotpSetup>();
  const { run, problem, retry } = useTask();
  const { startApp } = props.flow;
  const [begin] = useState(() => startApp);
  useEffect(() => run(async signal => setSetup(await begin(signal))), [begin, run]);
  if (setup) return <AppCode {...props} setup={setup} />;
  return (
    <>
      <FormError problem={problem} retry={retry} />
      {problem ? null : <p aria-live="polite">{phrases.work.loading}</p>}
    </>
  );
}

export function AddPasskey({ flow, onDone, onCancel }: AddProps) {
  const words = useWords('secondFactor', secondFactorWords);
  const id = useId();
  const [cancelled, setCancelled] = useState(false);
  const form = useForm({
    rules: { name: { normalise: text => text.trim() } },
    submit: async ({ name }, signal) => {
      setCancelled(false);
      const { PasskeyCancelled } = await import('./passkey.ts');
      try {
        await flow.addPasskey(name || words.passkey, signal);
      } catch (thrown) {
        if (!(thrown instanceof PasskeyCancelled)) throw thrown;
        setCancelled(true);
        return;
      }
      onDone();
    },
  });
  return (
    <Panel
      label={words.add.passkey}
      busy={words.adding}
      task={form.task}
      problem={form.problem}
      retry={form.retry}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <TextInput
        id={`${id}name`}
        label={words.name}
        rule={words.nameRule}
        {...form.inputProps('name')}
        type="text"
        autoComplete="off"
        maxLength={40}
        first
      />
      <p className={panelCss.note} aria-live="polite">
        {cancelled ? words.passkeyFailed : null}
      </p>
    </Panel>
  );
}
