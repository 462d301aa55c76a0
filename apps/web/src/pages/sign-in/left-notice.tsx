/** Says why somebody has to sign in again, and as whom they were signed in. Loaded late. */
import { useRollcall } from '@rollcall/react';
import { useState } from 'react';
import { takeWho } from '../../frame/left.ts';
import css from '../pages.module.css';

/** Why the session ended, as the server says it (`endedBy`); `ended` where that is not known. */
const reasons = {
  password: true,
  device: true,
  changed: true,
  'second-factor': true,
  deletion: true,
  link: true,
  guesses: true,
  copied: true,
  school: true,
  blocked: true,
  expired: true,
  ended: true,
} as const;
type Reason = keyof typeof reasons;

type Texts = Readonly<Record<Reason, string>>;

/** Chinese text has a space beside letters and digits, and none beside Chinese characters. */
const spaced = (who: string): string => (/\p{Script=Han}$/u.test(who) ? who : `${who} `);

/** Whose session it was, and why it ended. */
const texts: Readonly<Record<'zh-CN' | 'en', Texts & { readonly who: (who: string | undefined) => string }>> =
  {
    'zh-CN': {
      who: who => `${who === undefined ? '您' : spaced(who)}已退出登录`,
      password: '密码已更改，请用新密码登录。',
      device: '在另一台设备上执行了退出操作。如非本人操作，请登录后尽快修改密码。',
      changed: '登录用的手机号、邮箱或密码在另一台设备上更改过。如非本人操作，请查看安全提醒并撤销。',
      'second-factor': '账号已在另一台设备上开启两步验证，请重新登录。',
      deletion: '账号已在另一台设备上申请注销。账号删除前登录可以撤销申请。',
      link: '通过安全提醒中的链接退出了所有设备。请登录并检查账号安全。',
      guesses: '密码连续输错次数过多。请重新登录；忘记密码可以重设。',
      copied: '检测到登录状态可能被他人复制，为保护账号已退出。请重新登录，并尽快修改密码。',
      school: '学校管理员结束了这次登录，请重新登录。',
      blocked: '账号已被停用。如有疑问，请联系学校。',
      expired: '登录已过期，请重新登录。',
      ended: '可能在其他页面或设备上退出、密码已更改，或登录已过期。请重新登录。',
    },
    en: {
      who: who => (who === undefined ? 'You were signed out' : `${who} was signed out`),
      password: 'the password has changed. Please sign in with the new one.',
      device: 'it was done on another device. If that was not you, sign in and change your password.',
      changed:
        'the number, address or password was changed on another device. If that was not you, take it back by the security message.',
      'second-factor': 'two-step verification was turned on on another device. Please sign in again.',
      deletion:
        'the deletion of the account was requested on another device. Until it is deleted, signing in can cancel it.',
      link: 'the link of a security message signed out all devices. Please sign in and check your account.',
      guesses: 'there were too many wrong passwords. Please sign in again, or reset the password.',
      copied:
        'somebody may have copied the sign-in of this device, so it was ended. Please sign in again and change your password.',
      school: 'the school ended this sign-in. Please sign in again.',
      blocked: 'the account is blocked. Please ask the school.',
      expired: 'the sign-in has expired. Please sign in again.',
      ended:
        'on another page or device, after a password change, or because the session expired. Please sign in again.',
    },
  };

const isReason = (text: string): text is Reason => Object.keys(reasons).includes(text);

/** @param props.reason of the URL: any other than those known counts as `ended` */
export function LeftNotice({ reason }: { reason: string }) {
  const { language } = useRollcall().phrases;
  const [who] = useState(takeWho);
  const words = texts[language];
  return (
    <p className={css.notice} aria-live="polite">
      {words.who(who)}
      {language === 'en' ? ': ' : '：'}
      {words[isReason(reason) ? reason : 'ended']}
    </p>
  );
}
