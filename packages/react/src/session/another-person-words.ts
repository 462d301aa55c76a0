/** What a page says that was loaded again for another person. */
import type { Language } from '@rollcall/ui';

const en = {
  changed:
    'Another account is signed in in this browser now. The page was loaded again; nothing was saved to either account.',
  close: 'OK',
};

export type AnotherPersonWords = typeof en;

export const anotherPersonWords: Readonly<Record<Language, AnotherPersonWords>> = {
  en,
  'zh-CN': {
    changed: '这个浏览器现在登录的是另一个账号，页面已重新打开。刚才没有保存的内容不会存入任何账号。',
    close: '知道了',
  },
};
