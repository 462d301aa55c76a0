/** Adds an authenticator app or a passkey, and shows the recovery codes that come with the first of them. */
import { codeFrom } from '@rollcall/contract';
import { TotpSecret } from '@rollcall/ui';
import { type FormEvent, useEffect, useState } from 'react';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { SecondaryButton, SubmitButton } from '../parts/buttons.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { TextField, textIn } from '../parts/text-field.tsx';
import formCss from '../parts/form.module.css';
import textCss from '../parts/text.module.css';
import { useTask } from '../parts/task.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { makePasskey } from './passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorWords } from './second-factor-words.ts';
import css from './second-factor.module.css';

interface AddingProps {
  readonly onAdded: (codes: readonly string[] | null) => void;
  readonly onCancel: () => void;
}

const CLASSES = { qr: css.qr, openApp: css.openApp, secret: textCss.secret };

/** The QR code of a new secret, and the field for the app's first code. */
function AddApp({ onAdded, onCancel }: AddingProps) {
  const { client } = useConsoleContext();
  const words = useWords(secondFactorWords);
  const common = useCommonWords();
  const loading = useTask();
  const task = useTask();
  const [setup, setSetup] = useState<AnswerOf<ConsoleCalls['startOperatorTotp']>>();
  const [wrong, setWrong] = useState(false);
  const { run } = loading;
  useEffect(() => {
    run(async signal => setSetup(await client.call('startOperatorTotp', {}, signal)));
  }, [client, run]);
  if (!setup)
    return (
      <>
        {loading.phase === 'idle' ? null : <p>{common.loading}</p>}
        <ErrorMessage problem={loading.problem} onRetry={loading.retry} />
        <SecondaryButton onClick={onCancel}>{common.cancel}</SecondaryButton>
      </>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = codeFrom(String(new FormData(event.currentTarget).get('code') ?? ''));
    setWrong(!/^\d{6}$/.test(code));
    if (!/^\d{6}$/.test(code)) return;
    task.run(async signal => {
      const body = { ticket: setup.ticket, code };
      onAdded((await client.call('addOperatorTotp', { body }, signal)).recovery_codes);
    });
  };
  return (
    <form className={formCss.form} onSubmit={submit} method="post" noValidate>
      <TotpSecret setup={setup} words={words} classes={CLASSES} />
      <TextField
        label={words.code}
        rule={words.codeRule}
        error={wrong ? words.codeWrong : undefined}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={254}
        onInput={() => {
          setWrong(false);
          task.clear();
        }}
      />
      <ErrorMessage problem={task.problem} />
      <div className={formCss.foot}>
        <SubmitButton task={task} label={words.addApp} busy={words.adding} />
        <SecondaryButton onClick={onCancel}>{common.cancel}</SecondaryButton>
      </div>
    </form>
  );
}

function AddPasskey({ onAdded, onCancel }: AddingProps) {
  const { client } = useConsoleContext();
  const words = useWords(secondFactorWords);
  const common = useCommonWords();
  const task = useTask();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = textIn(new FormData(event.currentTarget), 'name') || words.passkey;
    task.run(async signal => {
      const body = await makePasskey(await client.call('startOperatorPasskey', {}, signal), name);
      onAdded((await client.call('addOperatorPasskey', { body }, signal)).recovery_codes);
    });
  };
  return (
    <form className={formCss.form} onSubmit={submit} method="post" noValidate>
      <TextField
        label={words.passkeyName}
        rule={words.passkeyNameRule}
        optional
        name="name"
        maxLength={40}
        autoComplete="off"
      />
      <ErrorMessage problem={task.problem} />
      <div className={formCss.foot}>
        <SubmitButton task={task} label={words.addPasskey} busy={words.adding} />
        <SecondaryButton onClick={onCancel}>{common.cancel}</SecondaryButton>
      </div>
    </form>
  );
}

/** @param props.onDone called when a factor was added, after the recovery codes were shown */
export function AddSecondFactor(props: { readonly passkeysAvailable: boolean; readonly onDone: () => void }) {
  const words = useWords(secondFactorWords);
  const [adding, setAdding] = useState<'app' | 'passkey'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const added = (made: readonly string[] | null) => {
    setAdding(undefined);
    if (made) setCodes(made);
    else props.onDone();
  };
  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          setCodes(undefined);
          props.onDone();
        }}
      />
    );
  const cancel = () => setAdding(undefined);
  if (adding === 'app') return <AddApp onAdded={added} onCancel={cancel} />;
  if (adding === 'passkey') return <AddPasskey onAdded={added} onCancel={cancel} />;
  return (
    <>
      <div className={formCss.foot}>
        <SecondaryButton onClick={() => setAdding('app')}>{words.addApp}</SecondaryButton>
        {props.passkeysAvailable ? (
          <SecondaryButton onClick={() => setAdding('passkey')}>{words.addPasskey}</SecondaryButton>
        ) : null}
      </div>
      {props.passkeysAvailable ? null : <p>{words.noPasskeysHere}</p>}
    </>
  );
}
