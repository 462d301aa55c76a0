/** What both providers do: the values of the context, and the dialogs of a sign-in. */
import type { Auth } from '@rollcall/account';
import type { NewAgreements } from '../agreements/new-agreements-dialog.tsx';
import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { Phrases } from '../phrases/phrases.ts';
import { type Rollcall, RollcallContext, useProvided } from './provider.tsx';
import { problemOf } from '../problem/problem.ts';
import type { Entered } from '../session/entered.ts';
import { loadSigningIn } from '../session/load-signing-in.ts';
import { useAnotherPerson } from '../session/use-another-person.tsx';
import { useNewAgreements } from '../session/use-new-agreements.ts';
import { beginSignIn, endSignIn } from '../session/open-sign-in.ts';
import { useConversion } from '../session/use-conversion.ts';
import type { Session } from '../session/session.ts';
import { type DialogProps, useDialog } from './use-dialog.tsx';

export interface ProviderProps {
  readonly auth: Auth | undefined;
  readonly phrases: Phrases;
  readonly device?: (() => () => Promise<string>) | undefined;
  /** URL of the support contact, such as `mailto:help@school.example`: linked where people cannot get in by themselves. */
  readonly support?: string | undefined;
  /** Whether the server converts the sessions of an older site (ROLLCALL_CONVERT_COOKIE). @default false */
  readonly converts?: boolean | undefined;
  /** Whether the server can call people to tell them a code: it is offered where no text message came. @default false */
  readonly voice?: boolean | undefined;
  /** Called when somebody who signs in waits for a guardian, where the forms ask about age: stop recording how they use the pages. */
  readonly onAgeWaiting?: (() => void) | undefined;
  /**
   * Called instead of loading the page again, when another person is signed in than the one for whom it was drawn: draw everything
   * again, and call `acceptPerson`.
   */
  readonly onAnotherPerson?: (() => void) | undefined;
  readonly children: ReactNode;
}

type Loader = () => Promise<ComponentType<DialogProps<Entered>>>;

const isAgreements = (lacking: unknown): lacking is NewAgreements =>
  typeof lacking === 'object' && lacking !== null && 'agreements' in lacking;

const load = (lacking: unknown, age: Loader | undefined): Promise<ComponentType<DialogProps<Entered>>> =>
  typeof lacking === 'string' && age
    ? age()
    : problemOf(lacking).name === 'SecondFactorRequired'
      ? import('../second-factor/second-step-dialog.tsx').then(part => part.SecondStepDialog)
      : loadSigningIn().then(part => (isAgreements(lacking) ? part.NewAgreementsDialog : part.EnrolDialog));

/** @param props.age loads the dialog with the questions about age; undefined: the forms that sign in do not ask */
export function ContextProvider(
  props: ProviderProps & Pick<Rollcall, 'prove'> & { readonly age: Loader | undefined },
) {
  const { auth, phrases, device, support, prove, converts = false, voice = false, children } = props;
  const { age, onAgeWaiting, onAnotherPerson } = props;
  const asksAge = age !== undefined;
  const own = useConversion(auth, converts);
  // A provider within another leaves the conversion, and another person, to that one.
  const outer = useProvided();
  const converting = !!outer?.converting || own;
  const notice = useAnotherPerson(outer ? undefined : auth, onAnotherPerson);
  const [dialog, ask] = useDialog(useCallback((lacking: unknown) => load(lacking, age), [age]));
  const [entries, count] = useReducer((begun: number, change: 1 | -1) => begun + change, 0);
  const entering = entries > 0;
  const countEntries = useCallback(
    (change: 1 | -1, whole = false) => {
      if (auth && change > 0) beginSignIn(auth);
      else if (auth) endSignIn(auth, whole);
      count(change);
      // what follows a sign-in comes while it is under way
      if (change > 0) loadSigningIn().catch(() => {});
    },
    [auth],
  );
  const { language } = phrases;
  const latest = useRef(language);
  useEffect(() => {
    latest.current = language;
  }, [language]);
  // the same function in another language: what follows a sign-in must not begin again
  const findNewAgreements = useCallback(
    () =>
      loadSigningIn().then(
        part => (auth ? part.newAgreements(auth, latest.current) : undefined),
        () => undefined,
      ),
    [auth],
  );
  const asksAgreements = useNewAgreements(outer ? undefined : auth, { find: findNewAgreements, ask });
  const newAgreements = !!outer?.newAgreements || asksAgreements;
  const subscribe = useCallback((changed: () => void) => auth?.onChange(changed) ?? (() => {}), [auth]);
  // here, and not where it is used: each component would read the cookies several times
  const session = useSyncExternalStore<Session>(
    subscribe,
    () =>
      auth?.signedIn() && !entering
        ? newAgreements
          ? 'unknown'
          : 'in'
        : auth && !converting
          ? 'out'
          : 'unknown',
    () => 'unknown',
  );
  const value = useMemo(
    () => ({
      auth,
      phrases,
      device,
      support,
      voice,
      prove,
      ask,
      asksAge,
      onAgeWaiting,
      session,
      newAgreements,
      countEntries,
      findNewAgreements,
      converting,
    }),
    [
      auth,
      phrases,
      device,
      support,
      voice,
      prove,
      ask,
      asksAge,
      onAgeWaiting,
      session,
      newAgreements,
      countEntries,
      findNewAgreements,
      converting,
    ],
  );
  return (
    <RollcallContext.Provider value={value}>
      {children}
      {dialog}
      {notice}
    </RollcallContext.Provider>
  );
}
