/** Words where the browser keeps no cookies. */
import type { Language } from '@rollcall/react';

const en = {
  blocked:
    'This browser blocks cookies, so you can’t sign in. Allow cookies for this site, then reload the page.',
};

export type CookieWords = typeof en;

export const cookieWords: Readonly<Record<Language, CookieWords>> = {
  en,
  'zh-CN': { blocked: '浏览器禁用了 Cookie，无法登录。请允许本网站使用 Cookie，再刷新页面。' },
};
