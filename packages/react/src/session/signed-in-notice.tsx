/** Stands in a form's place once the person is signed in: the seal, stamped once. */
import { useEffect, useRef } from 'react';
import { Seal } from '@rollcall/ui';
import css from './signed-in-notice.module.css';

/**
 * Draws the notice that replaces a form after a sign-in. Takes the focus, so that screen readers read it.
 * @example <SignedInNotice word="Done" text="You are signed in." />
 * @see `docs/react.md`
 */
export function SignedInNotice({ word, text }: { word: string; text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} className={css.here} tabIndex={-1} aria-live="polite" data-here="">
      <Seal form="stamped" />
      <p className={css.word}>{word}</p>
      <p className={css.text}>{text}</p>
    </div>
  );
}
