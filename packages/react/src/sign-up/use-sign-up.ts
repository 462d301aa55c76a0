/** Signing up by phone: the flow's state. Draws nothing. */
import { registerByPhone, sendRegisterCaptcha } from '@rollcall/account';
import { useState } from 'react';
import { type Agreements, NONE_NAMED, useAgreements } from '../agreements/use-agreements.ts';
import { codeDigits } from '../fields/code-digits.ts';
import { passwordMistake, phoneMistake } from '../forms/rules.ts';
import { normalisePhone } from '../fields/phone.ts';
import { fieldOf, type Problem, type Problems } from '../problem/problem.ts';
import { type CodeSender, useCodeSender } from '../forms/use-code-sender.ts';
import { type FormFields, useFormFields } from '../forms/use-form-fields.ts';
import { type Task, useTask } from '../task/use-task.ts';
import { rememberSignInMethod } from '../session/last-sign-in-method.ts';
import { useAuth } from '../provider/provider.tsx';

export type SignUpField = 'phone_number' | 'captcha' | 'password';
/** The agreement tick is no text field, but a problem can stand beside it. */
export type SignUpPlace = SignUpField | 'agreement_ids';
const PLACES = ['phone_number', 'captcha', 'password', 'agreement_ids'] as const;
const INITIAL = { phone_number: '', captcha: '', password: '' } as const;
const SECRETS = ['captcha', 'password'] as const;

/**
 * States: typing (`task.phase` is `idle`, `problems` and `problem` tell what is wrong), working (`busy`, after three
 * seconds `slow`), `done`. Sending a code and loading the agreements have phases of their own, in `code.task` and
 * `agreements.task`.
 */
export interface SignUpFlow {
  readonly fields: FormFields<SignUpField>;
  readonly code: CodeSender;
  readonly sendCode: () => void;
  readonly agreements: Agreements;
  readonly task: Task;
  readonly problems: Problems<SignUpPlace>;
  readonly problem: Problem | undefined;
  /** Gives the place of the first mistake, where there is one. */
  readonly submit: () => SignUpPlace | undefined;
  readonly done: boolean;
}

/** `onSignedUp` is called once, when the account is there and its tokens are stored. */
export function useSignUp(options: { onSignedUp?: (() => void) | undefined } = {}): SignUpFlow {
  const auth = useAuth();
  const [problems, setProblems] = useState<Problems<SignUpPlace>>({});
  const [done, setDone] = useState(false);
  const agreements = useAgreements('in-force');

  const fields = useFormFields<SignUpField>({
    initial: INITIAL,
    secrets: SECRETS,
    draft: 'sign-up',
    onEdit: (name, value) => {
      setProblems(now => ({ ...now, [name]: undefined }));
      task.clear();
      code.task.clear();
      if (name !== 'captcha') return;
      const figures = codeDigits(value);
      fields.set('captcha', figures);
      if (figures.length !== 6) return;
      // the code is the last thing that was missing: done; else on to what is still empty
      if (!passwordMistake(fields.read().password) && accepted) submit();
      else if (fields.read().password === '') fields.focus('password');
    },
  });
  const accepted = agreements.accepted || agreements.list?.length === 0;

  const show = (found: Problem) => {
    const place = fieldOf(found, PLACES);
    if (!place) return;
    setProblems(now => ({ ...now, [place]: found }));
    if (place !== 'agreement_ids') fields.focus(place, found.name === 'CaptchaMismatch' ? 'all' : undefined);
  };
  const task = useTask(show);
  const code = useCodeSender({
    purpose: 'register',
    address: normalisePhone(fields.values.phone_number),
    ask: (phone_number, call) => sendRegisterCaptcha(auth(), { phone_number }, call),
    onSent: () => fields.focus('captcha'),
    onProblem: show,
  });

  const sendCode = () => {
    const { phone_number } = fields.read();
    const wrong = phoneMistake(phone_number);
    setProblems(now => ({ ...now, phone_number: wrong, captcha: undefined }));
    if (wrong) fields.focus('phone_number');
    else code.send(normalisePhone(phone_number));
  };

  const submit = (): SignUpPlace | undefined => {
    if (done) return undefined;
    const typed = fields.read();
    const phone_number = normalisePhone(typed.phone_number);
    const captcha = codeDigits(typed.captcha);
    const found: { -readonly [P in SignUpPlace]?: Problem | undefined } = {};
    found.phone_number = phoneMistake(typed.phone_number);
    if (captcha.length !== 6)
      found.captcha = { name: code.sentTo || found.phone_number ? 'CodeMissing' : 'CodeNotSent' };
    found.password = passwordMistake(typed.password);
    if (!accepted) found.agreement_ids = { name: 'AgreementsUnsigned' };
    setProblems(found);
    code.task.clear();
    const first = PLACES.find(place => found[place]);
    if (first) {
      if (first !== 'agreement_ids') fields.focus(first);
      return first;
    }
    const ids = (agreements.list ?? []).map(agreement => agreement.id);
    task.run(async signal => {
      await registerByPhone(
        auth(),
        { phone_number, captcha, password: typed.password, agreement_ids: ids.length > 0 ? ids : NONE_NAMED },
        { signal },
      );
      rememberSignInMethod('code');
      fields.forget();
      setDone(true);
      options.onSignedUp?.();
    });
    return undefined;
  };

  const beside = Object.values(problems);
  return {
    fields,
    code,
    sendCode,
    agreements: {
      ...agreements,
      accept: now => {
        agreements.accept(now);
        setProblems(before => ({ ...before, agreement_ids: undefined }));
      },
    },
    task,
    problems,
    problem: [task.problem, code.task.problem].find(one => one && !beside.includes(one)),
    submit,
    done,
  };
}
