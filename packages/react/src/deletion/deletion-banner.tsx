/**
 * A notice while the account waits for its deletion, with the date and a button that cancels it; else draws
 * nothing.
 */
import { TaskButton } from '@rollcall/ui';
import { useEffect, useRef } from 'react';
import { type AccountState, useAccount } from '../account/use-account.ts';
import buttonsCss from '../task/buttons.module.css';
import type { Task } from '../task/use-task.ts';
import { FormError } from '../problem/form-error.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { useWords } from '../provider/use-words.ts';
import { dateFormat } from '../phrases/date-format.ts';
import { gapOf, localeOf } from '../phrases/locale.ts';
import { useRollcall } from '../provider/provider.tsx';
import css from './deletion.module.css';
import { useDeletion } from './use-deletion.ts';
import { deletionWords } from './words.ts';

/**
 * The date and time of the deletion.
 *
 * @param due milliseconds since 1970
 */
export const dueDate = (due: number, locale: string): string =>
  dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(due);

/** Cancels the deletion. */
export function KeepButton({ task, keep }: { task: Task; keep: () => void }) {
  const words = useWords('deletion', deletionWords);
  return (
    <>
      <TaskButton
        className={buttonsCss.secondary}
        phase={task.phase}
        label={words.keep}
        busy={words.keeping}
        onClick={keep}
      />
      <SlowNotice phase={task.phase} />
    </>
  );
}

/**
 * @param props.account the state of the page around it; without it the account is loaded
 * @param props.goOn the path that the person was on the way to; without it there is no link
 */
export function DeletionBanner({
  account: given,
  goOn,
}: {
  account?: AccountState;
  goOn?: string | undefined;
}) {
  const { phrases } = useRollcall();
  const words = useWords('deletion', deletionWords);
  const { due, byGuardian, keep, task, kept } = useDeletion(useAccount(given));
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // the button that had the focus is gone
    if (kept) status.current?.focus();
  }, [kept]);
  const leave = goOn ? <a href={goOn}>{words.goOn}</a> : null;
  if (due === undefined)
    return kept ? (
      <p ref={status} className={css.kept} tabIndex={-1} aria-live="polite">
        {words.kept} {leave}
      </p>
    ) : null;
  return (
    <section className={css.banner} aria-label={words.coming}>
      <p>
        <strong>{words.due(dueDate(due, localeOf(phrases)))}</strong>
        {gapOf(phrases)}
        {byGuardian ? words.byGuardian : words.until}
      </p>
      <FormError problem={task.problem} retry={task.retry} />
      <div className={css.ways}>
        {byGuardian ? null : <KeepButton task={task} keep={keep} />}
        {leave}
      </div>
    </section>
  );
}
