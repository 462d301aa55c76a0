/** Says why somebody has to sign in again, and as whom they were signed in. Loaded late. */
import { useRollcall } from '@rollcall/react';
import { useState } from 'react';
import { takeWho } from '../../frame/left.ts';
import css from '../pages.module.css';

/** After a change of the password; after the session ended without this page's doing. */
export type Reason = 'password' | 'ended';

type Texts = Readonly<Record<Reason, (who: string | undefined) => string>>;

/** Chinese text has a space beside letters and digits, and none beside Chinese characters. */
const spaced = (who: string): string => (/\p{Script=Han}$/u.test(who) ? who : `${who} `);

const texts: Readonly<Record<'zh-CN' | 'en', Texts>> = {
  'zh-CN': {
    password: who => `${who === undefined ? '' : `${who}：`}密码已更改，请用新密码登录。`,
    ended: who =>
      `${who === undefined ? '您' : spaced(who)}已退出登录：可能在其他页面或设备上退出、密码已更改，或登录已过期。请重新登录。`,
  },
  en: {
    password: who =>
      `${who === undefined ? 'The password' : `The password of ${who}`} has changed. Please sign in with the new one.`,
    ended: who =>
      `${who === undefined ? 'You were' : `${who} was`} signed out: on another page or device, after a password change, or because the session expired. Please sign in again.`,
  },
};

export function LeftNotice({ reason }: { reason: Reason }) {
  const { language } = useRollcall().phrases;
  const [who] = useState(takeWho);
  return (
    <p className={css.notice} aria-live="polite">
      {texts[language][reason](who)}
    </p>
  );
}
