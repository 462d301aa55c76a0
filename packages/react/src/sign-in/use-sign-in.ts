/** Signing in by a code, which also enrols unless told otherwise, or by a password: the flow's state. Draws nothing. */
import { identityFrom } from '@rollcall/contract';
import { type IdentityKind, identityKind } from '@rollcall/ui';
import {
  loginByAccount,
  loginByPhone,
  loginSecurely,
  loginSilently,
  sendLoginCaptcha,
  sendSilentLoginCaptcha,
} from '@rollcall/account';
import { useState } from 'react';
import { code, phoneNumber, presentPassword } from '../forms/rules.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { useGuarded } from '../human-verification/use-guarded.ts';
import type { ProblemName } from '../problem/problem.ts';
import { useAuth } from '../provider/provider.tsx';
import { useSecondStep } from '../session/use-second-step.ts';
import { rememberSignInMethod, type SignInMethod } from '../session/last-sign-in-method.ts';
import { useLastSignInMethod } from '../session/use-last-sign-in-method.ts';

/** The methods of this form. */
export type FormMethod = 'code' | 'password';
export type SignInField = 'identity' | 'captcha' | 'password';

/** The form of signing in. */
export interface SignInFlow extends Form<SignInField> {
  /** What the person seems to be typing as their identity. */
  readonly kind: IdentityKind;
  /** The method in use: the chosen one, unless the identity takes only a password. */
  readonly method: FormMethod;
  readonly chooseMethod: (method: FormMethod) => void;
  /** Whether the identity that is typed can be sent a code. */
  readonly codePossible: boolean;
  /** The method that was last used on this device. */
  readonly lastMethod: SignInMethod | undefined;
  /** Whether the person is signed in. */
  readonly done: boolean;
}

/** A refusal of the number is a problem of the identity here. */
const PLACES = {
  InvalidPhoneNumber: 'identity',
  EnrolmentRequired: 'identity',
  PhoneUnregistered: 'identity',
} as const;
const takesCode = (kind: IdentityKind) => kind === 'phone' || kind === 'empty';

/**
 * Holds the state of `SignIn`; draws nothing.
 *
 * @param options.onSignedIn called once, when the tokens are stored
 * @param options.only the one method that is offered; absent: both
 * @param options.start the method that is open at first; absent: the one last used on this device
 * @param options.enrol whether a number without an account gets one by its code; true by default
 * @example const { method } = useSignIn({ onSignedIn: close });
 * @see `docs/react.md`
 */
export function useSignIn(
  options: {
    onSignedIn?: (() => void) | undefined;
    only?: FormMethod | undefined;
    start?: FormMethod | undefined;
    enrol?: boolean | undefined;
  } = {},
): SignInFlow {
  const auth = useAuth();
  const { enrol = true } = options;
  const guarded = useGuarded();
  const secondStep = useSecondStep();
  const lastMethod = useLastSignInMethod();
  const [pressed, setPressed] = useState<FormMethod>();
  const chosen = pressed ?? options.start ?? (lastMethod === 'password' ? lastMethod : 'code');
  const methodFor = (identity: string): FormMethod =>
    options.only ?? (takesCode(identityKind(identity)) ? chosen : 'password');
  const phoneMistake = (identity = ''): ProblemName | undefined => phoneNumber.check?.(identity, {});
  const [done, setDone] = useState(false);

  const form = useForm<SignInField>({
    rules: {
      identity: {
        normalise: identityFrom,
        check: identity =>
          methodFor(identity) === 'code'
            ? phoneMistake(identity)
            : identity === ''
              ? 'IdentityMissing'
              : undefined,
      },
      captcha: {
        ...code,
        check: (captcha, { identity = '' }) =>
          methodFor(identity) === 'code' && !phoneMistake(identity) ? code.check?.(captcha, {}) : undefined,
      },
      password: {
        ...presentPassword,
        check: (password, { identity = '' }) =>
          methodFor(identity) === 'password' ? presentPassword.check?.(password, {}) : undefined,
      },
    },
    draft: 'sign-in',
    identifier: 'identity',
    problemPlaces: PLACES,
    code: {
      purpose: enrol ? 'silence' : 'login',
      to: 'identity',
      ask: (phone_number, call) =>
        (enrol ? sendSilentLoginCaptcha : sendLoginCaptcha)(auth(), { phone_number }, call),
    },
    submit: async ({ identity, captcha, password }, signal, waitForUser) => {
      const method = methodFor(identity);
      const login =
        method === 'code'
          ? enrol
            ? loginSilently(auth(), { phone_number: identity, captcha }, { signal, enrol: 'ask' })
            : loginByPhone(auth(), { phone_number: identity, captcha }, { signal })
          : guarded({ scene: 'security', identity, signal, waitForUser }, call =>
              (call.captcha ? loginSecurely : loginByAccount)(auth(), { identity, password }, call),
            );
      await secondStep(login, waitForUser);
      rememberSignInMethod(method, auth());
      setDone(true);
      options.onSignedIn?.();
    },
  });

  const kind = identityKind(form.fields.values.identity);
  return {
    ...form,
    kind,
    method: methodFor(form.fields.values.identity),
    chooseMethod: next => {
      setPressed(next);
      form.clearProblems();
    },
    codePossible: takesCode(kind),
    lastMethod,
    done,
  };
}
