/** `/`: the front page. */
import { UserButton, useSession } from '@rollcall/react';
import { Frame } from '../../frame/frame.tsx';
import type { Words } from '../../words/words.ts';
import { usePageWords } from '../../words/page-words.ts';
import { front as frontWords } from './words.ts';
import css from '../pages.module.css';

export function FrontPage({ words }: { words: Words }) {
  const session = useSession();
  const front = usePageWords('front', frontWords);
  return (
    <Frame
      words={words}
      layout="form"
      ownWayOut
      user={session === 'in' ? <UserButton account="/account" signIn="/sign-in" /> : null}
    >
      <h1>{front.title}</h1>
      <p className={css.lead}>{front.lead}</p>
      <dl className={css.points}>
        {front.points.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {session === 'in' ? (
        <div className={css.ways}>
          <p aria-live="polite">{front.greeting}</p>
          <a className={css.primary} href="/account">
            {front.toAccount}
          </a>
        </div>
      ) : (
        <div className={css.ways}>
          <a className={css.primary} href="/sign-in">
            {front.toSignIn}
          </a>
          <a className={css.secondary} href="/sign-up">
            {front.toSignUp}
          </a>
        </div>
      )}
    </Frame>
  );
}
