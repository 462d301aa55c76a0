/** Below a form: that several people use this computer, with the way out; at a desk that nobody has marked, the way to mark it. Loaded late. */
import { browserKind } from '@rollcall/account';
import { useEffect, useState } from 'react';
import { useCarried } from '../../frame/leave.ts';
import { markShared, sharedDevice, useShared } from '../../frame/shared-device.ts';
import { usePageWords } from '../../words/page-words.ts';
import css from '../pages.module.css';
import { sharedWords } from './shared-words.ts';

export function SharedNote() {
  const words = usePageWords('shared', sharedWords);
  const shared = useShared();
  const to = useCarried('/shared');
  const [desk] = useState(() => browserKind() === 'desk');
  useEffect(() => {
    // the mark holds for as long as the computer is used
    if (sharedDevice()) markShared(true);
  }, []);
  if (shared)
    return (
      <p className={css.fact}>
        <strong>{words.label}</strong> <span>{words.note}</span> <a href={to}>{words.wayOut}</a>
      </p>
    );
  return desk ? (
    <a className={css.offer} href={to}>
      {words.offer}
    </a>
  ) : null;
}
