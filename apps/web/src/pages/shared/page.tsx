/** `/shared`: where the one who runs a room marks its computers, by a button; opening the page changes nothing. */
import { useHydrated } from '@rollcall/react';
import { Frame } from '../../frame/frame.tsx';
import { useCarried } from '../../frame/leave.ts';
import { markShared, useShared } from '../../frame/shared-device.ts';
import { usePageWords } from '../../words/page-words.ts';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';
import { sharedWords } from '../sign-in/shared-words.ts';

export function SharedPage({ words }: { words: Words }) {
  const shared = useShared();
  const hydrated = useHydrated();
  const own = usePageWords('shared', sharedWords);
  const signIn = useCarried('/sign-in');
  return (
    <Frame words={words} layout="form">
      <h1>{own.label}</h1>
      <p className={css.lead}>{own.lead}</p>
      <dl className={css.points}>
        {own.points.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={css.ways}>
        <p aria-live="polite">{shared ? own.is : own.isNot}</p>
        <button
          type="button"
          className={shared ? css.secondary : css.primary}
          disabled={!hydrated}
          onClick={() => markShared(!shared)}
        >
          {shared ? own.unmark : own.mark}
        </button>
        <a className={css.secondary} href={signIn}>
          {own.toSignIn}
        </a>
      </div>
    </Frame>
  );
}
