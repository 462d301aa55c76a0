/** Words of the hint for WeChat outside of its own browser. In a file of its own, loaded late. */
import type { Language } from '@rollcall/ui';

const en = {
  how: 'To use WeChat, open this page in WeChat: copy the link, send it to yourself there, and tap it.',
  copy: 'Copy the link',
  copied: 'Copied',
  byHand: 'Copy this address:',
};

export type InWechatWords = typeof en;

export const inWechatWords: Readonly<Record<Language, InWechatWords>> = {
  en,
  'zh-CN': {
    how: '想用微信登录？请在微信中打开本页：复制链接，发给“文件传输助手”，再点开链接。',
    copy: '复制链接',
    copied: '已复制',
    byHand: '请手动复制此链接：',
  },
};
