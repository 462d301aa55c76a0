/** Words of the gate and of the dialog for new agreements. In a file of its own: the sign-in page does not load them. */
import type { Language } from '@rollcall/ui';

const en = {
  title: 'New terms',
  agree: 'Agree and continue',
  agreeing: 'Saving…',
  ask: 'Please read and agree first',
  askLead: 'To go on, please read and agree to',
  back: 'Back',
  read: 'Our terms have changed. To go on, please read and agree to',
  decline: 'Decline and sign out',
  news: 'There are new terms. Please read and confirm them.',
  sign: 'Confirm',
  signed: 'Thank you, that is confirmed.',
};

export type GateWords = typeof en;

export const gateWords: Readonly<Record<Language, GateWords>> = {
  en,
  'zh-CN': {
    title: '协议更新',
    agree: '同意并继续',
    agreeing: '正在保存…',
    ask: '请阅读并同意协议',
    askLead: '继续之前，请阅读并同意',
    back: '返回',
    read: '协议有更新。继续使用之前，请阅读并同意',
    decline: '不同意，退出登录',
    news: '协议有更新，请阅读后确认。',
    sign: '确认',
    signed: '已确认，谢谢。',
  },
};
