/** Words of the tick for a shared computer. */
import type { Language } from '@rollcall/react';

const en = {
  label: 'Shared computer',
  note: 'You are signed out after 2 hours without use, and after 8 hours at the latest.',
};

export type SharedWords = typeof en;

export const sharedWords: Readonly<Record<Language, SharedWords>> = {
  en,
  'zh-CN': { label: '公用电脑', note: '2 小时不使用会自动退出，最长保持登录 8 小时。' },
};
