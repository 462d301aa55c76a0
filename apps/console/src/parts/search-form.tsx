/** The form above a list, whose texts are those of the address. */
import { type ReactNode, useEffect, useRef } from 'react';
import filterBarCss from './filter-bar.module.css';

/**
 * Where the address changes, by a link or Back too, the texts are set to it. Its elements stay, and the focus with them.
 * @param props.shown the texts of the address; each is the default value of an input
 */
export function SearchForm(props: {
  shown: readonly string[];
  onSubmit: (data: FormData) => void;
  children: ReactNode;
}) {
  const { shown, onSubmit, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const key = JSON.stringify(shown);
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    for (const input of form.current?.querySelectorAll<HTMLInputElement>('input[name]') ?? [])
      if (input.value !== input.defaultValue) input.value = input.defaultValue;
  }, [key]);
  return (
    <form
      ref={form}
      className={filterBarCss.bar}
      onSubmit={event => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
    </form>
  );
}
