/** Words of the sign-up by e-mail. In a file of its own, so that the sign-up by phone does not load them. */
import type { Language } from '@rollcall/ui';

const en = {
  title: 'Sign up by e-mail',
  /** The links between the sign-up by phone and the one by e-mail. */
  byEmail: 'Sign up by e-mail',
  byPhone: 'Sign up by mobile number',
};

export type EmailSignUpWords = typeof en;

/**
 * The built-in words of `EmailSignUp`, by language.
 * @see `docs/react.md`
 */
export const emailSignUpWords: Readonly<Record<Language, EmailSignUpWords>> = {
  en,
  'zh-CN': {
    title: '用邮箱注册',
    byEmail: '用邮箱注册',
    byPhone: '用手机号注册',
  },
};
