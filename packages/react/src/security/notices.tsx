/** The security messages that could not be sent: what happened, when, and what to do if it was somebody else. */
import { TaskButton } from '@rollcall/ui';
import { useEffect, useId, useRef } from 'react';
import buttonsCss from '../task/buttons.module.css';
import { dateFormat } from '../phrases/date-format.ts';
import { localeOf } from '../phrases/locale.ts';
import { FormError } from '../problem/form-error.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import { SlowNotice } from '../task/slow-notice.tsx';
import css from './notices.module.css';
import { noticesWords } from './notices-words.ts';
import { useNotices } from './use-notices.ts';

const texts = {
  dismissed: 'dismissed',
  'taken-back': 'takenBack',
  'taken-back-in-part': 'takenBackInPart',
} as const;

/** Draws nothing where there is no message. */
export function SecurityNotices({
  onTakenBack,
}: {
  onTakenBack?: ((complete: boolean) => void) | undefined;
}) {
  const { phrases } = useRollcall();
  const words = useWords('notices', noticesWords);
  const { notices, loading, task, doing, done, dismiss, takeBack, endOthers } = useNotices(onTakenBack);
  const id = useId();
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // the button that had the focus is gone
    if (typeof done === 'string') status.current?.focus();
  }, [done]);
  const time = dateFormat(localeOf(phrases), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <p ref={status} aria-live="polite" tabIndex={-1} className={css.status}>
        {done === undefined ? null : typeof done === 'number' ? words.ended(done) : words[texts[done]]}
      </p>
      <FormError problem={loading.problem} retry={loading.retry} />
      <FormError problem={task.problem} retry={task.retry} />
      {notices.length === 0 ? null : (
        <section className={css.notices} aria-labelledby={id}>
          <h3 id={id}>{words.title}</h3>
          <p>{words.lead}</p>
          <ul>
            {notices.map(notice => (
              <li key={notice.id}>
                <p id={id + notice.id}>
                  {notice.text}
                  <time dateTime={new Date(notice.at).toISOString()}>{time.format(notice.at)}</time>
                </p>
                <TaskButton
                  className={buttonsCss.secondary}
                  phase={doing === notice.id ? task.phase : 'idle'}
                  label={words.dismiss}
                  busy={words.dismissing}
                  aria-describedby={id + notice.id}
                  onClick={() => dismiss(notice.id)}
                />
                {notice.take_back_until === null ? null : (
                  <>
                    <p id={`${id}${notice.id}what`}>
                      {words.takeBackWhat(time.format(notice.take_back_until))}
                    </p>
                    <TaskButton
                      className={buttonsCss.secondary}
                      phase={doing === `take back ${notice.id}` ? task.phase : 'idle'}
                      label={words.takeBack}
                      busy={words.takingBack}
                      aria-describedby={`${id + notice.id} ${id}${notice.id}what`}
                      onClick={() => takeBack(notice.id)}
                    />
                  </>
                )}
              </li>
            ))}
          </ul>
          <p>{words.todo}</p>
          <TaskButton
            className={buttonsCss.secondary}
            phase={doing === 'others' ? task.phase : 'idle'}
            label={words.endOthers}
            busy={words.ending}
            onClick={endOthers}
          />
          <SlowNotice phase={task.phase} />
        </section>
      )}
    </>
  );
}
