/** What stands in the head of each document. Only prerendering reads it: no page loads these words. */
import type { Language } from '@rollcall/react';

/** The pages, by the names of their documents. */
export type PageWords = Readonly<
  Record<'index' | 'sign-in' | 'sign-up' | 'reset' | 'oauth' | 'account', string>
>;

export const documents: Readonly<
  Record<Language, { readonly titles: PageWords; readonly descriptions: PageWords }>
> = {
  'zh-CN': {
    titles: {
      index: '点名册',
      'sign-in': '登录 · 点名册',
      'sign-up': '注册 · 点名册',
      reset: '重设密码 · 点名册',
      oauth: '正在登录 · 点名册',
      account: '我的账号 · 点名册',
    },
    descriptions: {
      index: '网校自己的账号系统。',
      'sign-in': '用验证码或密码登录。',
      'sign-up': '用手机号注册账号。',
      reset: '用手机验证码设置新密码。',
      oauth: '完成微信或 QQ 登录。',
      account: '查看和修改个人资料。',
    },
  },
  en: {
    titles: {
      index: 'Rollcall',
      'sign-in': 'Sign in · Rollcall',
      'sign-up': 'Sign up · Rollcall',
      reset: 'Reset your password · Rollcall',
      oauth: 'Signing in · Rollcall',
      account: 'My account · Rollcall',
    },
    descriptions: {
      index: 'An online school’s own accounts.',
      'sign-in': 'Sign in by a code or a password.',
      'sign-up': 'Sign up with your mobile number.',
      reset: 'Choose a new password with a code to your mobile number.',
      oauth: 'Finish signing in with WeChat or QQ.',
      account: 'See and change your profile.',
    },
  },
};
