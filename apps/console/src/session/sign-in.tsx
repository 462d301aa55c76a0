/** `/console/sign-in`: signs an operator in, or points to the first-run link. */
import { codeFrom } from '@rollcall/contract';
import { createRoute, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { BodyOf, ConsoleCalls } from '../client/calls.ts';
import { Refused, refusedOf } from '../client/refused.ts';
import { searchParams, text } from '../search-params/search-params.ts';
import { SubmitButton } from '../parts/buttons.tsx';
import formCss from '../parts/form.module.css';
import noticeCss from '../parts/notice.module.css';
import textCss from '../parts/text.module.css';
import { TextField, textIn } from '../parts/text-field.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useTask } from '../parts/task.ts';
import { ViewError } from '../shell/states.tsx';
import { rootRoute } from '../shell/root.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { EntryLayout } from './entry-layout.tsx';
import { returnAddress } from './return-address.ts';
import { type SecondStep, SecondStepForm, secondStepOf } from './second-step.tsx';
import { sessionWords } from './words.ts';

const searchSchema = searchParams({ to: text('', 2_000) });

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/sign-in',
  ...searchSchema.route,
  loader: ({ context, abortController }) =>
    context.client.call('getConsoleState', {}, abortController.signal),
  errorComponent: ViewError,
  component: SignIn,
});

/** The proof that was typed beside the password; undefined: none. */
const proofFrom = (typed: string): BodyOf<ConsoleCalls['signInOperator']>['proof'] => {
  const text = typed.normalize('NFKC').trim();
  if (text === '') return undefined;
  const code = codeFrom(text);
  // A recovery code has letters, or is longer.
  return /^[\d -]{6,8}$/.test(text) && /^\d{6}$/.test(code)
    ? { method: 'totp', code }
    : { method: 'recovery_code', code: text };
};

function SignIn() {
  const { to } = signInRoute.useSearch();
  const { first_run } = signInRoute.useLoaderData();
  const { currentOperator } = signInRoute.useRouteContext();
  const { client } = useConsoleContext();
  const words = useWords(sessionWords);
  const router = useRouter();
  const task = useTask();
  const form = useRef<HTMLFormElement>(null);
  const [step, setStep] = useState<SecondStep>();
  /** Whether a code can be typed beside the password: others' wrong passwords keep this browser out. */
  const [both, setBoth] = useState(false);
  const [missing, setMissing] = useState<{ name?: boolean; password?: boolean }>({});
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const enter = () => {
    // The console asks who it is, and whether a second factor has to be set up first.
    currentOperator.clear();
    router.history.push(returnAddress(to));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const name = textIn(typed, 'name');
    const password = String(typed.get('password') ?? '');
    setMissing({ name: name === '', password: password === '' });
    const focus = (field: string) =>
      form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
    if (name === '' || password === '') {
      focus(name === '' ? 'name' : 'password');
      return;
    }
    const proof = proofFrom(String(typed.get('code') ?? ''));
    task.run(async signal => {
      try {
        const body = { name, password, ...(proof ? { proof } : {}) };
        await client.call('signInOperator', { body }, signal);
      } catch (thrown) {
        const { name: why } = refusedOf(thrown);
        if (why === 'TooManyAttempts') setBoth(true);
        if (proof && why === 'WrongCredentials') throw new Refused('WrongTogether');
        const next = secondStepOf(thrown);
        if (!next) throw thrown;
        setStep(next);
        return;
      }
      enter();
    });
  };
  if (step)
    return <SecondStepForm step={step} onDone={async () => enter()} onBack={() => setStep(undefined)} />;
  if (first_run)
    return (
      <EntryLayout title={words.firstRunNeeded} lead={words.firstRunHow}>
        <p className={noticeCss.info}>
          <code className={textCss.code}>/console/first-run#…</code>
        </p>
      </EntryLayout>
    );
  return (
    <EntryLayout title={words.signIn} lead={words.signInLead}>
      <form ref={form} className={formCss.form} onSubmit={submit} method="post" noValidate>
        <TextField
          label={words.name}
          error={missing.name ? words.nameError : undefined}
          name="name"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          onInput={() => setMissing({})}
        />
        <PasswordField
          label={words.password}
          name="password"
          use="current"
          error={missing.password ? words.passwordMissing : undefined}
          onEdit={() => setMissing({})}
        />
        {both ? (
          <TextField
            label={words.codeToo}
            rule={words.codeTooRule}
            optional
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={254}
          />
        ) : null}
        <ErrorMessage problem={task.problem} />
        <div className={formCss.foot}>
          <SubmitButton task={task} label={words.signIn} busy={words.signingIn} />
        </div>
      </form>
    </EntryLayout>
  );
}
