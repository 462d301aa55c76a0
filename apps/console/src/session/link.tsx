/** Pages of the one-use links: `/console/first-run`, `/console/invitation`, `/console/password`; the token is the hash. */
import { createRoute, type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { refusedOf } from '../client/refused.ts';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useTask } from '../parts/task.ts';
import { type RouterContext, rootRoute } from '../shell/root.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { EntryLayout } from './entry-layout.tsx';
import { schoolOf, wantsSample } from '../settings/school.ts';
import { type NewPassword, NewPasswordForm } from './new-password.tsx';
import { type SecondStep, SecondStepForm, secondStepOf } from './second-step.tsx';
import { sessionWords } from './words.ts';

/** The first run is once: no other visit loads them, and the admin can be made without them. */
const SchoolFields = lazy(() =>
  import('../settings/school-fields.tsx').catch(() => ({ default: () => <></> })),
);

const SampleChoice = lazy(() =>
  import('../settings/sample-choice.tsx').catch(() => ({ default: () => <></> })),
);

const LINK_TOKEN = /^[\w-]{43}$/;

const load = async ({
  context,
  location,
  abortController,
}: {
  context: RouterContext;
  location: { hash: string };
  abortController: AbortController;
}) => {
  const token = location.hash.replace(/^#/, '');
  if (!LINK_TOKEN.test(token)) return { token: '', about: undefined };
  return {
    token,
    about: await context.client.call('lookAtInvitation', { body: { token } }, abortController.signal),
  };
};

const shared = {
  getParentRoute: () => rootRoute,
  loader: load,
  // a link can be used up at any time, so it is never cached
  gcTime: 0,
  errorComponent: LinkFailed,
};
export const firstRunRoute = createRoute({
  ...shared,
  path: '/console/first-run',
  component: () => <OneUseLink {...firstRunRoute.useLoaderData()} />,
});
export const invitationRoute = createRoute({
  ...shared,
  path: '/console/invitation',
  component: () => <OneUseLink {...invitationRoute.useLoaderData()} />,
});
export const passwordRoute = createRoute({
  ...shared,
  path: '/console/password',
  component: () => <OneUseLink {...passwordRoute.useLoaderData()} />,
});

function LinkFailed({ error }: ErrorComponentProps) {
  const words = useWords(sessionWords);
  const router = useRouter();
  return (
    <EntryLayout title={words.invitation}>
      <ErrorMessage problem={refusedOf(error)} onRetry={() => void router.invalidate()} />
      <p>
        <Link to="/console/sign-in">{words.toSignIn}</Link>
      </p>
    </EntryLayout>
  );
}

function OneUseLink({ token, about }: Awaited<ReturnType<typeof load>>) {
  const words = useWords(sessionWords);
  const { client } = useConsoleContext();
  const { currentOperator } = rootRoute.useRouteContext();
  const router = useRouter();
  const task = useTask();
  const [step, setStep] = useState<SecondStep>();
  if (!about)
    return (
      <EntryLayout title={words.noToken} lead={words.noTokenWhat}>
        <p>
          <Link to="/console/sign-in">{words.toSignIn}</Link>
        </p>
      </EntryLayout>
    );
  const enter = async () => {
    currentOperator.clear();
    // removes the used link from the address and the history
    await router.navigate({ to: '/console', replace: true, hash: '' });
  };
  const send = ({ name, password }: NewPassword, data: FormData) =>
    task.run(async signal => {
      try {
        await (about.kind === 'first-run'
          ? client.call(
              'createFirstOperator',
              { body: { token, name, password, school: schoolOf(data), sample: wantsSample(data) } },
              signal,
            )
          : about.kind === 'invitation'
            ? client.call('acceptInvitation', { body: { token, name, password } }, signal)
            : client.call('setOperatorPassword', { body: { token, password } }, signal));
      } catch (thrown) {
        const next = secondStepOf(thrown);
        if (!next) throw thrown;
        setStep(next);
        return;
      }
      await enter();
    });
  if (step)
    return (
      <SecondStepForm
        step={step}
        onDone={enter}
        onBack={() => void router.navigate({ to: '/console/sign-in', search: { to: '' }, hash: '' })}
      />
    );
  const first = about.kind === 'first-run';
  const title = first
    ? words.firstRun
    : about.kind === 'invitation'
      ? words.invitation
      : words.newPasswordFor(about.name ?? '');
  const lead = first
    ? words.firstRunLead
    : about.kind === 'invitation'
      ? `${words.invitationLead(about.invited_by, words.roles[about.role])} ${words.roleWhat[about.role]}`
      : undefined;
  return (
    <EntryLayout title={title} lead={lead}>
      <NewPasswordForm
        extraField={about.kind === 'password' ? 'none' : 'name'}
        known={about.name ?? ''}
        task={task}
        label={about.kind === 'password' ? words.setPassword : words.create}
        busy={words.creating}
        first
        send={send}
        more={
          about.asks.length > 0 || about.sample ? (
            <Suspense>
              {about.asks.length > 0 ? <SchoolFields asks={about.asks} problem={task.problem} /> : null}
              <SampleChoice offered={about.sample} />
            </Suspense>
          ) : null
        }
      />
    </EntryLayout>
  );
}
