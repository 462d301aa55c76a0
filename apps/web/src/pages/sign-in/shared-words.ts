/** Words about a computer that several people use. */
import type { Language } from '@rollcall/react';

const en = {
  label: 'Shared computer',
  note: 'You are signed out after 2 hours without use, and after 8 hours at the latest.',
  wayOut: 'Not a shared computer?',
  offer: 'Do several people use this computer?',
  lead: 'For computers that several people use in turn, such as those of a computer room or a library. Set it once; it holds for this browser.',
  points: [
    ['Short sessions', 'A sign-in ends after 2 hours without use, and after 8 hours at the latest.'],
    ['Easy to sign out', 'Every page has a large button to sign out.'],
    ['Nothing is left', 'After signing out, nothing of the person is left for the next one.'],
  ] as readonly (readonly [name: string, text: string])[],
  is: 'This computer is set as a shared one.',
  isNot: 'This computer is not set as a shared one.',
  mark: 'Set as a shared computer',
  unmark: 'It is one person’s own',
  toSignIn: 'To sign-in',
};

export type SharedWords = typeof en;

export const sharedWords: Readonly<Record<Language, SharedWords>> = {
  en,
  'zh-CN': {
    label: '公用电脑',
    note: '2 小时不使用会自动退出，最长保持登录 8 小时。',
    wayOut: '不是公用电脑？',
    offer: '多人共用这台电脑？',
    lead: '适用于机房、图书馆等多人轮流使用的电脑。设置一次即可，对这个浏览器一直有效。',
    points: [
      ['自动退出', '2 小时不使用会自动退出，最长保持登录 8 小时。'],
      ['退出方便', '每个页面都有醒目的“退出登录”按钮。'],
      ['不留痕迹', '退出后，不会给下一位留下个人信息。'],
    ],
    is: '这台电脑已设为公用电脑。',
    isNot: '这台电脑没有设为公用电脑。',
    mark: '设为公用电脑',
    unmark: '改为个人电脑',
    toSignIn: '去登录',
  },
};
