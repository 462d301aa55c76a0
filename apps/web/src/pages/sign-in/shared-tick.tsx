/** The tick for a computer that others use too. It holds for every way in of this tab. Loaded late. */
import { Tick } from '@rollcall/react';
import { useId, useState } from 'react';
import { isShared, setShared } from '../../frame/shared-device.ts';
import { usePageWords } from '../../words/page-words.ts';
import css from './shared-tick.module.css';
import { sharedWords } from './shared-words.ts';

export function SharedTick() {
  const words = usePageWords('shared', sharedWords);
  const [shared, set] = useState(isShared);
  const id = useId();
  return (
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
  );
}
