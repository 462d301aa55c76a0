/** A notice on top of the account page about what will happen to the account, with the way to cancel it and the way on. */
import { type ReactNode, useEffect, useRef } from 'react';
import { deletionWords } from '../deletion/words.ts';
import { dateFormat } from '../phrases/date-format.ts';
import { gapOf } from '../phrases/locale.ts';
import { FormError } from '../problem/form-error.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import type { Task } from '../task/use-task.ts';
import css from './account-banner.module.css';

/**
 * The date and time of what will happen.
 *
 * @param due milliseconds since 1970
 */
export const dueDate = (due: number, locale: string): string =>
  dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(due);

/**
 * Draws nothing without `what` and `done`.
 *
 * @param props.label names the notice
 * @param props.what what will happen, and when; undefined: nothing will
 * @param props.more what it means
 * @param props.task the task that cancels it
 * @param props.done that it was cancelled here, which takes the focus: the button that had it is gone
 * @param props.goOn the path that the person was on the way to; without it there is no link
 * @param props.children the button that cancels it
 */
export function AccountBanner(props: {
  label: string;
  what: string | undefined;
  more: string;
  task: Task;
  done: string | undefined;
  goOn: string | undefined;
  children: ReactNode;
}) {
  const { what, task, done, goOn } = props;
  const { phrases } = useRollcall();
  const words = useWords('deletion', deletionWords);
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (done !== undefined) status.current?.focus();
  }, [done]);
  const leave = goOn ? <a href={goOn}>{words.goOn}</a> : null;
  if (what === undefined)
    return done === undefined ? null : (
      <p ref={status} className={css.kept} tabIndex={-1} aria-live="polite">
        {done} {leave}
      </p>
    );
  return (
    <section className={css.banner} aria-label={props.label}>
      <p>
        <strong>{what}</strong>
        {gapOf(phrases)}
        {props.more}
      </p>
      <FormError problem={task.problem} retry={task.retry} />
      <div className={css.ways}>
        {props.children}
        {leave}
      </div>
    </section>
  );
}
