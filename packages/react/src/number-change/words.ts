/** Words about a number that the school will add. In a file of its own, so that only the account page loads them. */
import type { Language } from '@rollcall/ui';

const en = {
  /** Names the banner. */
  coming: 'The school will add a phone number',
  due: (number: string, date: string) =>
    `The school will add the phone number ${number} to your account on ${date}.`,
  until: 'Whoever has this number can sign in to your account then. If you did not ask for it, cancel it.',
  cancel: 'Not me: cancel it',
  cancelling: 'Cancelling…',
  cancelled: 'It is cancelled; the number is not added. Please tell the school.',
};

export type NumberChangeWords = typeof en;

export const numberChangeWords: Readonly<Record<Language, NumberChangeWords>> = {
  en,
  'zh-CN': {
    coming: '学校将为账号绑定手机号',
    due: (number, date) => `学校将于 ${date} 为你的账号绑定手机号 ${number}。`,
    until: '绑定后，该手机号的机主可以登录你的账号。如果不是你申请的，请取消。',
    cancel: '不是我申请的，取消绑定',
    cancelling: '正在取消…',
    cancelled: '已取消，不会绑定该手机号。请联系学校核实。',
  },
};
