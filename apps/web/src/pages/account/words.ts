/** The titles of the account page's sections, and their descriptions. */
import type { AccountSection } from '@rollcall/react/account';
import type { Language } from '@rollcall/react';

export interface AccountPageWords {
  readonly titles: Readonly<Record<AccountSection, string>>;
}

export const accountPageWords: Readonly<Record<Language, AccountPageWords>> = {
  'zh-CN': {
    titles: {
      profile: '我的账号 · 点名册',
      security: '账号与安全 · 点名册',
      devices: '登录的设备 · 点名册',
      privacy: '隐私与数据 · 点名册',
    },
  },
  en: {
    titles: {
      profile: 'My account · Rollcall',
      security: 'Account and security · Rollcall',
      devices: 'Signed-in devices · Rollcall',
      privacy: 'Privacy and data · Rollcall',
    },
  },
};
