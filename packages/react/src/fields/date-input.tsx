/** A day. */
import { type ComponentProps, useEffect, useRef } from 'react';
import css from './date-input.module.css';
import { TextInput } from './text-input.tsx';

/** Says in `data-empty` where it has no value: WebKit shows today's date there, which the style hides. */
export function DateInput(props: Omit<ComponentProps<typeof TextInput>, 'type'>) {
  const box = useRef<HTMLDivElement>(null);
  // after each rendering: a form sets values by itself
  useEffect(() => {
    const input = box.current?.querySelector('input');
    if (!input) return;
    const mark = () => input.toggleAttribute('data-empty', input.value === '');
    mark();
    input.addEventListener('input', mark);
    return () => input.removeEventListener('input', mark);
  });
  return (
    <div ref={box} className={css.date}>
      <TextInput {...props} type="date" />
    </div>
  );
}
