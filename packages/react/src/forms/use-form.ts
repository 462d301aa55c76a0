/**
 * One small form from the first key to the answer: its fields, a code where one is asked for, the mistakes, the work.
 * A form says what it consists of; how a form behaves stands here once.
 */
import type { CallOptions } from '@rollcall/account';
import type { Purpose, Sent } from '@rollcall/contract';
import { useState } from 'react';
import { codeDigits } from '../fields/code-digits.ts';
import { isPhone, normalisePhone } from '../fields/phone.ts';
import { fieldOf, type Problem, type ProblemName, type Problems } from '../problem/problem.ts';
import { type CodeSender, useCodeSender } from './use-code-sender.ts';
import { type FieldBinding, type FormFields, useFormFields } from './use-form-fields.ts';
import { type Task, useTask } from '../task/use-task.ts';

export type Typed<N extends string> = Readonly<Record<N, string>>;

/** How a form sends a code, once its address and the fields in `needs` are right. */
export interface CodeOfForm<N extends string> {
  /** What the call `sends`: see `useCodeSender`. */
  readonly purpose: Purpose;
  /** Where it is sent: the field, and the address in what is typed there ('': none). Default: the number in `phone_number`. */
  readonly to?: { readonly field: NoInfer<N>; readonly read: (typed: string) => string };
  readonly needs?: readonly NoInfer<N>[];
  readonly ask: (address: string, options: CallOptions, typed: Typed<N>) => Promise<Sent>;
}

export interface FormOptions<N extends string, X extends string> {
  readonly initial: Typed<N>;
  /** Under what name the draft is kept; undefined: not at all. */
  readonly draft?: string;
  readonly secrets?: readonly NoInfer<N>[];
  /** Every place where a problem can stand, fields and others, in the form's order. */
  readonly places: readonly (NoInfer<N> | X)[];
  /** Where problems stand in this form, over what `fieldOf` says. */
  readonly beside?: Partial<Record<ProblemName, NoInfer<N> | NoInfer<X>>>;
  /** Every mistake that can be found before anything is sent. */
  readonly check: (typed: Typed<N>) => Problems<NoInfer<N> | NoInfer<X>>;
  readonly work: (typed: Typed<N>, signal: AbortSignal) => Promise<void>;
  readonly code?: CodeOfForm<N>;
}

export interface Form<N extends string, X extends string = never> {
  readonly fields: FormFields<N>;
  readonly code: CodeSender;
  readonly sendCode: () => void;
  readonly task: Task;
  readonly problems: Problems<N | X>;
  /** The whole form's problem. */
  readonly problem: Problem | undefined;
  /** What a control and its frame are given. */
  readonly of: (name: N) => { field: FieldBinding; problem: Problem | undefined };
  /** Takes the problem at a place away. */
  readonly forgive: (place: N | X) => void;
  /** Gives the place of the first mistake, where there is one; a field has the focus then. */
  readonly submit: () => N | X | undefined;
  /** Does again what failed. */
  readonly again: () => void;
}

/** The number that is typed, where it is one. */
const NUMBER = {
  field: 'phone_number',
  read: (typed: string): string => {
    const number = normalisePhone(typed);
    return isPhone(number) ? number : '';
  },
} as const;

const never = () => Promise.reject(new Error('This form sends no code.'));
const isField = <N extends string>(initial: Typed<N>, place: string): place is N => place in initial;

/** Holds the state of one form; draws nothing. */
export function useForm<N extends string, X extends string = never>(options: FormOptions<N, X>): Form<N, X> {
  const { places } = options;
  const [problems, setProblems] = useState<Problems<N | X>>({});
  const forgive = (place: N | X) => setProblems(now => ({ ...now, [place]: undefined }));

  const fields = useFormFields<N>({
    initial: options.initial,
    draft: options.draft,
    ...(options.secrets ? { secrets: options.secrets } : {}),
    onEdit: (name, value) => {
      forgive(name);
      task.clear();
      code.task.clear();
      if (name !== 'captcha') return;
      const figures = codeDigits(value);
      fields.set(name, figures);
      if (figures.length !== 6) return;
      // the code is the last thing that was missing: done; else on to what is still empty
      const found = options.check(fields.read());
      const first = places.find(place => found[place]);
      if (!first) submit();
      else if (isField(options.initial, first) && fields.read()[first] === '') fields.focus(first);
    },
  });

  const go = (place: N | X, all?: 'all') => {
    if (isField(options.initial, place)) fields.focus(place, all);
  };
  const show = (found: Problem) => {
    const place = options.beside?.[found.name] ?? fieldOf(found, places);
    if (!place) return;
    setProblems(now => ({ ...now, [place]: found }));
    go(place, found.name === 'CaptchaMismatch' ? 'all' : undefined);
  };
  const task = useTask(show);
  const to = options.code?.to ?? NUMBER;
  const address = (typed: Readonly<Record<string, string>>) => to.read(typed[to.field] ?? '');
  const code = useCodeSender({
    purpose: options.code?.purpose ?? 'none',
    address: address(fields.values),
    ask: (at, call) => options.code?.ask(at, call, fields.read()) ?? never(),
    onSent: () => {
      const captcha: string = 'captcha';
      if (isField(options.initial, captcha)) fields.focus(captcha);
    },
    onProblem: show,
  });

  const sendCode = () => {
    const typed = fields.read();
    const all = options.check(typed);
    const needed: readonly string[] = [to.field, ...(options.code?.needs ?? [])];
    const wrong = places.filter(place => needed.includes(place) && all[place]);
    const found: { -readonly [P in N | X]?: Problem | undefined } = {};
    for (const place of wrong) found[place] = all[place];
    setProblems(found);
    task.clear();
    const [first] = wrong;
    if (first) go(first);
    else if (address(typed) !== '') code.send(address(typed));
  };

  const submit = (): N | X | undefined => {
    const typed = fields.read();
    const found: { -readonly [P in N | X]?: Problem | undefined } = { ...options.check(typed) };
    for (const place of places) {
      // until a code was sent there is none to type
      if (found[place]?.name === 'CodeMissing' && !code.sentTo && address(typed) !== '')
        found[place] = { name: 'CodeNotSent' };
    }
    setProblems(found);
    code.task.clear();
    const first = places.find(place => found[place]);
    if (first) {
      go(first);
      return first;
    }
    task.run(async signal => {
      await options.work(typed, signal);
      fields.forget();
    });
    return undefined;
  };

  // a problem that stands beside a field is not said twice
  const beside = Object.values<Problem | undefined>(problems);
  return {
    fields,
    code,
    sendCode,
    task,
    problems,
    problem: [task.problem, code.task.problem].find(one => one && !beside.includes(one)),
    of: name => ({ field: fields.bind(name), problem: problems[name] }),
    forgive,
    submit,
    again: () => void (code.task.problem ? sendCode() : submit()),
  };
}
