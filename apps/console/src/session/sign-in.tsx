/** `/console/sign-in` */
import { createRoute, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { addressOf, text } from '../address/codec.ts';
import { Submit } from '../parts/buttons.tsx';
import css from '../parts/console-parts.module.css';
import { Field, PasswordField } from '../parts/field.tsx';
import { Told } from '../parts/told.tsx';
import { useWork } from '../parts/work.ts';
import { Failed } from '../shell/states.tsx';
import { rootRoute } from '../shell/root.ts';
import { useSurroundings, useWords } from '../surroundings.ts';
import { Door } from './door.tsx';
import { sessionWords } from './words.ts';

const address = addressOf({ to: text('', 2_000) });

/** Only back into the console. */
const safe = (to: string): string =>
  /^\/console(?:[/?][^\\]*)?$/.test(to) && !to.startsWith('/console/sign-in') ? to : '/console';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/sign-in',
  ...address.route,
  loader: ({ context, abortController }) => context.client.ask('getConsoleState', {}, abortController.signal),
  errorComponent: Failed,
  component: SignIn,
});

function SignIn() {
  const { to } = signInRoute.useSearch();
  const { first_run } = signInRoute.useLoaderData();
  const { me } = signInRoute.useRouteContext();
  const { client } = useSurroundings();
  const words = useWords(sessionWords);
  const router = useRouter();
  const work = useWork();
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<{ name?: boolean; password?: boolean }>({});
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const name = String(typed.get('name') ?? '').trim();
    const password = String(typed.get('password') ?? '');
    setMissing({ name: name === '', password: password === '' });
    const focus = (field: string) =>
      form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
    if (name === '' || password === '') {
      focus(name === '' ? 'name' : 'password');
      return;
    }
    work.run(async signal => {
      me.set(await client.ask('signInOperator', { body: { name, password } }, signal));
      router.history.push(safe(to));
    });
  };
  if (first_run)
    return (
      <Door title={words.firstRunNeeded} lead={words.firstRunHow}>
        <p className={css.note}>
          <code className={css.figuresFont}>/console/first-run#…</code>
        </p>
      </Door>
    );
  return (
    <Door title={words.signIn} lead={words.signInLead}>
      <form ref={form} className={css.form} onSubmit={submit} method="post" noValidate>
        <Field label={words.name} mistake={missing.name ? words.nameMistake : undefined}>
          {control => (
            <input
              {...control}
              name="name"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              onInput={() => setMissing({})}
            />
          )}
        </Field>
        <PasswordField
          label={words.password}
          name="password"
          use="current"
          mistake={missing.password ? words.passwordMissing : undefined}
          onEdit={() => setMissing({})}
        />
        <Told refused={work.refused} />
        <div className={css.foot}>
          <Submit work={work} label={words.signIn} busy={words.signingIn} />
        </div>
      </form>
    </Door>
  );
}
