/** Says, while the account waits for its deletion, when that is, and offers to keep it; draws nothing otherwise. */
import { useEffect, useRef } from 'react';
import { type AccountState, useAccount } from '../account/use-account.ts';
import fieldsCss from '../fields/fields.module.css';
import type { Task } from '../task/use-task.ts';
import { FormError } from '../problem/form-error.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { useWords } from '../provider/use-words.ts';
import { localeOf } from '../phrases/locale.ts';
import { useRollcall } from '../provider/provider.tsx';
import css from './deletion.module.css';
import { useDeletion } from './use-deletion.ts';
import { deletionWords } from './words.ts';

/** The day and the time, as people read them. */
export const dueDate = (due: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(due);

/** Keeps the account. */
export function KeepButton({ task, keep }: { task: Task; keep: () => void }) {
  const words = useWords('deletion', deletionWords);
  return (
    <>
      <button
        type="button"
        className={fieldsCss.secondary}
        aria-disabled={task.phase !== 'idle' || undefined}
        data-working={task.phase !== 'idle' ? '' : undefined}
        onClick={keep}
      >
        {task.phase === 'idle' ? words.keep : words.keeping}
      </button>
      <SlowNotice phase={task.phase} />
    </>
  );
}

/**
 * `account` is the state of the page around it; alone it loads its own. `goOn` is where the person was going to when
 * they were shown this.
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
  const { due, keep, task, kept } = useDeletion(useAccount(given));
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // the button that had the focus is gone
    if (kept) said.current?.focus();
  }, [kept]);
  const leave = goOn ? <a href={goOn}>{words.goOn}</a> : null;
  if (due === undefined)
    return kept ? (
      <p ref={said} className={css.kept} tabIndex={-1} aria-live="polite">
        {words.kept} {leave}
      </p>
    ) : null;
  return (
    <section className={css.banner} aria-label={words.coming}>
      <p>
        <strong>{words.due(dueDate(due, localeOf(phrases)))}</strong> {words.until}
      </p>
      <FormError problem={task.problem} retry={task.retry} />
      <div className={css.ways}>
        <KeepButton task={task} keep={keep} />
        {leave}
      </div>
    </section>
  );
}
