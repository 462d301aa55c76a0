/** Words of the gate for new agreements. In a file of its own: the sign-in page does not load them. */
import type { Language } from '@rollcall/ui';

const en = {
  news: 'There are new terms. Please read and confirm them.',
  sign: 'Confirm',
  signed: 'Thank you, that is confirmed.',
};

export type GateWords = typeof en;

export const gateWords: Readonly<Record<Language, GateWords>> = {
  en,
  'zh-CN': {
    news: '协议有更新，请阅读后确认。',
    sign: '确认',
    signed: '已确认，谢谢。',
  },
};
