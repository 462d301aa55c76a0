/** Stands in a form's place once it was sent. */
import { useEffect, useRef } from 'react';
import css from './done-notice.module.css';

/** Takes the focus, because the form that had it is gone. */
export function DoneNotice({ text }: { text: string }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <p ref={notice} className={css.done} tabIndex={-1} aria-live="polite" data-done="">
      {text}
    </p>
  );
}
