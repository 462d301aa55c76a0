/** The tick for a computer that others use too. It holds for every way in of this tab. Loaded late. */
import { useRollcall } from '@rollcall/react';
import { useId, useState } from 'react';
import { isShared, setShared } from '../../frame/shared-device.ts';
import css from './shared-tick.module.css';

const texts = {
  en: {
    label: 'Shared computer',
    note: 'You are signed out after 2 hours without use, at the latest after 8 hours.',
  },
  'zh-CN': { label: '公用电脑', note: '2 小时不使用会自动退出，最长保持登录 8 小时。' },
} as const;

export function SharedTick() {
  const words = texts[useRollcall().phrases.language];
  const [shared, set] = useState(isShared);
  const id = useId();
  return (
    <div className={css.shared}>
      <input
        id={id}
        type="checkbox"
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
