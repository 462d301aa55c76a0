/**
 * Beside a form: that several people use this computer, with the way out; at a desk that nobody has marked, the way to mark it.
 * Above it, that cookies are blocked. Loaded late.
 */
import { browserKind, cookiesWork } from '@rollcall/account';
import { useRollcall } from '@rollcall/react';
import { useEffect, useState } from 'react';
import { useCarried } from '../../frame/leave.ts';
import { markShared, sharedDevice, useShared } from '../../frame/shared-device.ts';
import { usePageWords } from '../../words/page-words.ts';
import css from '../pages.module.css';
import { cookieWords } from './cookie-words.ts';
import { sharedWords } from './shared-words.ts';

export function SharedNote() {
  const words = usePageWords('shared', sharedWords);
  const cookies = usePageWords('cookies', cookieWords);
  const { auth } = useRollcall();
  const [work] = useState(() => !auth || cookiesWork(auth));
  const shared = useShared();
  const to = useCarried('/shared');
  const [desk] = useState(() => browserKind() === 'desk');
  useEffect(() => {
    // the mark holds for as long as the computer is used
    if (sharedDevice()) markShared(true);
  }, []);
  return (
    <>
      {work ? null : (
        <p role="alert" className={css.notice}>
          {cookies.blocked}
        </p>
      )}
      {shared ? (
        <p className={css.fact}>
          <strong>{words.label}</strong> <span>{words.note}</span> <a href={to}>{words.wayOut}</a>
        </p>
      ) : desk ? (
        <a className={css.offer} href={to}>
          {words.offer}
        </a>
      ) : null}
    </>
  );
}
