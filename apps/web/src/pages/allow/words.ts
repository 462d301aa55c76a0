/** Words to a person whom another site asks to sign in with the account. */
import type { OpenidScope } from '@rollcall/contract';
import type { Language } from '@rollcall/react';

const en = {
  title: 'Sign in with your account',
  ask: (name: string) => `${name} wants you to sign in with your account. It learns:`,
  scopes: {
    openid: 'a number that stands for you',
    profile: 'your name, nickname, username and picture',
    email: 'your e-mail address',
    phone: 'your mobile number',
  } satisfies Record<OpenidScope, string>,
  withheld: 'It asked for more, which it learns only once your guardian consents on the page for parents:',
  allow: 'Allow',
  allowing: 'Signing in…',
  refuse: 'Don’t allow',
  back: 'You can take this back under “Privacy” at any time.',
  secondFactor: (name: string) =>
    `${name} requires a second step. Set one up under “Security”, then sign out here and sign in again.`,
  security: 'To “Security”',
  over: 'This sign-in is over. Go back to the site that you came from, and sign in there again.',
};

export type AllowWords = typeof en;

export const allowWords: Readonly<Record<Language, AllowWords>> = {
  en,
  'zh-CN': {
    title: '用你的账号登录',
    ask: name => `${name} 请求使用你的账号登录，它将获得：`,
    scopes: {
      openid: '代表你的编号',
      profile: '你的姓名、昵称、用户名和头像',
      email: '你的邮箱地址',
      phone: '你的手机号',
    },
    withheld: '它还请求了以下信息，你的监护人在家长页面同意后才会提供：',
    allow: '允许',
    allowing: '正在登录…',
    refuse: '不允许',
    back: '你可以随时在“隐私”中取消。',
    secondFactor: name => `${name} 要求两步验证。请先在“安全”中开启，再在此退出并重新登录。`,
    security: '前往“安全”',
    over: '此次登录已失效，请返回原来的网站重新登录。',
  },
};
