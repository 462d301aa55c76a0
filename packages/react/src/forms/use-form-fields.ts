/**
 * The fields of a form. The page's own controls hold the values (uncontrolled), so that what was typed before the
 * script ran, what the browser filled in, and what the back button brought back is never overwritten.
 */
import { type RefCallback, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { keepDraft, readDraft } from './draft.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a control is given; spread it on an input, select or textarea. */
export interface FieldBinding<N extends string = string> {
  readonly name: N;
  readonly defaultValue: string;
  readonly ref: RefCallback<Control>;
  readonly onChange: () => void;
}

export interface FormFields<N extends string> {
  readonly values: Readonly<Record<N, string>>;
  /** The same object for the same name at each render. */
  readonly bind: (name: N) => FieldBinding<N>;
  /** Writes a value into state, draft and control. */
  readonly set: (name: N, value: string) => void;
  /** The values as they stand in the controls this moment. */
  readonly read: () => Record<N, string>;
  /** Focuses a field's control; `all` marks its text too, to be typed over. */
  readonly focus: (name: N, all?: 'all') => void;
  readonly focused: (name: N) => boolean;
  /** Forgets the draft, and empties the secrets. */
  readonly forget: () => void;
}

export interface FormFieldsOptions<N extends string> {
  readonly initial: Readonly<Record<N, string>>;
  /** Under what name the draft is kept; undefined: not at all. */
  readonly draft?: string | undefined;
  /** Passwords and codes: never kept. */
  readonly secrets?: readonly N[];
  /** Called with the name when a person changes a value. */
  readonly onEdit?: ((name: N, value: string) => void) | undefined;
}

/** Holds the fields of one form; draws nothing. `initial`, `draft` and `secrets` are read once. */
export function useFormFields<N extends string>(options: FormFieldsOptions<N>): FormFields<N> {
  const [{ initial, draft, secrets = [] }] = useState(options);
  const [values, setValues] = useState<Readonly<Record<N, string>>>(initial);
  const latest = useRef<Record<N, string>>({ ...initial });
  const controls = useRef(new Map<N, Control>());
  const edited = useRef(options.onEdit);
  useLayoutEffect(() => {
    edited.current = options.onEdit;
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
        keepDraft(draft, Object.fromEntries(open));
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
      // a control that is mounted later shows what is held; one that already says something wins
      if (control.value === initial[name] && latest.current[name] !== control.value)
        control.value = latest.current[name];
    },
    [initial],
  );
  const change = useCallback(
    (name: N) => {
      const control = controls.current.get(name);
      if (control && commit(name, control.value)) edited.current?.(name, control.value);
    },
    [commit],
  );
  const bounds = useMemo(() => {
    const bound = (name: N): [N, FieldBinding<N>] => [
      name,
      {
        name,
        defaultValue: initial[name],
        ref: control => attach(name, control),
        onChange: () => change(name),
      },
    ];
    return new Map((Object.keys(initial) as N[]).map(bound));
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
    // the back button fills the controls in after the script has run
    addEventListener('pageshow', sync);
    return () => removeEventListener('pageshow', sync);
  }, [draft, initial, secrets, set, sync]);

  return {
    values,
    bind: name => {
      const bound = bounds.get(name);
      if (!bound) throw new Error(`There is no field ${name}.`);
      return bound;
    },
    set,
    read: () => {
      sync();
      return { ...latest.current };
    },
    focus: (name, all) => {
      const control = controls.current.get(name);
      control?.focus();
      if (all && control instanceof HTMLInputElement) control.select();
    },
    focused: name => controls.current.get(name) === document.activeElement,
    forget: () => {
      for (const name of secrets) set(name, '');
      if (draft !== undefined) keepDraft(draft, {});
    },
  };
}
