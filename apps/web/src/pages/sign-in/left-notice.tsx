/** Says why somebody has to sign in again, and as whom they were signed in. Loaded late. */
import { useState } from 'react';
import { takeWho } from '../../frame/left.ts';
import { usePageWords } from '../../words/page-words.ts';
import css from '../pages.module.css';
import { leftWords, type Reason, reasons } from './left-words.ts';

const isReason = (text: string): text is Reason => Object.keys(reasons).includes(text);

/** @param props.reason of the URL: any other than those known counts as `ended` */
export function LeftNotice({ reason }: { reason: string }) {
  const [who] = useState(takeWho);
  const words = usePageWords('left', leftWords);
  return (
    <p className={css.notice} aria-live="polite">
      {reason === 'signed-out' ? (
        words.next
      ) : (
        <>
          {who === undefined ? words.you : words.who(who)}
          {words[isReason(reason) ? reason : 'ended']}
        </>
      )}
    </p>
  );
}
