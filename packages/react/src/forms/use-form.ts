/**
 * The form engine: from the first key to the server's answer. A form names its fields, its code if it sends one, and the
 * call that it makes; checking, problems, focus, drafts and the state of the task are the same in every form.
 */
import { isPhone } from '@rollcall/ui';
import type { CallOptions } from '@rollcall/account';
import { codeFrom, type Purpose, type Sent } from '@rollcall/contract';
import { type RefCallback, useRef, useState } from 'react';
import { fieldOf, type Problem, type ProblemName, type Problems } from '../problem/problem.ts';
import { type Task, useTask, type WaitForUser } from '../task/use-task.ts';
import type { FieldRule } from './rules.ts';
import { type CodeSender, isCodeExpired, useCodeSender, type VoiceFields } from './use-code-sender.ts';
import type { FieldBinding } from '../fields/field-binding.ts';
import { type FormFields, useFormFields } from './use-form-fields.ts';

/** The values of a form's fields, normalised by their rules. */
export type FormValues<N extends string> = Readonly<Record<N, string>>;

/** How a form sends a code. */
export interface FormCode<N extends string> {
  /** What the row of the call in the contract `sends`. */
  readonly purpose: Purpose;
  /** The field with the number or address that it is sent to. @default 'phone_number' */
  readonly to?: NoInfer<N>;
  /** Other fields that must be right before a code is sent. @default none */
  readonly needs?: readonly NoInfer<N>[];
  readonly ask: (address: string, options: CallOptions, values: FormValues<N>) => Promise<Sent>;
  /** Further fields of the voice call for this purpose. @default none */
  readonly more?: (values: FormValues<N>) => VoiceFields;
}

export interface FormOptions<N extends string, X extends string = never> {
  /** The form's fields, in their order. */
  readonly rules: Readonly<Record<N, FieldRule>>;
  /** Checks of controls that hold no text, such as a checkbox; they follow the fields. @default none */
  readonly checks?: Readonly<Record<X, () => ProblemName | undefined>>;
  /** The name under which the draft is kept in this tab. Without it nothing is kept. */
  readonly draft?: string;
  /**
   * The field with the number or address of the person. What was typed there is carried over to the other forms of this
   * tab that take it. @default none
   */
  readonly identifier?: NoInfer<N>;
  /** The place of a refusal, where it is not the field that `fieldOf` finds. @default none */
  readonly problemPlaces?: Partial<Record<ProblemName, NoInfer<N> | NoInfer<X>>>;
  /** Names that say more precisely what a refusal means in this form. @default none */
  readonly problemNames?: Partial<Record<ProblemName, ProblemName>>;
  /** Without it the form sends no code. */
  readonly code?: FormCode<NoInfer<N>>;
  /** Makes the call, when no mistake was found. A rejection becomes a problem of the form or of one of its fields. */
  readonly submit: (
    values: FormValues<NoInfer<N>>,
    signal: AbortSignal,
    waitForUser: WaitForUser,
  ) => Promise<void>;
  /** Called when the person changes a field. */
  readonly onEdit?: (name: NoInfer<N>) => void;
}

/** `N` are the names of the fields, `X` those of the controls that hold no text. */
export interface Form<N extends string, X extends string = never> {
  readonly fields: FormFields<N>;
  readonly code: CodeSender;
  readonly sendCode: () => void;
  /** The state of `submit`. */
  readonly task: Task;
  /** The problems beside fields and other controls. */
  readonly problems: Problems<N | X>;
  /** The problem of the whole form. */
  readonly problem: Problem | undefined;
  /** The properties of a field's input component. */
  readonly inputProps: (name: N) => { readonly field: FieldBinding; readonly problem: Problem | undefined };
  /** The properties of a control that holds no text. */
  readonly controlProps: (name: X) => {
    readonly ref: RefCallback<HTMLElement>;
    readonly problem: Problem | undefined;
  };
  /** Removes the problem of one place, or without a name of all places, and that of the whole form. */
  readonly clearProblems: (place?: N | X) => void;
  /**
   * Checks, and sends what is right; the first mistake gets the focus.
   *
   * @param settled a control that was set right just now, which the state of the last rendering does not tell yet
   */
  readonly submit: (settled?: X) => void;
  /** Does again what failed: sends the code or submits. */
  readonly retry: () => void;
}

const noCode = () => Promise.reject(new Error('This form sends no code.'));

/**
 * Holds the state of one form; draws nothing.
 * @example const form = useForm({ rules: { school: {} }, submit: async ({ school }) => console.log(school) });
 * @see `docs/react.md`
 */
export function useForm<N extends string, X extends string = never>(options: FormOptions<N, X>): Form<N, X> {
  const { rules, checks, code: sends, identifier: who } = options;
  const names = Object.keys(rules) as N[];
  const places = [...names, ...(Object.keys(checks ?? {}) as X[])];
  const isField = (place: string): place is N => place in rules;
  const to = (sends?.to ?? 'phone_number') as N;
  const [problems, setProblems] = useState<Problems<N | X>>({});
  const controls = useRef(new Map<X, HTMLElement>());

  const normalised = (typed: Readonly<Record<N, string>>) =>
    Object.fromEntries(
      names.map(name => [name, rules[name].normalise?.(typed[name]) ?? typed[name]]),
    ) as Record<N, string>;
  const mistakeIn = (place: N | X, values: FormValues<N>): Problem | undefined => {
    const name = isField(place) ? rules[place].check?.(values[place], values) : checks?.[place]();
    return name && { name };
  };
  const focus = (place: N | X | undefined, selected?: 'selected') => {
    if (place === undefined) return;
    if (isField(place)) fields.focus(place, selected);
    else controls.current.get(place)?.focus();
  };
  const placeOf = (problem: Problem): N | X | undefined =>
    options.problemPlaces?.[problem.name] ?? fieldOf(problem, places);
  const named = (problem: Problem): Problem => ({
    ...problem,
    name:
      problem.name === 'CaptchaMismatch' &&
      sends &&
      isCodeExpired(sends.purpose, normalised(fields.read())[to])
        ? 'CodeExpired'
        : (options.problemNames?.[problem.name] ?? problem.name),
  });
  const showRefusal = (refusal: Problem) => {
    const place = placeOf(refusal);
    if (place === undefined) return;
    setProblems(now => ({ ...now, [place]: named(refusal) }));
    focus(place, place === 'captcha' ? 'selected' : undefined);
  };

  const fields = useFormFields<N>({
    initial: Object.fromEntries(names.map(name => [name, rules[name].initial ?? ''])) as Record<N, string>,
    secrets: names.filter(name => rules[name].secret),
    draft: options.draft,
    identifier: who && {
      name: who,
      accepts: typed => !rules[who].check?.(rules[who].normalise?.(typed) ?? typed, {}),
    },
    onEdit: (name, typed) => {
      clearProblems(name);
      options.onEdit?.(name);
      // a whole number stands as it is sent: the country code is drawn beside it already
      const sent = rules[name].normalise?.(typed) ?? '';
      if (isPhone(sent)) fields.set(name, sent);
      if (name === 'captcha') completeCode(name, codeFrom(typed));
    },
  });
  const task = useTask(showRefusal);
  /** Where a code would be sent; '' while the field is wrong. */
  const addressIn = (values: FormValues<N>) => (sends && !mistakeIn(to, values) ? values[to] : '');
  const code = useCodeSender({
    purpose: sends?.purpose ?? 'none',
    address: addressIn(normalised(fields.values)),
    ask: (address, call) => sends?.ask(address, call, normalised(fields.read())) ?? noCode(),
    more: () => sends?.more?.(normalised(fields.read())) ?? {},
    onSent: () => focus('captcha' as N),
    onProblem: showRefusal,
  });

  const clearProblems = (place?: N | X) => {
    setProblems(now => (place === undefined ? {} : { ...now, [place]: undefined }));
    task.clear();
    code.task.clear();
  };
  /** Shows every mistake in these places; gives the first place with one. */
  const showMistakes = (within: readonly (N | X)[], values: FormValues<N>): N | X | undefined => {
    const found: { -readonly [P in N | X]?: Problem | undefined } = {};
    for (const place of within) {
      const mistake = mistakeIn(place, values);
      // until a code was sent there is none to type
      const unsent = mistake?.name === 'CodeMissing' && !code.sentTo && addressIn(values) !== '';
      found[place] = unsent ? { name: 'CodeNotSent' } : mistake;
    }
    const wrong = within.filter(place => found[place]);
    const [first] = wrong;
    if (first !== undefined && wrong.length === 1 && !isField(first))
      found[first] = { ...(found[first] as Problem), only: true };
    setProblems(found);
    return first;
  };
  /** With its sixth digit the form is sent, if nothing else is missing; otherwise the next empty field gets the focus. */
  const completeCode = (name: N, digits: string) => {
    fields.set(name, digits);
    if (digits.length !== 6) return;
    const typed = fields.read();
    const first = places.find(place => mistakeIn(place, normalised(typed)));
    if (first === undefined) submit();
    else if (isField(first) && typed[first] === '') focus(first);
  };

  const sendCode = () => {
    const values = normalised(fields.read());
    const needed: readonly string[] = [to, ...(sends?.needs ?? [])];
    task.clear();
    const first = showMistakes(
      places.filter(place => needed.includes(place)),
      values,
    );
    if (first !== undefined) focus(first);
    else code.send(values[to]);
  };
  const submit = (settled?: X) => {
    const values = normalised(fields.read());
    code.task.clear();
    const checked = places.filter(place => place !== settled);
    const first = showMistakes(checked, values);
    if (first !== undefined) {
      focus(first);
      return;
    }
    task.run(async (signal, waitForUser) => {
      await options.submit(values, signal, waitForUser);
      fields.forget();
      code.forget();
    });
  };

  const attach = (name: X, control: HTMLElement | null) => {
    if (control) controls.current.set(name, control);
    else controls.current.delete(name);
  };
  // a problem beside a field is not shown a second time above the form
  const failure = [task.problem, code.task.problem].find(
    problem => problem && placeOf(problem) === undefined,
  );
  return {
    fields,
    code,
    sendCode,
    task,
    problems,
    problem: failure && named(failure),
    inputProps: name => ({ field: fields.bind(name), problem: problems[name] }),
    controlProps: name => ({ ref: control => attach(name, control), problem: problems[name] }),
    clearProblems,
    submit,
    // with what was sent, and by the same call, a message or a voice: an edit takes the problem and its button away
    retry: (code.task.problem ? code.task : task).retry,
  };
}
