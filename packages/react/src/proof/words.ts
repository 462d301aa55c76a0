/** Words of the dialog that asks for a proof. In a file of its own, so that only the dialog loads them. */
import type { Language } from '@rollcall/ui';
import { spaced } from '../phrases/spaced.ts';

const en = {
  title: 'Confirm that it is you',
  lead: 'You signed in a while ago. To protect your account, please confirm that it is you.',
  ways: 'How to confirm',
  password: 'Password',
  secondFactor: 'Two-step verification',
  phone: (masked: string) => `Code to ${masked}`,
  email: (masked: string) => `Code to ${masked}`,
  secondFactorWays: 'How to do the second step',
  sendsTo: (masked: string) => `The code goes to ${masked}`,
  by: (name: string) => `Confirm with ${name}`,
  submit: 'Confirm',
  confirming: 'Confirming…',
  waiting: (name: string) => `Continue in the window of ${name}.`,
  blocked: 'The browser blocked the new window. Allow it, and try again.',
  sameWindow: 'You will leave this page to confirm. Afterwards, make the change again within five minutes.',
  /** In place of `lead` where the account has no way. */
  none: 'You signed in a while ago, and this account has no way to confirm here that it is you. Sign out, sign in again, and make the change within five minutes.',
  signOut: 'Sign out',
  cancel: 'Cancel',
};

export type ProofWords = typeof en;

export const proofWords: Readonly<Record<Language, ProofWords>> = {
  en,
  'zh-CN': {
    title: '确认是你本人',
    lead: '距离你登录已有一段时间。为保护账号安全，请先确认是你本人。',
    ways: '确认方式',
    password: '登录密码',
    secondFactor: '两步验证',
    phone: masked => `发送验证码到 ${masked}`,
    email: masked => `发送验证码到 ${masked}`,
    secondFactorWays: '两步验证的方式',
    sendsTo: masked => `验证码将发送到 ${masked}`,
    by: name => spaced(`用${name}确认`),
    submit: '确认',
    confirming: '正在确认…',
    waiting: name => spaced(`请在${name}的窗口中继续。`),
    blocked: '浏览器拦截了新窗口，请允许后重试。',
    sameWindow: '确认时会离开本页；返回后请在 5 分钟内重新操作。',
    none: '距离你登录已有一段时间，而这个账号无法在这里确认本人身份。请退出后重新登录，并在 5 分钟内完成更改。',
    signOut: '退出登录',
    cancel: '取消',
  },
};
