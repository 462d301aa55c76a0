/** Words of the forms that send a code by e-mail. In a file of their own: the forms for phones don't load them. */
import type { Language } from '@rollcall/ui';

const en = {
  email: 'E-mail',
  emailRule: 'The code is sent to this address',
  codeRule: 'The 6 digits from the e-mail, valid for 10 minutes',
  /** The link from the sign-in by e-mail back to the usual form. */
  otherWays: 'Sign in by mobile number or password',
};

export type EmailWords = typeof en;

/**
 * The built-in words of fields for an e-mail address, by language.
 * @see `docs/react.md`
 */
export const emailWords: Readonly<Record<Language, EmailWords>> = {
  en,
  'zh-CN': {
    email: '邮箱',
    emailRule: '验证码会发到这个邮箱',
    codeRule: '邮件中的 6 位数字，10 分钟内有效',
    otherWays: '用手机号或密码登录',
  },
};
