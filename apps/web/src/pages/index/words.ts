/** The front page's own words. */
import type { Language } from '@rollcall/react';

export interface FrontWords {
  readonly title: string;
  readonly lead: string;
  readonly points: readonly (readonly [string, string])[];
  readonly greeting: string;
  readonly toAccount: string;
  readonly toSignIn: string;
  readonly toSignUp: string;
}

export const front: Readonly<Record<Language, FrontWords>> = {
  'zh-CN': {
    title: '开课前，先点名。',
    lead: '一个账号，学校的网站都能用。',
    points: [
      ['注册与登录', '手机验证码或密码登录，手机号、邮箱、用户名都可以。'],
      ['个人资料', '昵称、年级、生日，随时可以改。'],
      ['数据安全', '数据存放在学校自己的服务器上。'],
    ],
    greeting: '你已登录。',
    toAccount: '我的账号',
    toSignIn: '登录',
    toSignUp: '注册',
  },
  en: {
    title: 'First, the roll.',
    lead: 'One account for all the sites of the school.',
    points: [
      ['Sign up and sign in', 'By a code or a password, with your number, e-mail address or username.'],
      ['Profile', 'Nickname, grade, birthday: change them whenever you like.'],
      ['Your data', 'Your data stays on the school’s own servers.'],
    ],
    greeting: 'You are signed in.',
    toAccount: 'My account',
    toSignIn: 'Sign in',
    toSignUp: 'Sign up',
  },
};
