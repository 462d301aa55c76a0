/**
 * The text fields of a form. The controls of the page hold the values (they are uncontrolled), so that what was typed
 * before the script ran, what the browser filled in, and what the back button restored is never overwritten.
 */
import { useBrowserLayoutEffect } from '@rollcall/ui';
import { useState } from 'react';
import type { Control, FieldBinding } from '../fields/field-binding.ts';
import { readDraft, readIdentifier, writeDraft, writeIdentifier } from './draft.ts';

export interface FormFields<N extends string> {
  /** As typed. */
  readonly values: Readonly<Record<N, string>>;
  /** Gives the same object for the same name at each rendering. Throws for a name that is none of the fields. */
  readonly bind: (name: N) => FieldBinding<N>;
  /** Writes a value into state, draft and control. */
  readonly set: (name: N, value: string) => void;
  /** The values that the controls hold at this moment. */
  readonly read: () => Record<N, string>;
  /** Focuses a control; with `selected` its text is selected, to be typed over. */
  readonly focus: (name: N, selected?: 'selected') => void;
  /** Deletes the draft and empties the secrets. */
  readonly forget: () => void;
}

export interface FormFieldsOptions<N extends string> {
  readonly initial: Readonly<Record<N, string>>;
  /** The name under which the draft is kept; undefined: nothing is kept. */
  readonly draft?: string | undefined;
  /** Passwords and codes, which are never kept. @default none */
  readonly secrets?: readonly N[];
  /**
   * The field with the number or address of the person. What was typed there in one form is carried over to the others
   * that accept it. @default none
   */
  readonly identifier?: { readonly name: N; readonly accepts: (typed: string) => boolean } | undefined;
  /** Called when the person changes a value. */
  readonly onEdit?: ((name: N, value: string) => void) | undefined;
}

type Values<N extends string> = Readonly<Record<N, string>>;

/** The fields outside of React: their controls, and the values that these hold. */
function createStore<N extends string>(
  { initial, draft, secrets = [], identifier }: FormFieldsOptions<N>,
  onChange: (values: Values<N>) => void,
) {
  let onEdit: FormFieldsOptions<N>['onEdit'];
  const names = Object.keys(initial) as N[];
  const controls = new Map<N, Control>();
  let values: Values<N> = initial;

  /** Takes over a value; false where it was known. */
  const commit = (name: N, value: string): boolean => {
    if (values[name] === value) return false;
    values = { ...values, [name]: value };
    onChange(values);
    if (name === identifier?.name) writeIdentifier(value);
    if (draft !== undefined)
      writeDraft(
        draft,
        Object.fromEntries(
          names
            .filter(key => !secrets.includes(key) && values[key] !== initial[key])
            .map(key => [key, values[key]]),
        ),
      );
    return true;
  };
  /** The control in which an input method composes: its text is the input method's until that ends. */
  let composing: Control | undefined;
  const set = (name: N, value: string) => {
    const control = controls.get(name);
    if (control && control === composing) return;
    if (control && control.value !== value) control.value = value;
    commit(name, value);
  };
  const edit = (name: N) => {
    const control = controls.get(name);
    if (!control || control === composing) return;
    if (commit(name, control.value)) onEdit?.(name, control.value);
  };
  /** Browsers differ in whether the last `input` comes before or after `compositionend`: the second finds nothing new. */
  const watchComposition = (name: N, control: Control) => {
    control.addEventListener('compositionstart', () => {
      composing = control;
    });
    control.addEventListener('compositionend', () => {
      composing = undefined;
      edit(name);
    });
  };
  const watched = new WeakSet<Control>();
  const sync = () => {
    for (const [name, control] of controls) commit(name, control.value);
  };
  const attach = (name: N, control: Control | null) => {
    if (!control) {
      if (controls.get(name) === composing) composing = undefined;
      controls.delete(name);
      return;
    }
    controls.set(name, control);
    if (!watched.has(control)) {
      watched.add(control);
      watchComposition(name, control);
    }
    // a control that is mounted later gets the held value, unless it has a value already
    if (control.value === initial[name] && values[name] !== control.value) control.value = values[name];
  };
  const bindings = new Map(
    names.map((name): [N, FieldBinding<N>] => [
      name,
      {
        name,
        defaultValue: initial[name],
        ref: control => attach(name, control),
        onChange: () => edit(name),
      },
    ]),
  );

  const actions: Omit<FormFields<N>, 'values'> = {
    bind: name => {
      const binding = bindings.get(name);
      if (!binding) throw new Error(`There is no field ${name}.`);
      return binding;
    },
    set,
    read: () => {
      sync();
      return { ...values };
    },
    focus: (name, selected) => {
      const control = controls.get(name);
      control?.focus();
      if (selected && control instanceof HTMLInputElement) control.select();
    },
    forget: () => {
      for (const name of secrets) set(name, '');
      if (draft !== undefined) writeDraft(draft, {});
      if (identifier) writeIdentifier('');
    },
  };
  /** Takes over what the controls and the draft hold; gives what ends that. */
  const start = () => {
    const kept = draft === undefined ? {} : readDraft(draft);
    const carried = identifier && readIdentifier();
    if (identifier && carried && identifier.accepts(carried)) kept[identifier.name] = carried;
    for (const name of names) {
      const control = controls.get(name);
      const typed = control !== undefined && control.value !== initial[name];
      const value = typed ? control.value : secrets.includes(name) ? undefined : kept[name];
      if (value !== undefined) set(name, value);
    }
    // the browser restores the controls after the script has run when the person comes back
    addEventListener('pageshow', sync);
    return () => removeEventListener('pageshow', sync);
  };
  const listen = (listener: FormFieldsOptions<N>['onEdit']) => {
    onEdit = listener;
  };
  return { actions, start, listen };
}

/**
 * Holds the text fields of one form; draws nothing. `initial`, `draft` and `secrets` are read once.
 * @example const fields = useFormFields({ initial: { school: '' } });
 * @see `docs/react.md`
 */
export function useFormFields<N extends string>(options: FormFieldsOptions<N>): FormFields<N> {
  const [values, setValues] = useState<Values<N>>(options.initial);
  const [{ actions, start, listen }] = useState(() => createStore(options, setValues));
  useBrowserLayoutEffect(() => listen(options.onEdit));
  useBrowserLayoutEffect(start, [start]);
  return { ...actions, values };
}
