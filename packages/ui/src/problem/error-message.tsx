/** A problem in words: what happened, and what to do next. */
import type { ReactNode } from 'react';
import type { ProblemText } from './problem.ts';

export interface ErrorMessageProps {
  readonly text: ProblemText;
  /** Replaces what to do next, such as how long to wait. */
  readonly wait?: string | undefined;
  /** The request's id, in a sentence. */
  readonly reference?: string | undefined;
  /** Between two sentences. @default ' ' */
  readonly separator?: string;
  /** Follows the text: a sentence, or a link that leads on. */
  readonly children?: ReactNode;
}

/**
 * Writes what a problem is, how long to wait, and its reference. Draws text only: the caller puts it into an element
 * with `role="alert"`.
 *
 * @example <ErrorMessage text={{ what: 'This code is wrong.', next: 'Send another.' }} />
 * @see `docs/react.md`
 */
export function ErrorMessage({ text, wait, reference, separator = ' ', children }: ErrorMessageProps) {
  return (
    <>
      <strong>{text.what}</strong>
      {separator}
      {wait ?? text.next}
      {reference === undefined ? null : <small> {reference}</small>}
      {children ? (
        <>
          {typeof children === 'string' ? separator : ' '}
          {children}
        </>
      ) : null}
    </>
  );
}
