/** Above a form's button, in a browser that blocks cookies: that nobody can sign in there. Loaded late. */
import { cookiesWork } from '@rollcall/account';
import { useRollcall } from '@rollcall/react';
import { useState } from 'react';
import { usePageWords } from '../../words/page-words.ts';
import css from '../pages.module.css';
import { cookieWords } from './cookie-words.ts';

export function CookieNote() {
  const words = usePageWords('cookies', cookieWords);
  const { auth } = useRollcall();
  const [work] = useState(() => !auth || cookiesWork(auth));
  return work ? null : (
    <p role="alert" className={css.notice}>
      {words.blocked}
    </p>
  );
}
