/** Signing in by a code or by a password: the flow's state. Draws nothing. */
import { loginByAccount, loginByPhone, loginSecurely, sendLoginCaptcha } from '@rollcall/account';
import { useState, useSyncExternalStore } from 'react';
import { codeDigits } from '../fields/code-digits.ts';
import { phoneMistake } from '../forms/rules.ts';
import { type IdentityKind, identityKind, normaliseIdentity } from '../fields/phone.ts';
import { fieldOf, type Problem, type Problems } from '../problem/problem.ts';
import { type CodeSender, useCodeSender } from '../forms/use-code-sender.ts';
import { type FormFields, useFormFields } from '../forms/use-form-fields.ts';
import { type Task, useTask } from '../task/use-task.ts';
import { useGuarded } from '../human-verification/use-guarded.ts';
import { rememberSignInMethod, lastSignInMethod, type SignInMethod } from '../session/last-sign-in-method.ts';
import { useAuth } from '../provider/provider.tsx';

/** The ways that this form knows. */
export type FormMethod = 'code' | 'password';
export type SignInField = 'identity' | 'captcha' | 'password';
const INITIAL = { identity: '', captcha: '', password: '' } as const;
const SECRETS = ['captcha', 'password'] as const;

/**
 * States: typing (`task.phase` is `idle`, `problems` and `problem` tell what is wrong), working (`busy`, after three
 * seconds `slow`), `done`. Sending a code has phases of its own, in `code.task`.
 */
export interface SignInFlow {
  readonly fields: FormFields<SignInField>;
  /** What the person seems to be typing. */
  readonly kind: IdentityKind;
  /** How it will be done: what was chosen, unless the identity takes only a password. */
  readonly way: FormMethod;
  readonly chooseWay: (way: FormMethod) => void;
  /** Whether the identity that is typed can be sent a code. */
  readonly codePossible: boolean;
  readonly lastSignInMethod: SignInMethod | undefined;
  readonly code: CodeSender;
  readonly sendCode: () => void;
  readonly task: Task;
  readonly problems: Problems<SignInField>;
  /** The whole form's problem. */
  readonly problem: Problem | undefined;
  readonly submit: () => void;
  readonly done: boolean;
}

const never = () => () => {};

/** `onSignedIn` is called once, when the tokens are stored. */
export function useSignIn(options: { onSignedIn?: (() => void) | undefined } = {}): SignInFlow {
  const auth = useAuth();
  const guarded = useGuarded();
  const [problems, setProblems] = useState<Problems<SignInField>>({});
  const last = useSyncExternalStore(never, lastSignInMethod, () => undefined);
  const [pressed, setPressed] = useState<FormMethod>();
  const chosen = pressed ?? (last === 'password' ? last : 'code');
  const [done, setDone] = useState(false);

  const fields = useFormFields<SignInField>({
    initial: INITIAL,
    secrets: SECRETS,
    draft: 'sign-in',
    onEdit: (name, value) => {
      setProblems(now => ({ ...now, [name]: undefined }));
      task.clear();
      code.task.clear();
      if (name !== 'captcha') return;
      const figures = codeDigits(value);
      fields.set('captcha', figures);
      if (figures.length === 6) submit();
    },
  });

  const kind = identityKind(fields.values.identity);
  const codePossible = kind === 'phone' || kind === 'empty';
  const way = codePossible ? chosen : 'password';
  const address = normaliseIdentity(fields.values.identity);

  const show = (found: Problem) => {
    const stands = fieldOf(found, ['captcha', 'password'] as const);
    const field =
      stands ??
      (found.name === 'InvalidPhoneNumber' || found.name.startsWith('Phone') ? 'identity' : undefined);
    if (!field) return;
    setProblems(now => ({ ...now, [field]: found }));
    fields.focus(field, found.name === 'CaptchaMismatch' ? 'all' : undefined);
  };
  const task = useTask(show);
  const code = useCodeSender({
    purpose: 'login',
    address,
    ask: (phone_number, call) => sendLoginCaptcha(auth(), { phone_number }, call),
    onSent: () => fields.focus('captcha'),
    onProblem: show,
  });

  const refuse = (found: Problems<SignInField>): boolean => {
    setProblems(found);
    code.task.clear();
    const first = (['identity', 'captcha', 'password'] as const).find(name => found[name]);
    if (first) fields.focus(first);
    return first !== undefined;
  };

  const finish = (used: FormMethod) => {
    rememberSignInMethod(used);
    fields.forget();
    setDone(true);
    options.onSignedIn?.();
  };

  const submit = () => {
    if (done) return;
    const typed = fields.read();
    const identity = normaliseIdentity(typed.identity);
    const by = identityKind(typed.identity) === 'phone' || typed.identity.trim() === '' ? chosen : 'password';
    if (by === 'code') {
      const captcha = codeDigits(typed.captcha);
      const wrong = phoneMistake(typed.identity);
      const missing = { name: code.sentTo ? 'CodeMissing' : 'CodeNotSent' } as const;
      if (refuse({ identity: wrong, captcha: wrong || captcha.length === 6 ? undefined : missing })) return;
      task.run(async signal => {
        await loginByPhone(auth(), { phone_number: identity, captcha }, { signal });
        finish('code');
      });
      return;
    }
    const found: { -readonly [N in SignInField]?: Problem } = {};
    if (identity === '') found.identity = { name: 'IdentityMissing' };
    if (typed.password === '') found.password = { name: 'PasswordMissing' };
    if (refuse(found)) return;
    task.run(async (signal, waitForUser) => {
      await guarded({ scene: 'security', identity, signal, waitForUser }, call => {
        const login = call.captcha ? loginSecurely : loginByAccount;
        return login(auth(), { identity, password: typed.password }, call);
      });
      finish('password');
    });
  };

  const sendCode = () => {
    const { identity } = fields.read();
    if (!refuse({ identity: phoneMistake(identity) })) code.send(normaliseIdentity(identity));
  };

  // a problem that stands beside a field is not said twice
  const beside = Object.values(problems);
  const general = [task.problem, code.task.problem].find(one => one && !beside.includes(one));

  return {
    fields,
    kind,
    way,
    chooseWay: next => {
      setPressed(next);
      setProblems({});
      task.clear();
      code.task.clear();
    },
    codePossible,
    lastSignInMethod: last,
    code,
    sendCode,
    task,
    problems,
    problem: general,
    submit,
    done,
  };
}
