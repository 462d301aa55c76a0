/** Words of every page's foot, for prerendering only. */
import type { Language } from '@rollcall/react';

const en = {
  /** The link to the agreements in force. */
  agreements: 'Terms and privacy',
  support: 'Contact the school',
};

export type SiteFootWords = typeof en;

export const siteFootWords: Readonly<Record<Language, SiteFootWords>> = {
  en,
  'zh-CN': { agreements: '用户协议与隐私政策', support: '联系学校' },
};
