/** Words of the sign-up by e-mail. In a file of its own, so that the sign-up by phone does not load them. */
import type { Language } from '@rollcall/ui';

const en = {
  title: 'Sign up by e-mail',
  email: 'E-mail',
  emailRule: 'The code is sent to this address',
  codeRule: 'The 6 digits from the e-mail, valid for 10 minutes',
  /** The links between the sign-up by phone and the one by e-mail. */
  byEmail: 'Sign up by e-mail',
  byPhone: 'Sign up by mobile number',
};

export type EmailSignUpWords = typeof en;

export const emailSignUpWords: Readonly<Record<Language, EmailSignUpWords>> = {
  en,
  'zh-CN': {
    title: '用邮箱注册',
    email: '邮箱',
    emailRule: '验证码会发到这个邮箱',
    codeRule: '邮件中的 6 位数字，10 分钟内有效',
    byEmail: '用邮箱注册',
    byPhone: '用手机号注册',
  },
};
