/** Words to people who have to sign in again. */
import type { Language } from '@rollcall/react';

/** Why the session ended, as the server says it (`endedBy`); `ended` where that is not known. */
export const reasons = {
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
export type Reason = keyof typeof reasons;

export interface LeftWords extends Readonly<Record<Reason, string>> {
  /** Stands before the reason where it is not known whose session it was. */
  readonly you: string;
  /** The same with the person's number, address or name. */
  readonly who: (who: string) => string;
  /** Alone, to the one who comes next at a shared computer. */
  readonly next: string;
}

/** Chinese text has a space beside letters and digits, and none beside Chinese characters. */
const spaced = (who: string): string => (/\p{Script=Han}$/u.test(who) ? who : `${who} `);

export const leftWords: Readonly<Record<Language, LeftWords>> = {
  'zh-CN': {
    you: '你已退出登录：',
    who: who => `${spaced(who)}已退出登录：`,
    next: '已退出登录，下一位请登录。',
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
    you: 'You were signed out: ',
    who: who => `${who} was signed out: `,
    next: 'Signed out. Next one, please sign in.',
    password: 'the password has changed. Please sign in with the new one.',
    device: 'it was done on another device. If that was not you, sign in and change your password.',
    changed:
      'the number, address or password was changed on another device. If that was not you, take it back by the security message.',
    'second-factor': 'two-step verification was turned on from another device. Please sign in again.',
    deletion:
      'the deletion of the account was requested on another device. Until it is deleted, signing in can cancel it.',
    link: 'the link of a security message signed out all devices. Please sign in and check your account.',
    guesses: 'there were too many wrong passwords. Please sign in again, or reset the password.',
    copied:
      'someone may have copied this device’s session, so it was ended. Please sign in again and change your password.',
    school: 'the school ended this session. Please sign in again.',
    blocked: 'the account is blocked. Please contact the school.',
    expired: 'the session has expired. Please sign in again.',
    ended:
      'on another page or device, after a password change, or because the session expired. Please sign in again.',
  },
};
