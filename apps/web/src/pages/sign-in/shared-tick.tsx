/** The tick for a computer that others use too, which holds for every way in of this tab; above it, that cookies are blocked. Loaded late. */
import { cookiesWork } from '@rollcall/account';
import { Tick, useRollcall } from '@rollcall/react';
import { useId, useState } from 'react';
import { isShared, setShared } from '../../frame/shared-device.ts';
import { usePageWords } from '../../words/page-words.ts';
import pagesCss from '../pages.module.css';
import { cookieWords } from './cookie-words.ts';
import css from './shared-tick.module.css';
import { sharedWords } from './shared-words.ts';

export function SharedTick() {
  const words = usePageWords('shared', sharedWords);
  const cookies = usePageWords('cookies', cookieWords);
  const { auth } = useRollcall();
  const [work] = useState(() => !auth || cookiesWork(auth));
  const [shared, set] = useState(isShared);
  const id = useId();
  return (
    <>
      {work ? null : (
        <p role="alert" className={pagesCss.notice}>
          {cookies.blocked}
        </p>
      )}
      <div className={css.shared}>
        <Tick
          id={id}
          checked={shared}
          aria-describedby={shared ? `${id}note` : undefined}
          onChange={({ target }) => {
            setShared(target.checked);
            set(target.checked);
          }}
        />
        <label htmlFor={id}>{words.label}</label>
        {shared ? <small id={`${id}note`}>{words.note}</small> : null}
      </div>
    </>
  );
}
