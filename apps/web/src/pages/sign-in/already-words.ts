/** Words to people who are signed in already. */
import type { Language } from '@rollcall/react';

const en = { as: (who: string) => `You are signed in as ${who}.` };

export type AlreadyWords = typeof en;

export const alreadyWords: Readonly<Record<Language, AlreadyWords>> = {
  en,
  'zh-CN': { as: who => `你已登录：${who}。` },
};
