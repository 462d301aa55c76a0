/**
 * The text fields of a form. The controls of the page hold the values (they are uncontrolled), so that what was typed
 * before the script ran, what the browser filled in, and what the back button restored is never overwritten.
 */
import { type RefCallback, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { readDraft, writeDraft } from './draft.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Spread it on an input, select or textarea. */
export interface FieldBinding<N extends string = string> {
  readonly name: N;
  readonly defaultValue: string;
  readonly ref: RefCallback<Control>;
  readonly onChange: () => void;
}

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
  /** Called when the person changes a value. */
  readonly onEdit?: ((name: N, value: string) => void) | undefined;
}

/** Holds the text fields of one form; draws nothing. `initial`, `draft` and `secrets` are read once. */
export function useFormFields<N extends string>(options: FormFieldsOptions<N>): FormFields<N> {
  const [{ initial, draft, secrets = [] }] = useState(options);
  const [values, setValues] = useState<Readonly<Record<N, string>>>(initial);
  const latest = useRef<Record<N, string>>({ ...initial });
  const controls = useRef(new Map<N, Control>());
  const latestOnEdit = useRef(options.onEdit);
  useLayoutEffect(() => {
    latestOnEdit.current = options.onEdit;
  });

  const commit = useCallback(
    (name: N, value: string) => {
      if (latest.current[name] === value) return false;
      latest.current = { ...latest.current, [name]: value };
      setValues(latest.current);
      if (draft !== undefined) {
        const open = Object.entries<string>(latest.current).filter(
          ([key, kept]) => !secrets.includes(key as N) && kept !== initial[key as N],
        );
        writeDraft(draft, Object.fromEntries(open));
      }
      return true;
    },
    [draft, initial, secrets],
  );

  const set = useCallback(
    (name: N, value: string) => {
      const control = controls.current.get(name);
      if (control && control.value !== value) control.value = value;
      commit(name, value);
    },
    [commit],
  );

  const attach = useCallback(
    (name: N, control: Control | null) => {
      if (!control) {
        controls.current.delete(name);
        return;
      }
      controls.current.set(name, control);
      // a control that is mounted later gets the held value, unless it has a value already
      if (control.value === initial[name] && latest.current[name] !== control.value)
        control.value = latest.current[name];
    },
    [initial],
  );
  const change = useCallback(
    (name: N) => {
      const control = controls.current.get(name);
      if (control && commit(name, control.value)) latestOnEdit.current?.(name, control.value);
    },
    [commit],
  );
  const bindings = useMemo(() => {
    const entry = (name: N): [N, FieldBinding<N>] => [
      name,
      {
        name,
        defaultValue: initial[name],
        ref: control => attach(name, control),
        onChange: () => change(name),
      },
    ];
    return new Map((Object.keys(initial) as N[]).map(entry));
  }, [initial, attach, change]);

  const sync = useCallback(() => {
    for (const [name, control] of controls.current) commit(name, control.value);
  }, [commit]);

  useLayoutEffect(() => {
    const kept = draft === undefined ? {} : readDraft(draft);
    for (const name of Object.keys(initial) as N[]) {
      const control = controls.current.get(name);
      const typed = control !== undefined && control.value !== initial[name];
      const value = typed ? control.value : secrets.includes(name) ? undefined : kept[name];
      if (value !== undefined) set(name, value);
    }
    // the browser restores the controls after the script has run when the person comes back
    addEventListener('pageshow', sync);
    return () => removeEventListener('pageshow', sync);
  }, [draft, initial, secrets, set, sync]);

  return {
    values,
    bind: name => {
      const binding = bindings.get(name);
      if (!binding) throw new Error(`There is no field ${name}.`);
      return binding;
    },
    set,
    read: () => {
      sync();
      return { ...latest.current };
    },
    focus: (name, selected) => {
      const control = controls.current.get(name);
      control?.focus();
      if (selected && control instanceof HTMLInputElement) control.select();
    },
    forget: () => {
      for (const name of secrets) set(name, '');
      if (draft !== undefined) writeDraft(draft, {});
    },
  };
}
